/** Reads JSON Schema of every draft, by the keywords that each draft has. */
import type { KeywordKind } from "#format";
import { definitionKeywords, referenceKeywords, mapKeywords, schemaVocabulary, usingKeywords } from "#format";
import type { Entry, ListNode, MapNode, Node, StringNode } from "#text";
import { entriesOf, entryOf, getOrMake, itemsOf, valueOf, asString, isTrue, plainText } from "#text";
import type { FixedValues, Inheritors, LazyFields, PlainFields, SchemaFields, ReaderContext } from "./make-schema.ts";
import type { Dependency, EnumValue, Fact, NamedChild, Property, Schema, Discriminator, DiscriminatorChoice, Language } from "./schema.ts";

/** The keywords of each language and the kinds of their values. Other languages than JSON Schema have none. */
const tables: ReadonlyMap<Language, ReadonlyMap<string, readonly KeywordKind[]>> = new Map(
  Object.entries(schemaVocabulary) as [Language, ReadonlyMap<string, readonly KeywordKind[]>][],
);

/** Whether a value fits a kind. Null in place of a schema occurs in real documents; it counts as a schema, and is shown as written. */
function fits(value: Node, kind: KeywordKind): boolean {
  if (kind === "value") return true;
  if (kind === "schema") return value.kind === "map" || value.kind === "boolean";
  if (kind === "strings") return value.kind === "list" && value.items.every((item) => item.kind === "string");
  if (kind === "map of schemas" || kind === "map of schemas or names") return value.kind === "map";
  if (kind === "list of schemas" || kind === "values") return value.kind === "list";
  if (kind === "reference" || kind === "identifier") return value.kind === "string";
  return value.kind === kind;
}

/** Whether a language reads a keyword with this value; without a value, whether it knows the keyword. */
export function reads(language: Language, keyword: string, value?: Node): boolean {
  return (
    tables
      .get(language)
      ?.get(keyword)
      ?.some((kind) => !value || fits(value, kind)) ?? false
  );
}

/** Keywords that only have an effect with one of some others beside them. */
const dependent: ReadonlyMap<string, readonly string[]> = new Map([
  ["minContains", ["contains"]],
  ["maxContains", ["contains"]],
  ["then", ["if"]],
  ["else", ["if"]],
  // What `if` has visited counts as evaluated.
  ["if", ["then", "else", "unevaluatedProperties", "unevaluatedItems"]],
  ["contentSchema", ["contentMediaType"]],
]);

/** Whether a keyword has an effect in its schema. */
function hasEffect({ key: keyword, value }: Entry, node: MapNode): boolean {
  if (keyword === "additionalItems") return valueOf(node, "items")?.kind === "list";
  if (value.kind === "boolean" && keyword === "exclusiveMinimum") return valueOf(node, "minimum") !== undefined;
  if (value.kind === "boolean" && keyword === "exclusiveMaximum") return valueOf(node, "maximum") !== undefined;
  const others = dependent.get(keyword);
  return !others || others.some((other) => valueOf(node, other) !== undefined);
}

/** Receives the schemas directly below one, as written. */
interface BelowHandlers {
  readonly child: (node: Node) => void;
  /** Called with a reference that has keywords beside it. */
  readonly refer: (ref: StringNode) => void;
  /** The only keywords to search; all by default. */
  readonly only?: ReadonlySet<string> | undefined;
}

/** The order in which `schemasBelow` returns schemas. */
const ordered = [
  "properties", "patternProperties", "prefixItems", "items", "$ref", "$dynamicRef", "$recursiveRef", "allOf", "oneOf", "anyOf",
  "additionalProperties", "unevaluatedProperties", "propertyNames", "additionalItems", "unevaluatedItems", "contains", "contentSchema",
  "not", "if", "then", "else", "dependencies", "dependentSchemas",
]; // prettier-ignore

const ranks: ReadonlyMap<string, number> = new Map(ordered.map((keyword, at) => [keyword, at]));
const rankOf = (keyword: string): number => ranks.get(keyword) ?? ordered.length;
/** Lists of schemas come after a tuple in `items`; `items` for all comes with the keywords for a single schema. */
const ITEMS_FOR_ALL = rankOf("additionalItems") - 0.5;

