import type { Node, WordKey } from "#text";
import { printJson, isTrue } from "#text";
import type { Fact } from "#schema";
import type { SafeHtml } from "./context.ts";
import type { Piece, Say } from "./schema-phrase.ts";
import { code, join } from "./schema-phrase.ts";

/** Two keywords that are said as one. */
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

/** Keywords that are said with their value in one phrase. */
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

/** A value inside a sentence: strings as their text, lists of strings as several. */
function inSentence(value: Node, comma: string): SafeHtml {
  if (value.kind === "list") return join(value.items.map((item) => inSentence(item, comma)), comma); // prettier-ignore
  return code(value.kind === "string" ? value.value : printJson(value));
}

function digits(value: Node | undefined): SafeHtml | undefined {
  return value?.kind === "number" ? code(value.raw) : undefined;
}

/** One end of a range: its bound, and whether that is excluded. Draft 04's boolean beside a bound makes it exclusive. */
function bounds(facts: ReadonlyMap<string, Node>, keyword: string, exclusive: string): { within?: SafeHtml; beyond?: SafeHtml } {
  const bound = digits(facts.get(keyword));
  const beyond = digits(facts.get(exclusive));
  if (bound && isTrue(facts.get(exclusive))) return { beyond: bound };
  return { ...(bound ? { within: bound } : {}), ...(beyond ? { beyond } : {}) };
}

/** "between 0 and 100", "more than 0". */
function range(facts: ReadonlyMap<string, Node>, say: Say): SafeHtml[] {
  const low = bounds(facts, "minimum", "exclusiveMinimum");
  const high = bounds(facts, "maximum", "exclusiveMaximum");
  const both = low.within && high.within ? [say("schema.between", { min: low.within, max: high.within })] : [];
  const least = low.within && both.length === 0 ? [say("schema.atLeast", { min: low.within })] : [];
  const most = high.within && both.length === 0 ? [say("schema.atMost", { max: high.within })] : [];
  const over = low.beyond ? [say("schema.moreThan", { min: low.beyond })] : [];
  const under = high.beyond ? [say("schema.lessThan", { max: high.beyond })] : [];
  return [...both, ...least, ...over, ...most, ...under];
}

/** "1 to 50 characters", "at least 1 item", "exactly 5 characters". */
function count(facts: ReadonlyMap<string, Node>, pair: Pair, say: Say): SafeHtml[] {
  const low = facts.get(pair.low);
  const high = facts.get(pair.high);
  const min = digits(low);
  const max = digits(high);
  // Most schemas have none of these, and every schema is asked.
  if (!min && !max) return [];
  const last = high ?? low;
  const unit = say(pair.unit ?? "schema.unit.item", { count: last?.kind === "number" ? last.value : 0 });
  if (min && max) return [say(min.html === max.html ? "schema.count.exactly" : "schema.count.between", { min, max, unit })];
  if (min) return [say("schema.count.atLeast", { min, unit })];
  return max ? [say("schema.count.atMost", { max, unit })] : [];
}

const paired = new Set(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", ...counts.flatMap((pair) => [pair.low, pair.high])]);

/** Every other keyword by its own words, or by its name where it has none. */
function single({ keyword, value }: Fact, say: Say): SafeHtml[] {
  if (keyword === "uniqueItems") return isTrue(value) ? [say("schema.uniqueItems")] : [];
  const said = phrases.get(keyword);
  const blank: Piece = inSentence(value, say("schema.value.comma").html);
  return [said ? say(said, { value: blank }) : say("schema.fact", { keyword, value: blank })];
}

/** The facts of one schema in words, numbers digit for digit. */
export function factPhrases(list: readonly Fact[], say: Say): SafeHtml[] {
  if (list.length === 0) return [];
  const facts = new Map(list.map((fact) => [fact.keyword, fact.value]));
  const numbers = [...range(facts, say), ...counts.flatMap((pair) => count(facts, pair, say))];
  return [...numbers, ...list.filter((fact) => !paired.has(fact.keyword)).flatMap((fact) => single(fact, say))];
}
