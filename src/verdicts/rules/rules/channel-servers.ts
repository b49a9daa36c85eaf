import { didYouMean, entryOf, inQuotes, itemsOf, onlyNearest, problem, listSome, stringOf, valueOf } from "#text";
import type { Node } from "#text";
import type { Api, Channel, Server } from "#model";
import { afterRepeatedPath, pathOfUrl, takesPaths } from "#model";
import type { Rule, RuleContext } from "../rule.ts";

/**
 * The name in a list of servers if no such server exists; otherwise `undefined`. It is a plain name (2.x), or what a reference leads to
 * (3.x).
 */
function unknownServer(item: Node, known: ReadonlyMap<string, Server>, { api, documents }: RuleContext): string | undefined {
  // In 3.x a text is of the wrong type, which has been reported.
  if (item.kind === "string") return known.has(item.value) || api.dialect.line !== "2" ? undefined : item.value;
  if (item.kind !== "map") return undefined;
  const target = documents.follow(item);
  // A reference that cannot be followed has already been reported.
  if (!target || target === item) return undefined;
  const entity = api.entityAt(target);
  const isKnown = entity?.kind === "server" && known.get(entity.id) === entity;
  return isKnown ? undefined : (stringOf(item, "$ref") ?? "");
}

/** What to do about a server that a channel cannot name. In 3.x, it may be one that stands somewhere else. */
function hintFor(name: string, item: Node, names: readonly string[]): string {
  if (item.kind === "map")
    return 'A channel refers to servers of the root: define it under "servers" there, and write { $ref: "#/servers/…" }.';
  return didYouMean(name, names) ?? (names.length > 0 ? `Servers are: ${listSome(names)}.` : "The document has no servers.");
}

/** Reports an address that begins with the path of a server. Pages and code have that path once. */
function checkPath(channel: Channel, { dialect, node }: Api, { report }: RuleContext): void {
  const { address, availableOn } = channel;
  if (address === null) return;
  for (const server of availableOn) {
    const path = pathOfUrl(server.address);
    if (!takesPaths(server) || afterRepeatedPath(path, address) === undefined) continue;
    const written = dialect.line === "2" ? entryOf(valueOf(node, "channels"), channel.id) : valueOf(channel.node, "address");
    const place = valueOf(server.node, "pathname") ?? valueOf(server.node, "url") ?? server.node;
    const blanks = { address: inQuotes(address), path: inQuotes(path), server: inQuotes(server.id) };
    report(problem("channel/repeated-path", written ?? channel.node, { ...blanks, related: [{ message: "the path is here", place }] }));
    // One server is enough to make the point.
    return;
  }
}

/** A channel may only name servers of the Servers Object, and adds to their paths. */
export const channelServers: Rule = {
  codes: ["channel/unknown-server", "channel/repeated-path"],
  check(context) {
    const known = new Map(context.api.servers.map((server) => [server.id, server]));
    const names = [...known.keys()];
    for (const channel of context.api.channels) {
      checkPath(channel, context.api, context);
      for (const item of itemsOf(valueOf(channel.node, "servers"))) {
        const name = unknownServer(item, known, context);
        if (name === undefined) continue;
        const fix = item.kind === "string" ? onlyNearest(name, names) : undefined;
        const hint = hintFor(name, item, names);
        context.report(problem("channel/unknown-server", item, { name: inQuotes(name), hint, fix }));
      }
    }
  },
};
