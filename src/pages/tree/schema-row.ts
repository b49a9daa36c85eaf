/** What a row says. */
import type { NamedValue } from "#model";
import type { Fact, MergedSchema, MergedProperty, MergedPart, Schema } from "#schema";
import { schemasBelow } from "#schema";
import type { Diagnostic, Memo, Node, StringNode } from "#text";
import { getOrMake, MOST_LISTED, MOST_TOLD } from "#text";
import { joinLines, type CodeText, type DocumentText, type Line } from "../blocks/index.ts";
import type { FieldProblem } from "../frame/index.ts";
import { CHARACTERS_A_LOOK, safeUrl, sumsOf } from "../frame/index.ts";
import type { Child } from "./schema-children.ts";
import type { BranchAnchor } from "./schema-notes.ts";
import { factPhrases, combination, contradictionsOf, notesOf, partName } from "./schema-notes.ts";
import { aside, codeName, link, strong } from "./schema-phrase.ts";
import type { TreeContext } from "./schema-tree-context.ts";
import type { EffectiveSchema } from "./schema-type.ts";
import { says, formatWords, isChoiceOnly, linkToSchema, nameOfSchema, typeWords } from "./schema-type.ts";
import type { ValueList } from "./schema-values.ts";
import { defaultValues, examplesOf, foldOf, isExample, shownValue, valuesOf } from "./schema-values.ts";

/** The parts of `allOf`: their names, and as written in a fold. */
interface CombinedParts {
  readonly names: Line;
  readonly summary: string;
  readonly items: readonly { readonly name: Line; readonly written: CodeText | undefined }[];
}

/** What a template shows for a row, without the rows below it. All fields are present; empty ones are left blank. */
export interface RowFace {
  readonly id: string;
  readonly label: Line;
  /** The whole path, where it says more than the label. */
  readonly path: string;
  readonly kind: Child["kind"] | "root";
  /** A word for the flag; empty if it is not set. */
  readonly required: string;
  readonly deprecated: string;
  readonly access: readonly string[];
  readonly type: Line;
  readonly title: string;
  readonly descriptions: readonly DocumentText[];
  readonly facts: readonly Line[];
  readonly values: readonly ValueList[];
  readonly examples: readonly ValueList[];
  readonly notes: readonly Line[];
  readonly contradictions: ReturnType<typeof contradictionsOf>;
  readonly docs: readonly { readonly href: string; readonly text: string }[];
  /** Problems of the schema, without those of schemas below it. */
  readonly problems: readonly FieldProblem[];
  /** The summary of the fold around them; `undefined` if they are not folded. */
  readonly problemsFold: { readonly summary: string; readonly error: boolean } | undefined;
  /** Dialect, identifier, extensions and unknown keywords, as written. Those that are `aside` belong to the details of the schema. */
  readonly others: readonly {
    readonly key: string;
    readonly value: CodeText | ReturnType<typeof link>;
    readonly block: boolean;
    readonly fold: string;
    readonly aside: boolean;
  }[];
  readonly parts: CombinedParts | undefined;
  /** Whether anything stands after the rows below: examples, docs, others or parts. */
  readonly hasRest: boolean;
  /** Whether all of that belongs to the details of the schema. */
  readonly restIsAside: boolean;
}

/** What a row's face is made from. */
export interface RowSubject {
  readonly child: Child | undefined;
  readonly row: EffectiveSchema;
  readonly id: string;
  readonly path: string;
  readonly anchor: BranchAnchor;
  /** Whether the same schema is shown in a row above. Then only what is specific to this use is shown. */
  readonly again?: boolean;
}

/** Keywords that identify a schema. They say nothing about a value. */
const identifying: ReadonlySet<string> = new Set(["$schema", "$id", "id"]);

/** Extensions, and what code generators for Avro write for themselves. */
const EXTENSION = /^(?:x-.*|avro\.java\.string)$/;

function hasOthers({ otherKeywords, extensions, externalDocs, asWritten, facts }: Schema): boolean {
  if (otherKeywords.length + extensions.length > 0 || externalDocs !== undefined || asWritten !== undefined) return true;
  return facts.some(({ keyword }) => identifying.has(keyword));
}

