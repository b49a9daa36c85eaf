/** Notes of a row: choices, conditions, contradictions, and facts of a schema in words. */
import type { Contradiction, ContradictionSide, Discriminator, MergedPart, Schema, Fact } from "#schema";
import { allRequired, isClosed, pathTo } from "#schema";
import type { Node, WordKey } from "#text";
import { printJson, MOST_NAMED, MOST_TOLD, plainText, isTrue } from "#text";
import { joinLines, type Line } from "../blocks/index.ts";
import type { Child } from "./schema-children.ts";
import { branchName, clauseOf, conditionOf, isConditional } from "./schema-children.ts";
import type { Say } from "./schema-phrase.ts";
import { aside, code, codeName, link, sayClause } from "./schema-phrase.ts";
import type { TreeContext } from "./schema-tree-context.ts";
import type { EffectiveSchema } from "./schema-type.ts";
import { linkToSchema, nameOfSchema } from "./schema-type.ts";

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
function inSentence(value: Node, comma: Line): Line {
  if (value.kind === "list") return joinLines(value.items.map((item) => inSentence(item, comma)), comma); // prettier-ignore
  return code(plainText(value));
}

function digits(value: Node | undefined) {
  return value?.kind === "number" ? code(value.raw) : undefined;
}

/**
 * One end of a range: the bound, if it is included (`within`), or excluded (`beyond`). In draft 04 a boolean beside the bound excludes
 * it.
 */
function bounds(facts: ReadonlyMap<string, Node>, keyword: string, exclusive: string): { within?: Line; beyond?: Line } {
  const bound = digits(facts.get(keyword));
  const beyond = digits(facts.get(exclusive));
  if (bound && isTrue(facts.get(exclusive))) return { beyond: bound };
  return { ...(bound ? { within: bound } : {}), ...(beyond ? { beyond } : {}) };
}

