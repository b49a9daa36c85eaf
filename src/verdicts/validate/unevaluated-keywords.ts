import { entriesOf, itemsOf } from "#text";
import { refusing } from "./object-keywords.ts";
import type { Keyword } from "./visit.ts";
import { child, fail } from "./visit.ts";

const unevaluatedProperties: Keyword = (visit, entry) => {
  const refuse = refusing(visit, entry);
  for (const extra of entriesOf(visit.instance)) {
    if (visit.outcome.seen?.keys.has(extra.key)) continue;
    if (entry.value.kind === "boolean" && !entry.value.value) refuse(extra);
    else child(visit, entry.value, { token: extra.key, instance: extra.value });
    visit.outcome.seen?.keys.add(extra.key);
  }
};

const unevaluatedItems: Keyword = (visit, entry) => {
  for (const [index, instance] of itemsOf(visit.instance).entries()) {
    if (visit.outcome.seen?.items.has(index)) continue;
    const token = String(index);
    if (entry.value.kind === "boolean" && !entry.value.value) {
      fail(visit, entry, { expected: "must not be there", found: "no schema speaks of this item", place: instance, below: token });
    } else child(visit, entry.value, { token, instance });
    visit.outcome.seen?.items.add(index);
  }
};

/** Keywords that look at what all others evaluated; they are called last (2019-09 § 9.3.1.3, 2020-12 § 11). */
export const unevaluatedKeywords = { unevaluatedProperties, unevaluatedItems } satisfies Record<string, Keyword>;
