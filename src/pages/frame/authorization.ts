import { canonicalProtocol } from "#format";
import type { Binding, Operation, Server } from "#model";
import { MOST_PARTS } from "#schema";
import type { Node } from "#text";
import { entriesOf, itemsOf, valueOf } from "#text";
import type { PageContext } from "./context.ts";

/** A schema as written and all that its `allOf` adds, through references. */
export function schemaParts({ site }: PageContext, node: Node | undefined): Node[] {
  const parts = new Set<Node>();
  const add = (part: Node | undefined): void => {
    const followed = part && site.documents.follow(part);
    if (followed && parts.size < MOST_PARTS) parts.add(followed);
  };
  add(node);
  for (const part of parts) itemsOf(valueOf(part, "allOf")).forEach(add);
  return [...parts];
}

/** The header for credentials (RFC 9110 § 11.6.2) that a schema of headers declares, as its author spells it. */
export function authorizationIn(context: PageContext, headers: Node | undefined): string | undefined {
  const names = schemaParts(context, headers).flatMap((part) => entriesOf(valueOf(part, "properties")).map(({ key }) => key));
  return names.find((name) => name.toLowerCase() === "authorization");
}

/** The header for credentials among those that bindings or, over HTTP, the message declare. Code sends it where no security is declared. */
export function authorizationOf(
  context: PageContext,
  { channel, messages: [message] }: Operation,
  servers: readonly Server[],
): string | undefined {
  const of = (protocol: string, bindings: readonly Binding[] = []): (Node | undefined)[] =>
    bindings.filter((each) => canonicalProtocol(each.protocol) === protocol).map(({ node }) => valueOf(node, "headers"));
  const isHttp = servers.some(({ protocol }) => protocol !== undefined && canonicalProtocol(protocol.value) === "http");
  const all = [...of("ws", channel?.bindings), ...of("http", message?.bindings), ...(isHttp ? [message?.headers?.node] : [])];
  return all.map((headers) => authorizationIn(context, headers)).find((name) => name !== undefined);
}