/** A phrase such as "between 0 and 100" or "more than 0". */
function range(facts: ReadonlyMap<string, Node>, say: Say): Line[] {
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
function count(facts: ReadonlyMap<string, Node>, pair: Pair, say: Say): Line[] {
  const low = facts.get(pair.low);
  const high = facts.get(pair.high);
  const min = digits(low);
  const max = digits(high);
  // Checked first, because most schemas have neither.
  if (!min && !max) return [];
  const last = high ?? low;
  const unit = say(pair.unit ?? "schema.unit.item", { count: last?.kind === "number" ? last.value : 0 });
  if (min && max) return [say(min.code === max.code ? "schema.count.exactly" : "schema.count.between", { min, max, unit })];
  if (min) return [say("schema.count.atLeast", { min, unit })];
  return max ? [say("schema.count.atMost", { max, unit })] : [];
}

const paired = new Set(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", ...counts.flatMap((pair) => [pair.low, pair.high])]);

/** Any other keyword in a phrase of its own, or by its name if it has no phrase. */
function single({ keyword, value }: Fact, say: Say): Line[] {
  if (keyword === "uniqueItems") return isTrue(value) ? [say("schema.uniqueItems")] : [];
  const said = phrases.get(keyword);
  const blank = inSentence(value, say("schema.value.comma"));
  return [said ? say(said, { value: blank }) : say("schema.fact", { keyword, value: blank })];
}

/** The facts of one schema in words, numbers digit for digit. */
export function factPhrases(list: readonly Fact[], say: Say): Line[] {
  if (list.length === 0) return [];
  const facts = new Map(list.map((fact) => [fact.keyword, fact.value]));
  const numbers = [...range(facts, say), ...counts.flatMap((pair) => count(facts, pair, say))];
  return [...numbers, ...list.filter((fact) => !paired.has(fact.keyword)).flatMap((fact) => single(fact, say))];
}

/** Returns the anchor of a branch on the page, if it has one. */
export type BranchAnchor = (schema: Schema) => string | undefined;

/** The most values of a discriminator that stand instead of the names of its branches. */
const MOST_OPEN = 6;

/** The name of a part of `allOf`, or its number. */
export function partName(context: TreeContext, part: MergedPart): Line {
  const named = linkToSchema(context, part.schema);
  if (named) return named;
  const path = pathTo(part, MOST_NAMED + 1).map((at) => at + 1);
  const number = path.length > MOST_NAMED ? `…${path.slice(1).join(".")}` : path.join(".");
  return context.words("schema.part", { number });
}

function choice(
  context: TreeContext,
  schemas: readonly Schema[],
  at: { key: "schema.oneOf" | "schema.anyOf"; anchor: BranchAnchor },
): Line {
  const { say, words } = context;
  const names = schemas.slice(0, MOST_NAMED).map((schema, index) => {
    const clause = clauseOf(context, schema);
    if (clause) return clause;
    const anchor = at.anchor(schema);
    const name = branchName(context, schema, index);
    return anchor === undefined ? code(name) : link(`#${anchor}`, name);
  });
  const rest = schemas.length - names.length;
  const more = rest > 0 ? [words("schema.value.more", { count: rest })] : [];
  return say(at.key, { count: schemas.length, names: joinLines([...names, ...more], words("schema.separator")) });
}

/** Whether the values of a discriminator name the branches of a choice and nothing else, so that a list of these would say them once more. */
function namesBranches(context: TreeContext, { discriminator, oneOf, anyOf }: Schema): boolean {
  const { choices: picks = [] } = discriminator ?? {};
  const branches = [...oneOf, ...anyOf];
  if (branches.length === 0 || picks.length > MOST_OPEN) return false;
  const picked = new Set(picks.map(({ schema }) => schema));
  return picked.size === new Set(branches).size && branches.every((branch) => picked.has(branch) && !clauseOf(context, branch));
}

function discriminatorOf(context: TreeContext, given: Discriminator, { anchor, open }: { anchor: BranchAnchor; open: boolean }): Line {
  const { say, words } = context;
  const nameOf = ({ schema, value }: Discriminator["choices"][number]): string => nameOfSchema(schema) ?? value;
  // Where all values are names of schemas, a name says both.
  const areNames = given.choices.every((each) => nameOf(each) === each.value);
  const picks = given.choices.slice(0, MOST_TOLD).map((each) => {
    const here = anchor(each.schema);
    const name = nameOf(each);
    const schema = here === undefined ? (linkToSchema(context, each.schema) ?? code(name)) : link(`#${here}`, name);
    return areNames ? schema : say("schema.picks", { value: codeName(each.value), schema });
  });
  const rest = given.choices.length - picks.length;
  const more = rest > 0 ? [words("schema.value.more", { count: rest })] : given.cut ? ["…"] : [];
  const says = say("schema.chosenBy", { property: code(given.property.value) });
  if (picks.length === 0) return says;
  return { fold: says, items: [...picks, ...more], open };
}

/** Sentences such as "when `kind` is `card`: `number` is required". */
function conditional(context: TreeContext, schema: Schema, given: ReadonlySet<string>): Line[] {
  const { say } = context;
  const never = sayClause(schema.not, say, "present", given);
  return [...whenThen(context, schema, given), ...(never ? [say("schema.not", { condition: never })] : [])];
}

function whenThen(context: TreeContext, schema: Schema, given: ReadonlySet<string>): Line[] {
  const { say } = context;
  const condition = conditionOf(context, schema, given);
  if (!condition) return [];
  const then = sayClause(schema.then, say, "required", given);
  const otherwise = sayClause(schema.else, say, "required", given);
  return [
    ...(then ? [say("schema.condition", { condition, consequence: then })] : []),
    ...(otherwise
      ? [then ? say("schema.otherwise", { consequence: otherwise }) : say("schema.unless", { condition, consequence: otherwise })]
      : []),
  ];
}

function dependencies(context: TreeContext, schema: Schema): Line[] {
  const { say } = context;
  return schema.dependencies
    .filter((each) => !each.schema)
    .map((each) => {
      const names = joinLines(each.requires.map((name) => code(name.value)), say("schema.value.comma")); // prettier-ignore
      return say("schema.dependency", { property: code(each.name), names });
    });
}

function closings(context: TreeContext, schema: Schema): Line[] {
  const { say } = context;
  const isMap = schema.types.includes("map");
  return [
    ...(isClosed(schema) ? [aside(say("schema.noOthers"))] : []),
    ...(schema.additionalProperties?.always === true && !isMap ? [aside(say("schema.anyOthers"))] : []),
    ...(schema.additionalItems?.always === false ? [aside(say("schema.noFurther"))] : []),
    ...(schema.unevaluatedProperties?.always === false || schema.unevaluatedItems?.always === false
      ? [aside(say("schema.noUnevaluated"))]
      : []),
  ];
}

/** The name of a part of a contradiction, with a link to where it says so. A declaration of a property has the name of the part around it. */
function contradictingPart(context: TreeContext, { part, place }: ContradictionSide, child: Child | undefined): Line {
  const declared = part.within ? undefined : child?.property?.stated.find(({ property }) => property.schema === part.schema)?.part;
  const within = [part, declared].find((each) => each?.within);
  const name = within ? partName(context, within) : context.words("schema.root");
  const href = context.sourceHref(place);
  return href === "" ? name : [name, " (", { href, text: context.sourceLabel(place), isWhole: true }, ")"];
}

function listOf<T>(context: TreeContext, all: readonly T[], lineOf: (each: T) => Line, separator?: Line): Line {
  const { say, words } = context;
  const shown = all.slice(0, MOST_NAMED).map(lineOf);
  const more = all.length > shown.length ? [words("schema.value.more", { count: all.length - shown.length })] : [];
  return joinLines([...shown, ...more], separator ?? say("schema.value.comma"));
}

function contradiction(context: TreeContext, { kind, names, sides }: Contradiction, child: Child | undefined): Line {
  const { say, words } = context;
  const [first, last] = sides.map((side) => contradictingPart(context, side, child));
  if (kind === "never") return say("schema.contradiction.never", { part: first ?? "" });
  if (kind === "closed" || kind === "required") {
    const blanks = { count: names.length, names: listOf(context, names, codeName), from: first ?? "", part: last ?? "" };
    return say(`schema.contradiction.${kind}`, blanks);
  }
  const sideOf = (side: (typeof sides)[number]): Line => {
    const before = side.keyword === undefined ? "" : `${side.keyword}: `;
    const valueOf = (value: (typeof side.values)[number]) => code(`${before}${typeof value === "string" ? value : printJson(value)}`);
    return say("schema.contradiction.side", {
      value: listOf(context, side.values, valueOf),
      part: contradictingPart(context, side, child),
    });
  };
  return say(`schema.contradiction.${kind}`, { sides: listOf(context, sides, sideOf, words("schema.list.and")) });
}

function choices(context: TreeContext, schema: Schema, anchor: BranchAnchor): Line[] {
  if (namesBranches(context, schema)) return [];
  return [
    ...(schema.oneOf.length > 0 ? [choice(context, schema.oneOf, { key: "schema.oneOf", anchor })] : []),
    ...(schema.anyOf.length > 0 ? [choice(context, schema.anyOf, { key: "schema.anyOf", anchor })] : []),
  ];
}

/** What the notes of a row share. */
interface NoteState {
  readonly anchor: BranchAnchor;
  /** The names that are present anyway. */
  readonly given: ReadonlySet<string>;
  /** The properties of the discriminators that were told. */
  readonly told: Set<string>;
}

/** The discriminator of a schema. A base with a page tells its choices there, if a schema that extends it narrows them by the same property. */
function chooser(context: TreeContext, schema: Schema, { anchor, told }: NoteState): Line[] {
  const { discriminator, named } = schema;
  if (!discriminator) return [];
  const { value } = discriminator.property;
  if (named && told.has(value)) return [];
  told.add(value);
  return [discriminatorOf(context, discriminator, { anchor, open: namesBranches(context, schema) })];
}

function ofSchema(context: TreeContext, schema: Schema, state: NoteState): Line[] {
  return [
    ...chooser(context, schema, state),
    ...(isConditional(schema) ? conditional(context, schema, state.given) : []),
    ...dependencies(context, schema),
    ...closings(context, schema),
  ];
}

/** The names of the schemas that `allOf` combines. Where a property comes from is said at the property. */
export function combination(context: TreeContext, added: readonly MergedPart[]): Line {
  const { say, words } = context;
  const names = added.slice(0, MOST_NAMED).map((part) => partName(context, part));
  const rest = added.length - names.length;
  const more = rest > 0 ? [words("schema.value.more", { count: rest })] : [];
  return say("schema.allOf", { names: joinLines([...names, ...more], words("schema.separator")) });
}

/** The contradictions of a row: what follows from them, and either the only sentence, or a list with a summary. */
export function contradictionsOf(context: TreeContext, { merged }: EffectiveSchema, child: Child | undefined) {
  const { contradictions } = merged;
  if (contradictions.length === 0) return undefined;
  const effect = contradictions.every(({ kind }) => kind === "closed") ? "schema.contradiction.fields" : "schema.contradiction.nothing";
  const items = contradictions.map((each) => contradiction(context, each, child));
  const isSingle = items.length === 1;
  return {
    effect: context.words(effect),
    single: isSingle ? items[0] : undefined,
    summary: context.words("schema.contradiction.count", { count: items.length }),
    items: isSingle ? [] : items,
  };
}

/** What a row says beyond type and constraints: choices, conditions, and what else is allowed. Several parts may say the same. */
export function notesOf(context: TreeContext, row: EffectiveSchema, anchor: BranchAnchor): Line[] {
  const schemas = row.merged.parts.map(({ schema }) => schema);
  const given = schemas.some(isConditional) ? allRequired(schemas) : new Set<string>();
  const state: NoteState = { anchor, given, told: new Set() };
  const notes = schemas.flatMap((schema) => {
    if (schema.hasOnlyProperties) return [];
    return [...(schema === row.resolved ? [] : choices(context, schema, anchor)), ...ofSchema(context, schema, state)];
  });
  return notes.length > 1 ? [...new Map(notes.map((note) => [JSON.stringify(note), note])).values()] : notes;
}
