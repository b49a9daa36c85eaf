import type { Contradiction, SchemaPlace } from "#schema";
import { contradictionsIn, isJsonSchema } from "#schema";
import { keywordNames } from "#format";
import type { Place } from "#text";
import { entriesOf, valueOf, inQuotes, listSome, nearest, printJson, problem } from "#text";
import type { Rule, RuleContext } from "../rule.ts";

/** What one side of a contradiction says. */
function sayings({ sides }: Contradiction): readonly string[] {
  return sides.map(({ keyword, values }) => {
    const said = values
      .slice(0, 21)
      .map((value) => (typeof value === "string" ? inQuotes(value) : printJson(value).replace(/\s+/g, " ").slice(0, 60)));
    return [...(keyword === undefined ? [] : [keyword]), values.length > 1 ? `one of ${listSome(said)}` : said.join("")].join(" ");
  });
}

function reasonOf(contradiction: Contradiction): string {
  const { kind, names } = contradiction;
  const said = sayings(contradiction).join(" and ");
  const which = `${listSome(names.map(inQuotes))} ${names.length === 1 ? "is" : "are"}`;
  const own = "allows no properties but its own";
  const reasons: Readonly<Record<Contradiction["kind"], string>> = {
    types: `nothing is of the types ${said}`,
    range: `nothing lies between ${said}`,
    const: `it cannot be ${said} at once`,
    enum: `${said} have no value in common`,
    required: `${which} required, and another part ${own}`,
    closed: `${which} described in one part, and another ${own}`,
    never: "a part of it allows nothing",
  };
  return reasons[kind];
}

/** Keywords without which a schema of one part contradicts nothing. Most schemas are not read for this rule. */
const LIMITS: ReadonlySet<string> = new Set(
  "allOf $ref maximum exclusiveMaximum maxLength maxItems maxProperties const additionalProperties".split(" "),
);

function mayContradict({ node }: SchemaPlace): boolean {
  const entries = entriesOf(node);
  return entries.length > 1 ? entries.some(({ key }) => LIMITS.has(key)) : entries.some(({ key }) => key === "allOf");
}

/** The state of a search through all schemas. */
interface Search {
  /** The pairs of places that have been reported. */
  readonly told: Map<Place, Set<Place>>;
  readonly budget: { left: number };
}

/** How many parts and properties are looked at. Ten thousand schemas may share a part of ten thousand properties. */
const MOST_LOOKS = 2_000_000;

/** Reports what no value can match, once for all schemas that are put together of the same parts. */
function checkContradictions({ schema, node }: SchemaPlace, { told, budget }: Search, { report }: RuleContext): void {
  for (const contradiction of contradictionsIn(schema, budget)) {
    const { kind, sides } = contradiction;
    const [first, last = first] = sides.map(({ place }) => place);
    const place = last ?? node;
    const before = told.get(place) ?? new Set();
    if (before.has(first ?? node)) continue;
    told.set(place, before.add(first ?? node));
    const effect = kind === "closed" ? "Some properties can never be present" : "No value can match this schema";
    const related = first && first !== place ? [{ message: "this contradicts it", place: first }] : [];
    report(problem("schema/impossible", place, { effect, reason: reasonOf(contradiction), related }));
  }
}

/** Shorter names are near to too many keywords, as "cost" is to "const". */
const SHORTEST = 5;

/** Whether two names are one but for case or a plural. */
function isSpelling(name: string, keyword: string): boolean {
  const [one, other] = [name, keyword].map((each) => each.toLowerCase());
  return one === other || `${one}s` === other || one === `${other}s`;
}

/** The keywords without `$`. What is meant by `schema` in a schema is not `$schema`. */
const plainNames = [...keywordNames].filter((name) => !name.startsWith("$"));

/** `{ description: Of one piece, in cents. }` has two keys. */
const AFTER_A_COMMA = "It has no value. Within braces a comma ends a text: put the whole text in quotes.";

/** A name that is no keyword but nearly one, or the rest of a text. Other names are the author's own, and nothing is wrong with them. */
function checkNames({ node }: SchemaPlace, { report }: RuleContext): void {
  for (const entry of entriesOf(node)) {
    const { key } = entry;
    if (keywordNames.has(key) || key.startsWith("x-")) continue;
    if (entry.value.kind === "null" && /\s/.test(key)) {
      report(problem("schema/near-keyword", entry, { keyword: inQuotes(key), hint: AFTER_A_COMMA }));
      continue;
    }
    const near = nearest(key, key.startsWith("$") ? keywordNames : plainNames);
    if (near === undefined || !(key.length >= SHORTEST || isSpelling(key, near))) continue;
    // Generators write "types" beside "type". Where both stand, nothing was mistaken.
    if (isSpelling(key, near) && valueOf(node, near)) continue;
    report(problem("schema/near-keyword", entry, { keyword: inQuotes(key), hint: `Did you mean ${inQuotes(near)}?` }));
  }
}

/** Schemas must be such that a value can match them, and the keywords those that were meant. */
export const schemaSense: Rule = {
  codes: ["schema/impossible", "schema/near-keyword"],
  check(context) {
    const search: Search = { told: new Map(), budget: { left: MOST_LOOKS } };
    for (const place of context.schemas.all()) {
      if (!isJsonSchema(place.language)) continue;
      if (!context.isOff("schema/near-keyword")) checkNames(place, context);
      if (!context.isOff("schema/impossible") && mayContradict(place)) checkContradictions(place, search, context);
    }
  },
};
