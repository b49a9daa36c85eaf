import type { Entry, ListNode, Node } from "#text";
import { counted, reason, sizeIn, valueOf } from "#text";
import { accepts, refuses } from "./wording.ts";
import { limitInWords, memberCount } from "./type-keywords.ts";
import type { KeywordCheck, KeywordVisit } from "./visit.ts";
import { child, fail } from "./visit.ts";

const isSchema = (node: Node): boolean => node.kind === "map" || node.kind === "boolean";

/** Applies one schema to every item from index `from` on. */
function each(visit: KeywordVisit, schema: Node, from: number): void {
  if (visit.instance.kind !== "list") return;
  for (let index = from; index < visit.instance.items.length; index += 1) {
    const instance = visit.instance.items[index];
    if (instance) child(visit, schema, { token: String(index), instance });
    visit.outcome.seen?.items.add(index);
  }
}

/** Applies the schemas of a tuple to the items at the same indexes. */
function tuple(visit: KeywordVisit, schemas: ListNode): void {
  if (visit.instance.kind !== "list") return;
  for (const [index, instance] of visit.instance.items.slice(0, schemas.items.length).entries()) {
    const schema = schemas.items[index];
    if (schema) child(visit, schema, { token: String(index), instance });
    visit.outcome.seen?.items.add(index);
  }
}

/** `items`: one schema for all items, or before 2020-12 a list of schemas by index. */
const items: KeywordCheck = (visit, { value }) => {
  if (value.kind === "list") tuple(visit, value);
  else if (isSchema(value)) each(visit, value, 0);
};

/** The schema for items after a tuple. It means nothing if `items` is one schema. */
const additionalItems: KeywordCheck = (visit, { value }) => {
  const beside = valueOf(visit.schema, "items");
  if (beside?.kind === "list" && isSchema(value)) each(visit, value, beside.items.length);
};

const prefixItems: KeywordCheck = (visit, { value }) => {
  if (value.kind === "list") tuple(visit, value);
};

const itemsAfterPrefix: KeywordCheck = (visit, { value }) => {
  const prefix = valueOf(visit.schema, "prefixItems");
  if (isSchema(value)) each(visit, value, prefix?.kind === "list" ? prefix.items.length : 0);
};

const uniqueItems: KeywordCheck = (visit, entry) => {
  if (visit.instance.kind !== "list" || entry.value.kind !== "boolean" || !entry.value.value) return;
  const met = new Map<number, number>();
  for (const [index, item] of visit.instance.items.entries()) {
    const identity = visit.run.identities.of(item);
    const first = met.get(identity);
    if (first === undefined) {
      met.set(identity, index);
      continue;
    }
    fail(visit, entry, { expected: `must have items that differ`, found: `an array whose items ${first} and ${index} are equal` });
    return;
  }
};

interface MatchCount {
  sure: number;
  open: number;
}

/** The number of items that a schema accepts: certainly, and possibly. */
function countMatches(visit: KeywordVisit, schema: Node): MatchCount {
  const count: MatchCount = { sure: 0, open: 0 };
  if (visit.instance.kind !== "list") return count;
  for (const [index, instance] of visit.instance.items.entries()) {
    const outcome = visit.run.apply(schema, { instance, path: { up: visit.path, token: String(index) } }, { scope: visit.scope });
    if (accepts(outcome)) {
      count.sure += 1;
      // 2020-12 § 10.3.1.3: items that match `contains` count as evaluated. In 2019-09 they do not.
      if (visit.scope.reading.keywords.has("prefixItems")) visit.outcome.seen?.items.add(index);
    } else if (!refuses(outcome)) count.open += 1;
  }
  return count;
}

function bounds(visit: KeywordVisit): { least: number; most: number; atLeast: string } {
  const modern = visit.scope.reading.keywords.has("minContains");
  const minimum = modern ? valueOf(visit.schema, "minContains") : undefined;
  const maximum = modern ? valueOf(visit.schema, "maxContains") : undefined;
  const least = sizeIn(minimum);
  const atLeast = minimum && least !== undefined ? limitInWords(minimum, "item") : counted(1, "item");
  return { least: least ?? 1, most: sizeIn(maximum) ?? Infinity, atLeast };
}

const contains: KeywordCheck = (visit: KeywordVisit, entry: Entry) => {
  if (visit.instance.kind !== "list" || !isSchema(entry.value)) return;
  const { least, most, atLeast } = bounds(visit);
  const { sure, open } = countMatches(visit, entry.value);
  if (sure + open < least) {
    const name = visit.run.nameOf(entry.value);
    fail(visit, entry, {
      expected: `must contain at least ${atLeast} valid against ${name ?? "the schema of contains"}`,
      found: `an array of ${counted(visit.instance.items.length, "item")} of which ${sure} ${sure === 1 ? "does" : "do"}`,
    });
  } else if (sure > most) {
    fail(visit, entry, {
      expected: `must contain at most ${counted(most, "item")} valid against ${visit.run.nameOf(entry.value) ?? "the schema of contains"}`,
      found: `an array with ${sure}`,
    });
  } else if (sure < least || sure + open > most) visit.outcome.unknown ??= reason("item-unjudged");
};

/** `contains` reads `minContains` and `maxContains`. They are listed so that they count as known. */
const readBeside: KeywordCheck = () => undefined;

/** Keywords for arrays up to draft 07. `contains` came with draft 06. */
export const listKeywords = {
  minItems: memberCount("item", false),
  maxItems: memberCount("item", true),
  uniqueItems,
  items,
  additionalItems,
  contains,
} satisfies Record<string, KeywordCheck>;

/** Keywords added by 2019-09. */
export const containsKeywords = { minContains: readBeside, maxContains: readBeside } satisfies Record<string, KeywordCheck>;

/** Keywords that replace `items` and `additionalItems` in 2020-12. */
export const prefixKeywords = { prefixItems, items: itemsAfterPrefix } satisfies Record<string, KeywordCheck>;
