/** Facts of a schema in words. */
import type { Node, WordKey } from "#text";
import { plainText, isTrue } from "#text";
import type { Fact } from "#schema";
import type { Phrase } from "../blocks/index.ts";
import type { Piece, Say } from "./schema-phrase.ts";
import { code, join } from "./schema-phrase.ts";

/** Two keywords that are said in one phrase, such as `minLength` and `maxLength`. */
interface Pair {
  readonly low: string;
  readonly high: string;
  readonly unit?: WordKey;
}

const counts: readonly Pair[] = [
  { low: "minLength", high: "maxLength", unit: "schema.unit.character" },
  { low: "minItems", high: "maxItems", unit: "schema.unit.item" },
  { low: "minContains", high: "maxContains", unit: "schema.unit.match" },
  { low: "minProperties", high: "maxProperties", unit: "schema.unit.property" },
  { low: "size", high: "size", unit: "schema.unit.byte" },
];

/** Keywords whose value is said in a phrase. */
const phrases: ReadonlyMap<string, WordKey> = new Map([
  ["multipleOf", "schema.multipleOf"],
  ["pattern", "schema.pattern"],
  ["contentEncoding", "schema.contentEncoding"],
  ["contentMediaType", "schema.contentMediaType"],
  ["$comment", "schema.comment"],
  ["$schema", "schema.dialect"],
  ["$id", "schema.identifier"],
  ["id", "schema.identifier"],
  ["$anchor", "schema.anchor"],
  ["$dynamicAnchor", "schema.anchor"],
  ["precision", "schema.precision"],
  ["scale", "schema.scale"],
  ["aliases", "schema.aliases"],
  ["order", "schema.order"],
  ["label", "schema.label"],
  ["field number", "schema.fieldNumber"],
  ["oneof", "schema.oneofGroup"],
  ["map key", "schema.mapKey"],
]);

/** A value within a sentence: strings as text, lists of strings separated by commas. */
function inSentence(value: Node, comma: string): Phrase {
  if (value.kind === "list") return join(value.items.map((item) => inSentence(item, comma)), comma); // prettier-ignore
  return code(plainText(value));
}

function digits(value: Node | undefined): Phrase | undefined {
  return value?.kind === "number" ? code(value.raw) : undefined;
}

/**
 * One end of a range: the bound, if it is included (`within`), or excluded (`beyond`). In draft 04 a boolean beside the bound excludes
 * it.
 */
function bounds(facts: ReadonlyMap<string, Node>, keyword: string, exclusive: string): { within?: Phrase; beyond?: Phrase } {
  const bound = digits(facts.get(keyword));
  const beyond = digits(facts.get(exclusive));
  if (bound && isTrue(facts.get(exclusive))) return { beyond: bound };
  return { ...(bound ? { within: bound } : {}), ...(beyond ? { beyond } : {}) };
}

/** A phrase such as "between 0 and 100" or "more than 0". */
function range(facts: ReadonlyMap<string, Node>, say: Say): Phrase[] {
  const low = bounds(facts, "minimum", "exclusiveMinimum");
  const high = bounds(facts, "maximum", "exclusiveMaximum");
  const both = low.within && high.within ? [say("schema.between", { min: low.within, max: high.within })] : [];
  const least = low.within && both.length === 0 ? [say("schema.atLeast", { min: low.within })] : [];
  const most = high.within && both.length === 0 ? [say("schema.atMost", { max: high.within })] : [];
  const over = low.beyond ? [say("schema.moreThan", { min: low.beyond })] : [];
  const under = high.beyond ? [say("schema.lessThan", { max: high.beyond })] : [];
  return [...both, ...least, ...over, ...most, ...under];
}

/** A phrase such as "1 to 50 characters", "at least 1 item", "exactly 5 characters". */
function count(facts: ReadonlyMap<string, Node>, pair: Pair, say: Say): Phrase[] {
  const low = facts.get(pair.low);
  const high = facts.get(pair.high);
  const min = digits(low);
  const max = digits(high);
  // Checked first, because most schemas have neither.
  if (!min && !max) return [];
  const last = high ?? low;
  const unit = say(pair.unit ?? "schema.unit.item", { count: last?.kind === "number" ? last.value : 0 });
  if (min && max) return [say(min.html === max.html ? "schema.count.exactly" : "schema.count.between", { min, max, unit })];
  if (min) return [say("schema.count.atLeast", { min, unit })];
  return max ? [say("schema.count.atMost", { max, unit })] : [];
}

const paired = new Set(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", ...counts.flatMap((pair) => [pair.low, pair.high])]);

/** Any other keyword in a phrase of its own, or by its name if it has no phrase. */
function single({ keyword, value }: Fact, say: Say): Phrase[] {
  if (keyword === "uniqueItems") return isTrue(value) ? [say("schema.uniqueItems")] : [];
  const said = phrases.get(keyword);
  const blank: Piece = inSentence(value, say("schema.value.comma").html);
  return [said ? say(said, { value: blank }) : say("schema.fact", { keyword, value: blank })];
}

/** The facts of one schema in words, numbers digit for digit. */
export function factPhrases(list: readonly Fact[], say: Say): Phrase[] {
  if (list.length === 0) return [];
  const facts = new Map(list.map((fact) => [fact.keyword, fact.value]));
  const numbers = [...range(facts, say), ...counts.flatMap((pair) => count(facts, pair, say))];
  return [...numbers, ...list.filter((fact) => !paired.has(fact.keyword)).flatMap((fact) => single(fact, say))];
}