interface KeywordEntry {
  readonly entry: Entry;
  readonly rank: number;
}

/** The keywords of a schema that its language reads and that contain schemas, in the order of `schemasBelow`. */
function foundIn(node: MapNode, language: Language, only: BelowHandlers["only"]): readonly KeywordEntry[] {
  let found: KeywordEntry[] | undefined;
  for (const entry of node.entries) {
    if (!usingKeywords.has(entry.key) || only?.has(entry.key) === false) continue;
    if (!hasEffect(entry, node) || !reads(language, entry.key, entry.value)) continue;
    const forAll = entry.key === "items" && entry.value.kind !== "list";
    (found ??= []).push({ entry, rank: forAll ? ITEMS_FOR_ALL : rankOf(entry.key) });
  }
  if (!found) return [];
  return found.length > 1 ? found.sort((a, b) => a.rank - b.rank) : found;
}

function tell({ key, value }: Entry, { child, refer }: BelowHandlers): void {
  if (referenceKeywords.has(key)) {
    if (value.kind === "string") refer(value);
  } else if (value.kind === "list") for (const item of itemsOf(value)) child(item);
  else if (mapKeywords.has(key)) {
    // In `dependencies`, a list contains names and not schemas.
    for (const { value: each } of entriesOf(value)) if (each.kind !== "list" || key !== "dependencies") child(each);
  } else child(value);
}

/** Passes on all schemas directly below a JSON Schema, in the order of `schemasBelow`, without reading them. */
export function jsonSchemasBelow(node: MapNode, language: Language, handlers: BelowHandlers): void {
  for (const { entry } of foundIn(node, language, handlers.only)) tell(entry, handlers);
}

/** The only value that a schema allows for a property: its `const`, or an `enum` of one. Own properties come before those of parts. */
function fixedValue(schema: Schema, property: string, known: FixedValues): Node | undefined {
  if (known.has(schema)) return known.get(schema);
  known.set(schema, undefined);
  const own = schema.properties.find((each) => each.name === property)?.schema;
  let fixed = own?.const ?? (own?.enum?.length === 1 ? own.enum[0]?.value : undefined);
  for (const part of schema.allOf) fixed ??= fixedValue(part, property, known);
  known.set(schema, fixed);
  return fixed;
}

/**
 * The choice for a schema: its const, which has precedence, otherwise its name, or the last part of the reference to it; `undefined` if
 * it has none.
 */
function choiceOf(schema: Schema, fixed: Node | undefined, reading: ReaderContext): DiscriminatorChoice | undefined {
  if (fixed) return { value: plainText(fixed), schema, by: "const" };
  const name = reading.nameOf(schema.node) ?? schema.name;
  return name === undefined ? undefined : { value: name, schema, by: "name" };
}

/** The choices in the `mapping` of OpenAPI's Discriminator Object, from a value to a schema's name or reference. */
function mapped(discriminator: Node, reading: ReaderContext): DiscriminatorChoice[] {
  return entriesOf(valueOf(discriminator, "mapping")).flatMap((entry) => {
    const target = entry.value.kind === "string" ? reading.lookup(entry.value) : undefined;
    return target ? [{ value: entry.key, schema: target, by: "mapping" as const }] : [];
  });
}

/** The schemas among which a discriminator chooses: the branches beside it, otherwise the schema itself and those that extend it. */
function candidates(node: MapNode, reading: ReaderContext): Inheritors {
  const branches = ["oneOf", "anyOf"].flatMap((keyword) => itemsOf(valueOf(node, keyword)));
  if (branches.length > 0) return { all: branches.map((branch) => reading.child(branch)), cut: false };
  const { all, cut } = reading.inheritors(node);
  return { all: [reading.child(node), ...all], cut };
}

/**
 * Reads the discriminator of a schema: the name of a property, or OpenAPI's object with `propertyName` and `mapping`. A value picks by
 * const, then by mapping, then by name. The name of a mapped schema is no longer a choice.
 */