/** The dialect and identifier of a schema. */
function identityOf({ facts }: Schema): NamedValue[] {
  return facts.filter((fact) => identifying.has(fact.keyword) && !isOwnPlace(fact)).map(({ keyword, value }) => ({ key: keyword, value }));
}

/** The problems of schemas by node, without those of schemas below. */
function noProblems(): WeakMap<Node, readonly Diagnostic[]> {
  return new WeakMap();
}

/** The nodes of subschemas written inside a schema. Others are below it only by reference; a recursive schema is even below itself. */
function nodesWithin(schema: Schema): Node[] {
  const { node } = schema;
  const nodes = new Set(schemasBelow(schema).map((each) => each.node));
  return [...nodes].filter((each) => each !== node && each.file === node.file && each.start >= node.start && each.end <= node.end);
}

/** References by schema, by the name of the property that each stands for. */
function noReferences(): WeakMap<Node, ReadonlyMap<string, Node>> {
  return new WeakMap();
}

/** The references by which a schema with problems has its properties. Each belongs to the row of its property. */
function referencesIn(context: TreeContext, { node, properties }: Schema): ReadonlyMap<string, Node> {
  return getOrMake(context.memo.of(noReferences, context.words), node, () => {
    if (node.kind !== "map" || context.problemsIn(node).length === 0) return new Map();
    const list = node.entries.find(({ key }) => key === "properties")?.value;
    const written = list?.kind === "map" ? list.entries : [];
    const inPlace = new Set(properties.map(({ schema }) => schema.node));
    return new Map(written.flatMap(({ key, value }) => (inPlace.has(value) ? [] : [[key, value]])));
  });
}

/**
 * The problems of a schema, without those of schemas below, which have rows of their own. The result is kept, because thousands of rows
 * may show the same schema.
 */
function ownProblems(context: TreeContext, schema: Schema): readonly Diagnostic[] {
  return getOrMake(context.memo.of(noProblems, context.words), schema.node, (own) => {
    const problems = context.problemsIn(own);
    if (problems.length === 0) return problems;
    const below = new Set([...nodesWithin(schema), ...referencesIn(context, schema).values()].flatMap((node) => context.problemsIn(node)));
    return problems.filter((problem) => !below.has(problem));
  });
}

/** What is wrong with the reference by which a row's parent has it. */
function problemsOfUse(context: TreeContext, property: MergedProperty | undefined): Diagnostic[] {
  const references = property?.stated.flatMap(({ part }) => referencesIn(context, part.schema).get(property.name) ?? []) ?? [];
  return references.flatMap((node) => context.problemsIn(node));
}

/** The problems of a row. Those of a root are folded from two on, because they stand between the heading and the first field. */
function problemsOf(context: TreeContext, { child, row, again = false }: RowSubject): Pick<RowFace, "problems" | "problemsFold"> {
  const own = again ? [] : row.merged.parts.flatMap(({ schema }) => ownProblems(context, schema));
  const all = [...problemsOfUse(context, child?.property), ...own];
  // The row says itself that no value can match.
  const found = new Set(all.filter(({ code }) => code !== "schema/impossible"));
  const problems = context.problemViews([...found]);
  if (child || found.size < 2) return { problems, problemsFold: undefined };
  const summary = sumsOf([...found], context.words).counted;
  return { problems, problemsFold: { summary, error: problems.some(({ error }) => error) } };
}

/** From this many lines on, an unknown keyword is folded. The limit is higher than for extensions, since a keyword constrains the value. */
const LONG_KEYWORD = 16;

