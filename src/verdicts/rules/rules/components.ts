import { entriesOf, entryOf, inQuotes, problem, valueOf } from "#text";
import type { Entry } from "#text";
import type { Rule, RuleContext } from "../rule.ts";

/** Keys of `components.<group>` that nothing refers to, for the groups that have pages of their own. */
function* unusedPaged({ api, documents }: RuleContext): Generator<Entry> {
  const components = valueOf(api.node, "components");
  const referenced = new Set(documents.edges.map(({ target }) => target));
  const usedSchemes = new Set(api.securitySchemes.filter(({ usedBy }) => usedBy.length > 0).map(({ id }) => id));
  for (const group of ["schemas", "messages"]) {
    for (const entry of entriesOf(valueOf(components, group))) if (!referenced.has(documents.follow(entry.value))) yield entry;
  }
  for (const entry of entriesOf(valueOf(components, "securitySchemes"))) if (!usedSchemes.has(entry.key)) yield entry;
}

/** Components that nothing refers to. They are allowed, but often forgotten. */
export const components: Rule = {
  codes: ["component/unused"],
  check(context) {
    const { api, report } = context;
    for (const entry of unusedPaged(context)) report(problem("component/unused", entry, { name: inQuotes(entry.key) }));
    const all = valueOf(api.node, "components");
    for (const { group, key, used, node } of api.components) {
      if (!used) report(problem("component/unused", entryOf(valueOf(all, group), key) ?? node, { name: inQuotes(key) }));
    }
  },
};