function discriminatorOf(discriminator: Node, node: MapNode, reading: ReaderContext): Discriminator | undefined {
  const property: Node | undefined = discriminator.kind === "map" ? valueOf(discriminator, "propertyName") : discriminator;
  if (property?.kind !== "string") return undefined;
  const { all, cut } = candidates(node, reading);
  return { property, choices: choices(property, { discriminator, node, reading, among: all }), cut };
}

function choices(
  property: StringNode,
  at: { discriminator: Node; node: MapNode; reading: ReaderContext; among: readonly Schema[] },
): DiscriminatorChoice[] {
  const { discriminator, node, reading, among } = at;
  const explicit = mapped(discriminator, reading);
  const base = reading.child(node);
  const byMapping = new Set(explicit.map((choice) => choice.schema));
  // What the base itself fixes is no value of its heirs.
  const known: FixedValues = new Map([[base, undefined]]);
  const own = among.flatMap((schema) => {
    const values = schema === base ? getOrMake(reading.fixed, property.value, () => new Map<Schema, Node | undefined>()) : known;
    const choice = choiceOf(schema, fixedValue(schema, property.value, values), reading);
    return choice && !(choice.by === "name" && byMapping.has(schema)) ? [choice] : [];
  });
  const seen = new Set<string>();
  const isNew = (value: string) => !seen.has(value) && !!seen.add(value);
  return [...own.filter((choice) => choice.by === "const"), ...explicit, ...own.filter((choice) => choice.by === "name")].filter((choice) =>
    isNew(choice.value),
  );
}

/** Extensions that describe the values of an `enum`: a map by value, or a list by position. */
const descriptionKeywords = ["x-enumDescriptions", "x-enum-descriptions", "x-enumNames", "x-enum-varnames"];

/** A value as the key in a map of descriptions: a string as it is, others as written. */
function keyOf(value: Node): string | undefined {
  if (value.kind === "string") return value.value;
  if (value.kind === "number") return value.raw;
  if (value.kind === "boolean") return String(value.value);
  return value.kind === "null" ? "null" : undefined;
}

function described(value: Node, at: number, descriptions: Node): StringNode | undefined {
  const key = keyOf(value);
  const found = descriptions.kind === "list" ? descriptions.items[at] : key === undefined ? undefined : entryOf(descriptions, key)?.value;
  return asString(found);
}

/** Whether every description belongs to a value, so that nothing is lost by showing them with the values only. */
function allUsed(values: readonly EnumValue[], descriptions: Node): boolean {
  const size = descriptions.kind === "list" ? descriptions.items.length : entriesOf(descriptions).length;
  return values.filter((value) => value.description).length === size;
}

/**
 * The values of an `enum` with their descriptions. `used` is the extension with the descriptions, if it contains nothing else and so
 * need not be shown again.
 */
function enumOf(list: Node | undefined, schema: MapNode): { readonly values?: readonly EnumValue[]; readonly used?: Entry } {
  if (list?.kind !== "list") return {};
  const entry = descriptionKeywords.map((keyword) => entryOf(schema, keyword)).find((each) => each !== undefined);
  if (!entry) return { values: list.items.map((value) => ({ value })) };
  const values = list.items.map((value, at) => ({ value, description: described(value, at, entry.value) }));
  return allUsed(values, entry.value) ? { values, used: entry } : { values };
}

/** Keywords that state one fact each, in the order in which they are shown. */
const factKeywords = [
  "multipleOf", "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "minLength", "maxLength", "pattern",
  "contentEncoding", "contentMediaType", "minItems", "maxItems", "uniqueItems", "minContains", "maxContains",
  "minProperties", "maxProperties", "xml", "$comment", "$schema", "id", "$id", "$anchor", "$dynamicAnchor", "$recursiveAnchor",
  "$vocabulary",
]; // prettier-ignore

/** The keywords of a schema that its language reads, and the other ones. */
interface Keywords {
  get(keyword: string): Node | undefined;
  readonly others: readonly Entry[];
}

function keywordsOf(node: MapNode, reading: ReaderContext): Keywords {
  const known = new Map<string, Node>();
  const others: Entry[] = [];
  for (const entry of node.entries) {
    if (reads(reading.language, entry.key, entry.value) && hasEffect(entry, node)) known.set(entry.key, entry.value);
    else others.push(entry);
  }
  return { get: (keyword) => known.get(keyword), others };
}