function othersOf(context: TreeContext, merged: MergedSchema): RowFace["others"] {
  if (!says(merged, hasOthers)) return [];
  const { parts } = merged;
  const all: NamedValue[] = parts.flatMap(({ schema }) => [
    ...identityOf(schema),
    ...[...schema.otherKeywords, ...schema.extensions].filter((each) => !isExample(each)),
    ...(schema.externalDocs?.others ?? []),
  ]);
  const written = parts.flatMap(({ schema }) =>
    schema.asWritten ? [{ key: context.words("schema.written"), value: schema.asWritten }] : [],
  );
  const shown = [...written, ...all].slice(0, MOST_TOLD).map(({ key, value }) => {
    const shown = shownValue(context, value);
    const fold = foldOf(context, shown, key.startsWith("x-") ? undefined : LONG_KEYWORD);
    return { key, value: shown.value, block: shown.block, fold, aside: identifying.has(key) || EXTENSION.test(key) };
  });
  const next = all[MOST_TOLD];
  const count = all.length + written.length - shown.length;
  const more = next && link(context.sourceHref(next.value), context.words("schema.value.more", { count }));
  return more ? [...shown, { key: "…", value: more, block: false, fold: "", aside: true }] : shown;
}

function docsOf(context: TreeContext, merged: MergedSchema): RowFace["docs"] {
  if (!says(merged, ({ externalDocs }) => externalDocs !== undefined)) return [];
  return merged.parts.flatMap(({ schema: { externalDocs } }) => {
    if (!externalDocs) return [];
    const url = externalDocs.url?.value ?? "";
    const text = externalDocs.description?.value ?? context.words("schema.externalDocs");
    return [{ href: safeUrl(url) ?? "", text: safeUrl(url) === undefined && url !== "" ? `${text} (${url})` : text }];
  });
}

function partsOf(context: TreeContext, { merged, own }: EffectiveSchema): RowFace["parts"] {
  const added = merged.parts.filter((part) => !own.includes(part.schema));
  if (added.length === 0) return undefined;
  const items = added
    .slice(0, MOST_LISTED)
    .map((part) => ({ name: partName(context, part), written: shownValue(context, part.schema.node).value }));
  const next = added[MOST_LISTED];
  const count = added.length - MOST_LISTED;
  const more = next && {
    name: link(context.sourceHref(next.schema.node), context.words("schema.value.more", { count })),
    written: undefined,
  };
  const summary = context.words("schema.parts", { count: added.length });
  return { names: combination(context, added), summary, items: more ? [...items, more] : items };
}

/** The cost of each part of an `allOf`: it is checked for everything it might say. */
const LOOKS_A_PART = 4;

/** The cost of a row for an empty schema. */
const LOOKS_A_ROW = 15;

/** Whether an anchor is that of a tree's root. */
function isRoot(id: string): boolean {
  return id.endsWith(".~");
}

function schemasOf(merged: MergedSchema): readonly Schema[] {
  return merged.parts.map((part) => part.schema);
}

/** The type with null, format and a link to the named schema: `string date-time · sentAt`. */
function typeOf(context: TreeContext, { row, child, id }: RowSubject): Line {
  const isStated = row.merged.types.length > 0 || row.merged.parts.some(({ schema }) => schema.always !== undefined);
  // Conditions seldom state a type, and a plain choice has none: a note says more about it.
  const isUntyped = (!isStated && child?.kind === "condition") || (!row.nullable && isChoiceOnly(row.merged, context.memo));
  const words = child?.step === "{names}" && !isStated ? context.say("schema.type.name") : typeWords(context, row.merged);
  const type = row.nullable ? context.say("schema.type.or", { left: words, right: strong("null") }) : words;
  const formats = formatWords(context, row.merged);
  // On the schema's own page, the heading already names it.
  const isTold = ({ named }: Schema): boolean => isRoot(id) && named !== undefined && context.isHeading(named);
  const names = row.own
    .filter((schema) => (schema.named ?? schema.name) && !isTold(schema))
    .map((schema) => linkToSchema(context, schema) ?? "");
  const told = isUntyped ? formats : [type, ...formats];
  const said = told.length > 0 ? [joinLines(told, " ")] : [];
  return joinLines([...said, ...names], context.words("schema.separator"));
}

/** Whether a fact is an `$id` that is only a pointer to the property or item itself, as generators write it. It names nothing. */
function isOwnPlace({ keyword, value }: Fact): boolean {
  return keyword === "$id" && value.kind === "string" && /^#\/(?:.*\/)?(?:properties\/[^/]+|items)$/.test(value.value);
}

