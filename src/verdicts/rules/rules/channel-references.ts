import { entriesOf, entryOf, inQuotes, problem, valueOf } from "#text";
import type { Rule } from "../rule.ts";

/** In 2.x, the `$ref` of a channel item is deprecated, and its meaning is undefined if both sides have the same field. */
export const channelReferences: Rule = {
  codes: ["channel/ref-deprecated", "channel/ref-overlap"],
  check({ api, documents, report }) {
    if (api.dialect.line !== "2") return;
    for (const { value } of entriesOf(valueOf(api.node, "channels"))) {
      const ref = entryOf(value, "$ref");
      if (!ref) continue;
      report(
        problem("channel/ref-deprecated", ref, { hint: "Put the channel item here, or share its parts: messages, parameters, traits." }),
      );
      const target = documents.follow(value);
      if (!target || target === value) continue;
      for (const entry of entriesOf(value)) {
        const other = entry.key === "$ref" ? undefined : entryOf(target, entry.key);
        if (!other) continue;
        const related = [{ message: "it stands here too", place: other }];
        report(problem("channel/ref-overlap", entry, { field: inQuotes(entry.key), related }));
      }
    }
  },
};
