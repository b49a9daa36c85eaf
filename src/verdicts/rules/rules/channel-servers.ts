import { didYouMean, inQuotes, itemsOf, onlyNearest, problem, listSome, stringOf, valueOf } from "#text";
import type { Node } from "#text";
import type { Server } from "#model";
import type { Rule, RuleContext } from "../rule.ts";

/**
 * The name in a list of servers if no such server exists; otherwise `undefined`. It is a plain name (2.x), or what a reference leads to
 * (3.x).
 */
function unknownServer(item: Node, known: ReadonlyMap<string, Server>, { api, documents }: RuleContext): string | undefined {
  if (item.kind === "string") return known.has(item.value) ? undefined : item.value;
  if (item.kind !== "map") return undefined;
  const target = documents.follow(item);
  // A reference that cannot be followed has already been reported.
  if (!target || target === item) return undefined;
  const entity = api.entityAt(target);
  const isKnown = entity?.kind === "server" && known.get(entity.id) === entity;
  return isKnown ? undefined : (stringOf(item, "$ref") ?? "");
}

/** A channel may only name servers of the Servers Object. */
export const channelServers: Rule = {
  codes: ["channel/unknown-server"],
  check(context) {
    const known = new Map(context.api.servers.map((server) => [server.id, server]));
    const names = [...known.keys()];
    for (const channel of context.api.channels) {
      for (const item of itemsOf(valueOf(channel.node, "servers"))) {
        const name = unknownServer(item, known, context);
        if (name === undefined) continue;
        const fix = item.kind === "string" ? onlyNearest(name, names) : undefined;
        const hint = didYouMean(name, names) ?? (names.length > 0 ? `Servers are: ${listSome(names)}.` : "The document has no servers.");
        context.report(problem("channel/unknown-server", item, { name: inQuotes(name), hint, fix }));
      }
    }
  },
};