/** The keys of schemas that live at a row, unless they are their titles. A message has those of its trees. */
function keysOf(context: TreeContext, { row, id }: RowSubject): Line[] {
  return row.own.flatMap(({ named }) => {
    const isShown = named && named.id !== named.title && !isRoot(id) && context.isHere(named);
    return isShown ? [context.say("schema.key", { key: codeName(named.id) })] : [];
  });
}

/** The facts of all parts. Those that `allOf` adds say which part they come from. */
function factsOf(context: TreeContext, { merged, own }: EffectiveSchema): Line[] {
  if (!says(merged, ({ facts }) => facts.length > 0)) return [];
  return merged.parts.flatMap((part) => {
    const phrases = factPhrases(
      part.schema.facts.filter(({ keyword }) => !identifying.has(keyword)),
      context.say,
    );
    if (own.includes(part.schema) || phrases.length === 0) return phrases;
    return [joinLines([joinLines(phrases, context.words("schema.value.comma")), from(context, part)], " ")];
  });
}

function from(context: TreeContext, part: MergedPart): Line {
  return { look: "origin", line: context.say("schema.from", { part: partName(context, part) }) };
}

/** The parts of `allOf` that state a property. */
function origins(context: TreeContext, child: Child | undefined): Line[] {
  const parts = child?.property?.stated.map((each) => each.part).filter((part) => part.within) ?? [];
  return parts.map((part) => aside(context.say("schema.from", { part: partName(context, part) })));
}

/** The descriptions of a row, each text once. Their anchors begin with the row's. */
function descriptionsOf(context: TreeContext, spot: RowSubject): DocumentText[] {
  const { child, row } = spot;
  if (child?.property === undefined && !says(row.merged, ({ description }) => description !== undefined)) return [];
  const ofProperty = child?.property?.stated.map((each) => each.property.description) ?? [];
  const texts: (StringNode | undefined)[] = [...ofProperty, ...schemasOf(row.merged).map((schema) => schema.description)];
  const enough = texts.filter((text, at) => text !== undefined && texts.findIndex((other) => other?.value === text.value) === at);
  return enough.flatMap((text, at) => context.prose(text, at === 0 ? spot.id : `${spot.id}.${at}`) ?? []);
}

/** From this many parts on, titles are kept: thousands of properties may refer to the same parts. */
const MANY = 30;

function titlesOf(merged: MergedSchema): ReadonlySet<string> {
  return new Set(schemasOf(merged).flatMap(({ title }) => title?.value ?? []));
}

function isTitled(merged: MergedSchema, name: string, memo: Memo): boolean {
  if (merged.parts.length < MANY) return says(merged, ({ title }) => title?.value === name);
  return memo.of(titlesOf, merged).has(name);
}

/** Whether a property's schema has the property's name as its title, as generators write it. */
function isTitledAs({ merged }: EffectiveSchema, child: Child | undefined, memo: Memo): boolean {
  const name = child?.property?.name;
  return name !== undefined && isTitled(merged, name, memo);
}

/** The titles of a row that its name and link do not already show. */
function titleOf(spot: RowSubject, { memo }: TreeContext): string {
  if (!says(spot.row.merged, ({ title }) => title !== undefined)) return "";
  const schemas = spot.row.own.filter((schema) => schema.title && nameOfSchema(schema) !== schema.title.value);
  const inParts = schemasOf(spot.row.merged).filter((schema) => schema.title && !spot.row.own.includes(schema) && !schema.named);
  const unnamed = spot.row.own.filter((schema) => schema.title && !schema.named && !schema.name && spot.child?.kind !== "choice");
  const titles = new Set([...schemas, ...unnamed, ...inParts].map((schema) => schema.title?.value ?? ""));
  if (isTitledAs(spot.row, spot.child, memo)) titles.delete(spot.child?.property?.name ?? "");
  return [...titles].join(" · ");
}

function flagsOf(context: TreeContext, { row, child }: RowSubject): Pick<RowFace, "deprecated" | "access"> {
  const { words } = context;
  const is = (flag: "readOnly" | "writeOnly" | "deprecated") => says(row.merged, (schema) => schema[flag]);
  const deprecated = is("deprecated") || child?.property?.stated.some((each) => each.property.deprecated === true) === true;
  return {
    deprecated: deprecated ? words("schema.deprecated") : "",
    access: [...(is("readOnly") ? [words("schema.readOnly")] : []), ...(is("writeOnly") ? [words("schema.writeOnly")] : [])],
  };
}