function texts(node: Node | undefined): StringNode[] {
  const seen = new Set<string>();
  return itemsOf(node).filter((item): item is StringNode => item.kind === "string" && !seen.has(item.value) && !!seen.add(item.value));
}

/** The types, with `null` if OpenAPI's `nullable` is beside a `type`. Without a `type` it has no effect (3.0.3). */
function typesOf(keywords: Keywords): string[] {
  const type = keywords.get("type");
  const types = type?.kind === "string" ? [type.value] : texts(type).map((each) => each.value);
  const nullable = isTrue(keywords.get("nullable")) && types.length > 0 && !types.includes("null");
  return nullable ? [...types, "null"] : types;
}

function factsOf(keywords: Keywords): Fact[] {
  const facts: Fact[] = [];
  for (const keyword of factKeywords) {
    const value = keywords.get(keyword);
    if (value) facts.push({ keyword, value });
  }
  return facts;
}

function externalDocs(node: Node | undefined, reading: ReaderContext): Schema["externalDocs"] {
  const docs = node && reading.follow(node);
  if (docs?.kind !== "map") return undefined;
  const others = docs.entries.filter(({ key, value }) => value.kind !== "string" || (key !== "url" && key !== "description"));
  return { url: asString(valueOf(docs, "url")), description: asString(valueOf(docs, "description")), others };
}

function examplesOf(keywords: Keywords): readonly Node[] {
  const single = keywords.get("example");
  return [...itemsOf(keywords.get("examples")), ...(single ? [single] : [])];
}

/** All fields of a schema that are not schemas. */
function plain(keywords: Keywords, node: MapNode, reading: ReaderContext): PlainFields {
  const isExtension = (entry: Entry) => entry.key.startsWith("x-");
  const { values, used } = enumOf(keywords.get("enum"), node);
  const others = keywords.others.filter((entry) => entry !== used);
  return {
    title: asString(keywords.get("title")),
    description: asString(keywords.get("description")),
    types: typesOf(keywords),
    format: asString(keywords.get("format")),
    facts: factsOf(keywords),
    enum: values,
    const: keywords.get("const"),
    default: keywords.get("default"),
    examples: examplesOf(keywords),
    readOnly: isTrue(keywords.get("readOnly")),
    writeOnly: isTrue(keywords.get("writeOnly")),
    deprecated: isTrue(keywords.get("deprecated")),
    externalDocs: externalDocs(keywords.get("externalDocs"), reading),
    required: texts(keywords.get("required")),
    extensions: others.filter(isExtension),
    otherKeywords: others.filter((entry) => !isExtension(entry)),
  };
}

function named(map: Node | undefined, reading: ReaderContext): NamedChild[] {
  return entriesOf(map).map((entry) => ({ name: entry.key, place: entry, schema: reading.child(entry.value) }));
}

const NO_FACTS: readonly Fact[] = [];

/** A property whose schema is made only when it is read. For a schema with many properties, often only the names are needed. */
class WrittenProperty implements Property {
  readonly name: string;
  readonly place: Entry;
  readonly required: boolean;
  readonly facts = NO_FACTS;
  readonly #reading: ReaderContext;

  constructor(entry: Entry, required: boolean, reading: ReaderContext) {
    this.name = entry.key;
    this.place = entry;
    this.required = required;
    this.#reading = reading;
  }

  get schema(): Schema {
    return this.#reading.child(this.place.value);
  }
}

function propertiesOf(map: Node | undefined, required: readonly StringNode[], reading: ReaderContext): Property[] {
  const names = new Set(required.map((each) => each.value));
  return entriesOf(map).map((entry) => new WrittenProperty(entry, names.has(entry.key), reading));
}

const DEPENDENCIES = ["dependencies", "dependentRequired", "dependentSchemas"];

