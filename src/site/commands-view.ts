import { canonicalProtocol } from "#format";
import type { Node } from "#json";
import { entriesOf, itemsOf, valueOf } from "#json";
import { opposite, type Binding, type Channel, type Message, type Operation, type Parameter, type Server } from "#model";
import { anchorFor } from "#routes";
import { commandsFor, type Credential } from "#shell";
import { compact, filled, firstScalar, scalar } from "./command-values.ts";
import { firstServers, serverText } from "./command-servers.ts";
import type { PageContext } from "./context.ts";
import { isTextType } from "./text-payload.ts";
import { visible } from "./visible.ts";

/** A longer payload is a file's. */
const LONGEST = 4000;
const MOST_HEADERS = 12;
const LONGEST_HEADER = 300;

/** A value that a schema gives: of Kafka's keys and groups, which bindings describe by schemas. */
function givenBy(context: PageContext, node: Node | undefined): string | undefined {
  const schema = node && context.site.documents.follow(node);
  const single = [schema, valueOf(schema, "const"), valueOf(schema, "default")];
  return firstScalar(single, itemsOf(valueOf(schema, "examples")), itemsOf(valueOf(schema, "enum")));
}

function parameterValue({ enum: allowed = [], default: standard, examples = [], schema }: Parameter, context: PageContext): string | undefined {
  const given = firstScalar([standard], examples, allowed) ?? givenBy(context, schema?.node);
  return given ?? (schema && scalar(context.site.samples.of(schema).samples[0]?.value));
}

function addressOf(context: PageContext, channel: Channel): string {
  return filled(channel.address ?? "", new Map(channel.parameters.map((each) => [each.name, parameterValue(each, context)])));
}

/** A value as it goes over the wire by a content type, where that is text. */
function wireText(node: Node, contentType: string): string | undefined {
  if (!isTextType(contentType)) return compact(node, LONGEST);
  return node.kind === "string" && /^text\/|[/+]xml\b/i.test(contentType) ? node.value : undefined;
}

/** The first example's payload, or a generated one, where it can stand in a command. */
function payloadOf(context: PageContext, message: Message | undefined): string | undefined {
  const example = message?.examples.find(({ payload }) => payload)?.payload;
  const node = example ?? (message?.payload && context.site.samples.of(message.payload).samples[0]?.value);
  const text = node && message && wireText(node, message.effectiveContentType);
  return text !== undefined && text.length <= LONGEST ? text : undefined;
}

/** Headers with plain values of the first example, or of a generated one. */
function headersOf(context: PageContext, message: Message | undefined): [string, string][] {
  const example = message?.examples.find(({ headers }) => headers)?.headers;
  const node = example ?? (message?.headers && context.site.samples.of(message.headers).samples[0]?.value);
  return entriesOf(node).slice(0, MOST_HEADERS).flatMap(({ key, value }): [string, string][] => {
    const text = scalar(value);
    return text === undefined || text.length > LONGEST_HEADER ? [] : [[key, text]];
  });
}

/** The first of the alternatives of the server and of the operation: the names of what to bring, never a secret. */
function credentialsOf(server: Server, operation: Operation): Credential[] {
  return [server.security, operation.security].flatMap((alternatives) =>
    (alternatives?.[0]?.schemes ?? []).flatMap(({ scheme }) =>
      scheme?.type ? [{ type: scheme.type.value, scheme: scheme.scheme?.value, name: scheme.name?.value, in: scheme.in?.value }] : [],
    ),
  );
}

/** What a reader can paste to take part: sends what the application receives, and the other way round. */
export function commandsView(context: PageContext, operation: Operation) {
  const { channel, messages, direction } = operation;
  if (typeof channel?.address !== "string") return [];
  const [message] = messages;
  const bindings: Readonly<Record<string, readonly Binding[]>> = { channel: channel.bindings, operation: operation.bindings, message: message?.bindings ?? [] };
  const all = firstServers(channel.availableOn).flatMap((server) => {
    const written = server.protocol?.value ?? "";
    const protocol = canonicalProtocol(written);
    const found = commandsFor({
      protocol,
      written,
      server: serverText(server),
      address: addressOf(context, channel),
      way: opposite[direction],
      payload: payloadOf(context, message),
      contentType: message?.effectiveContentType ?? "application/json",
      headers: headersOf(context, message),
      credentials: credentialsOf(server, operation),
      binding: (kind = "", ...path) => {
        const binding = [...(bindings[kind] ?? []), ...(kind === "server" ? server.bindings : [])].find((each) => canonicalProtocol(each.protocol) === protocol);
        return givenBy(context, path.reduce<Node | undefined>((node, key) => valueOf(node, key), binding?.node));
      },
    });
    return found.map(({ tool, text }, at) => ({ tool, server: visible(server.title), text: visible(text), anchor: anchorFor("command", server.id, String(at + 1)) }));
  });
  const severalServers = new Set(all.map(({ server }) => server)).size > 1;
  return all.map((each) => ({ ...each, name: severalServers ? `${each.tool} · ${each.server}` : each.tool }));
}