const NOTHING_OF_USE = { facts: [], values: [] } as const;

/** Whether the parent says more about a property than the property's schema does. */
function saysMore({ property, part }: MergedProperty["stated"][number]): boolean {
  return property.facts.length > 0 || property.default !== undefined || part.within !== undefined;
}

/** What a row says about this use of the schema: facts and defaults of the property, and where it comes from. */
function ofUse(context: TreeContext, { child }: RowSubject): Pick<RowFace, "facts" | "values"> {
  const stated = child?.property?.stated ?? [];
  if (!child || (stated.length > 0 && !stated.some(saysMore))) return NOTHING_OF_USE;
  const isBare = child.kind === "property" && stated.length === 0;
  const defaults: Node[] = stated.flatMap((each) => each.property.default ?? []);
  return {
    facts: [
      ...origins(context, child),
      ...(isBare ? [context.say("schema.requiredOnly")] : []),
      ...stated.flatMap((each) => factPhrases(each.property.facts, context.say)),
    ],
    values: defaultValues(context, defaults),
  };
}

/** The label of a row. */
function nameOf({ words }: TreeContext, { child }: RowSubject): Pick<RowFace, "label" | "kind" | "required"> {
  return {
    label: child?.label ?? "",
    kind: child?.kind ?? "root",
    required: child?.property?.required === true ? words("schema.required") : "",
  };
}

/** The cost of making a row, in names and branches visited. A deep row has a long path, of which its anchors consist. */
function looksOf({ row: { merged }, id }: RowSubject): number {
  let looks = LOOKS_A_ROW + LOOKS_A_PART * merged.parts.length + Math.floor(id.length / CHARACTERS_A_LOOK);
  for (const { schema } of merged.parts) {
    looks += schema.types.length + schema.facts.length + schema.otherKeywords.length + schema.extensions.length;
    if (!schema.hasOnlyProperties) looks += schema.allOf.length + schema.oneOf.length + schema.anyOf.length + schema.dependencies.length;
  }
  return looks;
}

/** What a row says of what stands after the rows below it. */
export function restOf({
  examples,
  docs,
  others,
  parts,
}: Pick<RowFace, "examples" | "docs" | "others" | "parts">): Pick<RowFace, "hasRest" | "restIsAside"> {
  const isForReaders = examples.length + docs.length > 0 || others.some((each) => !each.aside);
  return { hasRest: isForReaders || others.length > 0 || parts !== undefined, restIsAside: !isForReaders };
}

/** Makes everything that a row shows about itself. */
export function rowFace(context: TreeContext, spot: RowSubject): RowFace {
  const { row } = spot;
  context.look(looksOf(spot));
  const { label, kind, required } = nameOf(context, spot);
  const { deprecated, access } = flagsOf(context, spot);
  const use = ofUse(context, spot);
  const isNew = spot.again !== true;
  const examples = isNew ? examplesOf(context, row) : [];
  const docs = isNew ? docsOf(context, row.merged) : [];
  const others = isNew ? othersOf(context, row.merged) : [];
  const parts = isNew ? partsOf(context, row) : undefined;
  return {
    id: spot.id,
    path: spot.path === spot.child?.step ? "" : spot.path,
    label,
    kind,
    required,
    deprecated,
    access,
    type: typeOf(context, spot),
    title: titleOf(spot, context),
    descriptions: descriptionsOf(context, spot),
    facts: isNew ? [...use.facts, ...factsOf(context, row), ...keysOf(context, spot)] : use.facts,
    values: isNew ? [...use.values, ...valuesOf(context, row)] : use.values,
    examples,
    notes: isNew ? notesOf(context, row, spot.anchor) : [],
    contradictions: isNew ? contradictionsOf(context, row, spot.child) : undefined,
    docs,
    ...problemsOf(context, spot),
    others,
    parts,
    ...restOf({ examples, docs, others, parts }),
  };
}
