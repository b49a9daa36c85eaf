import { didYouMean, onlyNearest, problem } from "#diagnostics";
import type { Node } from "#json";
import { itemsOf, stringOf, valueOf } from "#json";
import type { Rule, RuleContext } from "../rule.ts";

/** The name of a server that a list of servers gives: a plain name (2.x) or what a reference leads to (3.x). */
function unknownServer(item: Node, { api, documents }: RuleContext): string | undefined {
  if (item.kind === "string") return api.servers.some(({ id }) => id === item.value) ? undefined : item.value;
  if (item.kind !== "map") return undefined;
  const target = documents.follow(item);
  // A reference that leads nowhere has been reported as such.
  if (!target || target === item) return undefined;
  const entity = api.entityAt(target);
  const known = entity !== undefined && api.servers.some((server) => server === entity);
  return known ? undefined : (stringOf(item, "$ref") ?? "");
}

/** A channel names only servers of the Servers Object. */
export const channelServers: Rule = {
  codes: ["channel/unknown-server"],
  check(context) {
    const names = context.api.servers.map(({ id }) => id);
    for (const channel of context.api.channels) {
      for (const item of itemsOf(valueOf(channel.node, "servers"))) {
        const name = unknownServer(item, context);
        if (name === undefined) continue;
        const fix = item.kind === "string" ? onlyNearest(name, names) : undefined;
        const hint = didYouMean(name, names) ?? (names.length > 0 ? `Servers are: ${names.join(", ")}.` : "The document has no servers.");
        context.report(problem("channel/unknown-server", item, { name: JSON.stringify(name), hint, fix }));
      }
    }
  },
};