function dependenciesOf(keywords: Keywords, reading: ReaderContext): Dependency[] {
  const entries = DEPENDENCIES.flatMap((keyword) => entriesOf(keywords.get(keyword)));
  return entries.map((entry) => {
    const isList = entry.value.kind === "list";
    return { name: entry.key, place: entry, requires: texts(entry.value), schema: isList ? undefined : reading.child(entry.value) };
  });
}

type SingleSchemaKeyword = "additionalProperties" | "unevaluatedProperties" | "propertyNames" | "additionalItems" | "unevaluatedItems" | "contains" | "not" | "if" | "then" | "else"; // prettier-ignore

const single: readonly SingleSchemaKeyword[] = [
  "additionalProperties", "unevaluatedProperties", "propertyNames", "additionalItems", "unevaluatedItems", "contains", "not", "if", "then", "else",
]; // prettier-ignore

function list(node: ListNode, reading: ReaderContext): Schema[] {
  return node.items.map((item) => reading.child(item));
}

/** Items by position and the following ones: `items`/`additionalItems` until 2019-09, `prefixItems`/`items` since 2020-12. */
function arrays(keywords: Keywords, reading: ReaderContext): LazyFields {
  const items = keywords.get("items");
  const prefix = keywords.get("prefixItems");
  if (prefix?.kind === "list") {
    return { tuple: () => list(prefix, reading), ...(items ? { additionalItems: () => reading.child(items) } : {}) };
  }
  if (items?.kind === "list") return { tuple: () => list(items, reading) };
  return items ? { items: () => reading.child(items) } : {};
}

/** The parts of `allOf`. A reference with keywords beside it (2019-09 and later) is one of them. */
function allOf(keywords: Keywords, node: MapNode, reading: ReaderContext): LazyFields {
  const own = keywords.get("allOf");
  const beside = [...referenceKeywords].flatMap((keyword) => {
    const ref = asString(keywords.get(keyword));
    return ref ? [ref] : [];
  });
  if (!own && beside.length === 0) return {};
  return { allOf: () => [...beside.map((ref) => reading.refer(ref, node)), ...itemsOf(own).map((item) => reading.child(item))] };
}

function schemasBelow(keywords: Keywords, of: { node: MapNode; required: readonly StringNode[] }, reading: ReaderContext): LazyFields {
  const { node, required } = of;
  const has = (keyword: string): boolean => keywords.get(keyword) !== undefined;
  const later: Record<string, () => unknown> = { ...arrays(keywords, reading), ...allOf(keywords, node, reading) };
  for (const keyword of single) {
    const value = keywords.get(keyword);
    // After `prefixItems` the keyword `items` has this role.
    if (value && !(keyword in later)) later[keyword] = () => reading.child(value);
  }
  for (const keyword of ["oneOf", "anyOf"]) {
    const value = keywords.get(keyword);
    if (value?.kind === "list") later[keyword] = () => list(value, reading);
  }
  if (keywords.get("properties")) later.properties = () => propertiesOf(keywords.get("properties"), required, reading);
  if (keywords.get("patternProperties")) later.patternProperties = () => named(keywords.get("patternProperties"), reading);
  if (DEPENDENCIES.some(has)) later.dependencies = () => dependenciesOf(keywords, reading);
  const definitions = [...definitionKeywords].filter(has);
  if (definitions.length > 0) later.definitions = () => definitions.flatMap((keyword) => named(keywords.get(keyword), reading));
  const content = keywords.get("contentSchema");
  if (content) later.contentSchema = () => reading.child(content);
  return later;
}

const NOTHING: SchemaFields = {};

/** Reads JSON Schema of any draft, the format's own Schema Object and OpenAPI's, using the keywords of the language. */
export function readJsonSchema(node: MapNode, reading: ReaderContext): SchemaFields {
  // Hundreds of thousands of empty schemas would make a small document expensive.
  if (node.entries.length === 0) return NOTHING;
  const keywords = keywordsOf(node, reading);
  const now = plain(keywords, node, reading);
  const discriminator = keywords.get("discriminator");
  const later = schemasBelow(keywords, { node, required: now.required ?? [] }, reading);
  if (!discriminator) return { now, later };
  return { now, later: { ...later, discriminator: () => discriminatorOf(discriminator, node, reading) } };
}
