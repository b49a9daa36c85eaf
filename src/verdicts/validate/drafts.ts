import type { JsonSchemaDialect } from "#format";
import { addressing } from "#format";
import { entriesOf, itemsOf } from "#text";
import { combiningKeywords, conditionalKeywords } from "./combining-keywords.ts";
import { containsKeywords, listKeywords, prefixKeywords } from "./list-keywords.ts";
import { dependentKeywords, objectKeywords, refusing } from "./object-keywords.ts";
import { numberKeywords, textKeywords, typeKeywords } from "./type-keywords.ts";
import type { KeywordCheck, DialectRules } from "./visit.ts";
import { child, fail } from "./visit.ts";

const unevaluatedProperties: KeywordCheck = (visit, entry) => {
  const refuse = refusing(visit, entry);
  for (const extra of entriesOf(visit.instance)) {
    if (visit.outcome.seen?.keys.has(extra.key)) continue;
    if (entry.value.kind === "boolean" && !entry.value.value) refuse(extra);
    else child(visit, entry.value, { token: extra.key, instance: extra.value });
    visit.outcome.seen?.keys.add(extra.key);
  }
};

const unevaluatedItems: KeywordCheck = (visit, entry) => {
  for (const [index, instance] of itemsOf(visit.instance).entries()) {
    if (visit.outcome.seen?.items.has(index)) continue;
    const token = String(index);
    if (entry.value.kind === "boolean" && !entry.value.value) {
      fail(visit, entry, { expected: "must not be there", found: "no schema speaks of this item", place: instance, below: token });
    } else child(visit, entry.value, { token, instance });
    visit.outcome.seen?.items.add(index);
  }
};

/** Keywords that depend on what all others evaluated. They are called last (2019-09 § 9.3.1.3, 2020-12 § 11). */
const unevaluatedKeywords = { unevaluatedProperties, unevaluatedItems } satisfies Record<string, KeywordCheck>;

type KeywordCheckTable = Readonly<Record<string, KeywordCheck>>;

const { minItems, maxItems, uniqueItems, contains } = listKeywords;
const { dependencies, ...objects2019 } = objectKeywords;

const draft06: KeywordCheckTable = {
  ...typeKeywords,
  ...numberKeywords,
  ...textKeywords,
  ...listKeywords,
  ...objectKeywords,
  ...combiningKeywords,
};
export const draft07: KeywordCheckTable = { ...draft06, ...conditionalKeywords };
const modern: KeywordCheckTable = {
  ...typeKeywords,
  ...numberKeywords,
  ...textKeywords,
  ...objects2019,
  // Kept for schemas that were only partly migrated. Both later drafts still allow it (2019-09 Appendix A).
  dependencies,
  ...dependentKeywords,
  ...combiningKeywords,
  ...conditionalKeywords,
  ...containsKeywords,
};
const last: KeywordCheckTable = unevaluatedKeywords;

/** Joins tables of keywords in their order. Keywords that depend on others come last. */
export function words(...tables: readonly KeywordCheckTable[]): ReadonlyMap<string, KeywordCheck> {
  return new Map(tables.flatMap((table) => Object.entries(table)));
}

export function jsonSchema(name: JsonSchemaDialect, keywords: ReadonlyMap<string, KeywordCheck>): DialectRules {
  const { identifier, besideReference } = addressing[name];
  return { name, keywords, references: identifier ? "uri" : "json-reference", siblings: besideReference, discriminator: false };
}

/** The rules of the drafts in which schema files are written. A page needs no others. */
export const drafts = {
  "draft-06": jsonSchema("draft-06", words(draft06)),
  "draft-07": jsonSchema("draft-07", words(draft07)),
  "2019-09": jsonSchema("2019-09", words(modern, listKeywords, last)),
  "2020-12": jsonSchema("2020-12", words(modern, { minItems, maxItems, uniqueItems, contains }, prefixKeywords, last)),
} satisfies Partial<Record<JsonSchemaDialect, DialectRules>>;
