/** Reads RAML types and their type expressions. */
import type { NamedValue } from "#model";
import type { Entry, MapNode, Node, StringNode } from "#text";
import { entriesOf, itemsOf, oncePerObject, valueOf, asString, isFalse, DEEPEST_NESTED } from "#text";
import type { LazyFields, PlainFields, SchemaFields, ReaderContext } from "./make-schema.ts";
import { makeSchema } from "./make-schema.ts";
import type { Fact, NamedChild, Property, Schema } from "./schema.ts";

/** The names of the types declared in a file. */
export const ramlNames = oncePerObject(
  (root: Node): ReadonlyMap<Node, string> => new Map(entriesOf(valueOf(root, "types")).map(({ key, value }) => [value, key])),
);

/** The declaration that a value refers to, if the value only names a type, as `Pet` and `{ type: Pet }` do. */
export function ramlTarget(node: Node, root: Node | undefined): Node | undefined {
  const names = node.kind === "map" && node.entries.every(({ key }) => key === "type" || key === "required");
  const type = names ? valueOf(node, "type") : node;
  const expression = type?.kind === "string" ? parseRamlExpression(type.value) : undefined;
  const name = expression?.kind === "name" && !builtIn.has(expression.name) ? expression.name : undefined;
  return name === undefined ? undefined : valueOf(valueOf(root, "types"), name);
}

/** RAML 1.0, "RAML Data Types": the built-in types. */
const builtIn = new Set([
  "any", "object", "array", "string", "number", "integer", "boolean", "file", "nil",
  "date-only", "time-only", "datetime-only", "datetime", "union",
]); // prettier-ignore

/** Facets that state one fact each, by the names that JSON Schema has for them. */
const factFacets =
  ["minimum", "maximum", "multipleOf", "minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties", "fileTypes", "discriminatorValue", "xml"]; // prettier-ignore
const otherFacets = ["type", "schema", "properties", "additionalProperties", "items", "enum", "default", "example", "examples", "description", "displayName", "required", "discriminator", "format"]; // prettier-ignore
const known = new Set([...factFacets, ...otherFacets]);
/** Facets that a type overrides instead of adding to those that it inherits. */
const overriding = new Set([...factFacets, "additionalProperties", "items", "enum", "default", "format"]);

/** The declaration of a name in the `types` of the file that uses it; a built-in type has none. */
function declared(name: string, at: Node, reading: ReaderContext): Node | undefined {
  return builtIn.has(name) ? undefined : valueOf(valueOf(reading.rootOf(at), "types"), name);
}

/** The types of a name without a declaration. */
const typesNamed = (name: string): readonly string[] => [name === "nil" ? "null" : name];

/** The schema of a type expression such as `Person[] | nil`. A name without a declaration stays the name of a type. */
function ofExpression(expression: RamlExpression, at: StringNode, reading: ReaderContext): Schema {
  const found = expression.kind === "name" ? declared(expression.name, at, reading) : undefined;
  return found ? reading.child(found) : makeSchema(at, "raml", readExpression(expression, at, reading));
}

function readExpression(expression: RamlExpression, at: StringNode, reading: ReaderContext): SchemaFields {
  if (expression.kind === "array") {
    return { now: { types: ["array"] }, later: { items: () => ofExpression(expression.of, at, reading) } };
  }
  if (expression.kind === "union") return { later: { anyOf: () => expression.of.map((each) => ofExpression(each, at, reading)) } };
  const found = declared(expression.name, at, reading);
  return found ? { later: { allOf: () => [reading.child(found)] } } : { now: { types: typesNamed(expression.name) } };
}

/** Reads a property. `name?` is optional unless `required` says otherwise; `/…/` is a pattern, and `//` matches any name. */
function property(entry: Entry, reading: ReaderContext): Property {
  const stated = valueOf(entry.value, "required");
  const isOptional = entry.key.endsWith("?") && stated === undefined;
  return {
    name: isOptional ? entry.key.slice(0, -1) : entry.key,
    place: entry,
    schema: reading.child(entry.value),
    required: !isOptional && !isFalse(stated),
    facts: [],
  };
}

function isPattern(entry: Entry): boolean {
  return /^\/.*\/$/.test(entry.key);
}

function patterns(map: Node | undefined, reading: ReaderContext): NamedChild[] {
  return entriesOf(map)
    .filter(isPattern)
    .map((entry) => ({ name: entry.key.slice(1, -1), place: entry, schema: reading.child(entry.value) }));
}

/** The examples. `example` is one value, `examples` a list or a map of named ones; each may be wrapped as `{ value: … }`. */
function examplesOf(node: MapNode): Node[] {
  const many = valueOf(node, "examples");
  const all = [valueOf(node, "example"), ...itemsOf(many), ...entriesOf(many).map((entry) => entry.value)];
  return all
    .filter((each) => each !== undefined)
    .map((each) => (valueOf(each, "strict") || each.kind === "map" ? (valueOf(each, "value") ?? each) : each));
}

function plain(node: MapNode, overridden: ReadonlySet<string>): PlainFields {
  const stated = (facet: string): Node | undefined => (overridden.has(facet) ? undefined : valueOf(node, facet));
  const facts: Fact[] = factFacets.flatMap((keyword) => {
    const value = stated(keyword);
    return value ? [{ keyword, value }] : [];
  });
  const values = stated("enum");
  return {
    title: asString(valueOf(node, "displayName")),
    description: asString(valueOf(node, "description")),
    format: asString(stated("format")),
    facts,
    enum: values?.kind === "list" ? values.items.map((value) => ({ value })) : undefined,
    default: stated("default"),
    examples: examplesOf(node),
    otherKeywords: node.entries.filter((entry) => !known.has(entry.key)),
  };
}

function below(node: MapNode, reading: ReaderContext, overridden: ReadonlySet<string>): LazyFields {
  const properties = valueOf(node, "properties");
  const items = overridden.has("items") ? undefined : valueOf(node, "items");
  const stated = (): Property[] =>
    entriesOf(properties)
      .filter((entry) => !isPattern(entry))
      .map((entry) => property(entry, reading));
  return {
    properties: () => stated().filter(({ name }) => !overridden.has(propertyKey(name))),
    patternProperties: () => patterns(properties, reading).filter(({ name }) => !overridden.has(propertyKey(`/${name}/`))),
    ...(items ? { items: () => reading.child(items) } : {}),
  };
}

/** What the facet `type` refers to. */
interface RamlBase {
  /** The declarations that the type inherits from. */
  readonly parents: readonly Node[];
  readonly union?: { readonly of: readonly RamlExpression[]; readonly at: StringNode } | undefined;
  /** Further nodes that apply, as written. */
  readonly parts: readonly Node[];
  readonly types: readonly string[];
  readonly items?: (() => Schema) | undefined;
  readonly otherKeywords: readonly NamedValue[];
}

const noBasis: RamlBase = { parents: [], parts: [], types: [], otherKeywords: [] };

function basisOfText(type: StringNode, reading: ReaderContext): RamlBase {
  const expression = parseRamlExpression(type.value);
  if (!expression) return { ...noBasis, otherKeywords: [{ key: "type", value: type }] };
  if (expression.kind === "union") return { ...noBasis, union: { of: expression.of, at: type } };
  if (expression.kind === "array") return { ...noBasis, types: ["array"], items: () => ofExpression(expression.of, type, reading) };
  const found = declared(expression.name, type, reading);
  return found ? { ...noBasis, parents: [found] } : { ...noBasis, types: typesNamed(expression.name) };
}

/** Reads `type`: an expression, an inline declaration, or several types to inherit from. */
function basisOf(type: Node | undefined, reading: ReaderContext): RamlBase {
  if (type?.kind === "string") return basisOfText(type, reading);
  if (type?.kind === "map") {
    const found = reading.follow(type);
    return found ? { ...noBasis, parents: [found] } : { ...noBasis, parts: [type] };
  }
  if (type?.kind !== "list") return noBasis;
  const all = type.items.map((item) => ({ item, basis: basisOf(item.kind === "list" ? undefined : item, reading) }));
  const union = all.find(({ basis }) => basis.union)?.basis.union;
  const parts = all.filter(({ basis }) => basis.parents.length === 0 && (!basis.union || basis.union !== union)).map(({ item }) => item);
  return { ...noBasis, parents: all.flatMap(({ basis }) => basis.parents), union, parts };
}

function typeOf(node: Node): Node | undefined {
  return node.kind === "map" ? (valueOf(node, "type") ?? valueOf(node, "schema")) : node;
}

function propertyKey(name: string): string {
  return `properties/${name}`;
}

/** The facets about values, and the names of properties, that a type states. They override what it inherits. */
function statedBy(node: Node, reading: ReaderContext): ReadonlySet<string> {
  const facets = entriesOf(node).filter(({ key }) => overriding.has(key));
  const properties = entriesOf(valueOf(node, "properties")).map((entry) => (isPattern(entry) ? entry.key : property(entry, reading).name));
  return new Set([...facets.map(({ key }) => key), ...properties.map(propertyKey)]);
}

/** A type to inherit from, with everything that types between override. */
interface RamlAncestor {
  readonly node: Node;
  readonly overridden: ReadonlySet<string>;
}

/** Everything that is overridden in the types on which a type is based. */
function statedFrom({ node, overridden }: RamlAncestor, reading: ReaderContext): ReadonlySet<string> {
  return new Set([...overridden, ...statedBy(node, reading)]);
}

/** The types that one inherits from directly. */
function parentsOf(of: RamlAncestor, reading: ReaderContext): readonly RamlAncestor[] {
  const { parents } = basisOf(typeOf(of.node), reading);
  if (parents.length === 0) return [];
  const overridden = statedFrom(of, reading);
  return parents.map((node) => ({ node, overridden }));
}

/** The most types that one may inherit from. Nobody writes so many, and thousands of types in a line would each hold those before it. */
const MOST_ANCESTORS = 30;

/** All types that `self` inherits from, the nearest first, each once. Those beyond the limit are kept as they are. */
function lineOf(
  self: Node,
  parents: readonly RamlAncestor[],
  reading: ReaderContext,
): { ancestors: readonly RamlAncestor[]; beyond: ReadonlySet<Node> } {
  const line = new Map<Node, Set<string>>();
  const beyond = new Set<Node>();
  const pending = [...parents];
  for (const next of pending) {
    const { node } = next;
    const overridden = line.get(node) ?? new Set<string>();
    if (node === self || (line.has(node) && [...next.overridden].every((each) => overridden.has(each)))) continue;
    if (!line.has(node) && line.size === MOST_ANCESTORS) {
      beyond.add(node);
      continue;
    }
    for (const each of next.overridden) overridden.add(each);
    line.set(node, overridden);
    pending.push(...parentsOf({ node, overridden }, reading));
  }
  return { ancestors: [...line].map(([node, overridden]) => ({ node, overridden })), beyond };
}

const nothing: ReadonlySet<string> = new Set();

/** What a type states itself, without what it inherits and without whether it is closed. */
function own(
  node: MapNode,
  reading: ReaderContext,
  overridden = nothing,
): { readonly basis: RamlBase; readonly now: PlainFields; readonly later: LazyFields } {
  const type = typeOf(node);
  const basis = basisOf(type, reading);
  const implied = valueOf(node, "properties") ? ["object"] : valueOf(node, "items") ? ["array"] : ["string"];
  const now = plain(node, overridden);
  const discriminator = asString(valueOf(node, "discriminator"));
  return {
    basis,
    now: { ...now, types: type ? basis.types : implied, otherKeywords: [...basis.otherKeywords, ...(now.otherKeywords ?? [])] },
    later: {
      ...(discriminator ? { discriminator: () => ({ property: discriminator, choices: [], cut: false }) } : {}),
      ...(basis.items ? { items: basis.items } : {}),
      ...below(node, reading, overridden),
    },
  };
}

/** Reads a member of a union with what the types above it override. If it is absent, unions are left out. */
type UnionMemberReader = ((member: RamlExpression, at: StringNode, overridden: ReadonlySet<string>) => Schema) | undefined;

/** What a type is based on besides inheritance: a union or further nodes. */
function rest(of: RamlAncestor, { union, parts }: RamlBase, reading: ReaderContext, member: UnionMemberReader): LazyFields {
  const anyOf = (read: NonNullable<UnionMemberReader>, { of: members, at }: NonNullable<RamlBase["union"]>): Schema[] => {
    const overridden = statedFrom(of, reading);
    return members.map((each) => read(each, at, overridden));
  };
  return {
    ...(union && member ? { anyOf: () => anyOf(member, union) } : {}),
    ...(parts.length > 0 ? { allOf: () => parts.map((part) => reading.child(part)) } : {}),
  };
}

/** The names of a type, for a schema that is shown in its place. */
function called(whole: Schema): PlainFields {
  return { named: whole.named, origin: whole.origin, name: whole.name, whole };
}

/** A type as inherited: without what the inheriting types override. */
function ancestor(of: RamlAncestor, reading: ReaderContext, member: UnionMemberReader): Schema {
  const { node, overridden } = of;
  const name = called(reading.child(node));
  if (node.kind === "string") {
    const basis = basisOf(node, reading);
    const { types, otherKeywords, items } = basis;
    return makeSchema(node, "raml", {
      now: { ...name, types, otherKeywords },
      later: { ...(items ? { items } : {}), ...rest(of, basis, reading, member) },
    });
  }
  if (node.kind !== "map") return reading.child(node);
  const { basis, now, later } = own(node, reading, overridden);
  return makeSchema(node, "raml", { now: { ...now, ...name }, later: { ...later, ...rest(of, basis, reading, member) } });
}

/** The facet that says whether a type allows further properties, if it does say. */
function closing(node: Node): Node | undefined {
  const additional = valueOf(node, "additionalProperties");
  return additional?.kind === "boolean" ? additional : undefined;
}

function further(stated: Node): Schema {
  return makeSchema(stated, "raml", { now: { always: !isFalse(stated) } });
}

interface RamlInheritance {
  readonly allOf: () => readonly Schema[];
  /** A schema that accepts nothing, if the type only allows its own and inherited properties. */
  readonly unevaluatedProperties: () => Schema | undefined;
}

/** What a declaration inherits. What it states itself overrides the same in the types that it inherits from. */
function heir(node: MapNode, parents: readonly RamlAncestor[], reading: ReaderContext, member: UnionMemberReader): RamlInheritance {
  let known: ReturnType<typeof lineOf> | undefined;
  const line = (): ReturnType<typeof lineOf> => (known ??= lineOf(node, parents, reading));
  return {
    allOf: () => [
      ...line().ancestors.map((each) => ancestor(each, reading, member)),
      ...[...line().beyond].map((each) => reading.child(each)),
    ],
    unevaluatedProperties() {
      const inherited = line().ancestors.filter(({ overridden }) => !overridden.has("additionalProperties"));
      const stated = [closing(node), ...inherited.map((each) => closing(each.node))].find(isFalse);
      return stated && further(stated);
    },
  };
}

/** The union that a type is or inherits from, with what the types above the union override. */
function unionIn(
  of: RamlAncestor,
  reading: ReaderContext,
): (NonNullable<RamlBase["union"]> & Pick<RamlAncestor, "overridden">) | undefined {
  for (const each of [of, ...lineOf(of.node, parentsOf(of, reading), reading).ancestors]) {
    const { union } = basisOf(typeOf(each.node), reading);
    if (union) return { ...union, overridden: statedFrom(each, reading) };
  }
  return undefined;
}

/** The most members of a union, including nested unions. Nobody writes so many; further ones are kept as they are. */
const MOST_MEMBERS = 1_000;

/** A type declaration: what its facets state, and what they leave of the types it inherits from. */
function declaration(node: MapNode, reading: ReaderContext): SchemaFields {
  const { basis, now, later } = own(node, reading);
  const self: RamlAncestor = { node, overridden: nothing };
  const stated = closing(node);
  const asWritten: UnionMemberReader = (member, at) => ofExpression(member, at, reading);
  if (basis.parents.length === 0 && !basis.union) {
    return {
      now,
      later: { ...later, ...rest(self, basis, reading, asWritten), ...(stated ? { additionalProperties: () => further(stated) } : {}) },
    };
  }
  // A type that adds nothing is the same as its base.
  if (basis.parents.length < 2 && statedBy(node, reading).size === 0) {
    const others = rest(self, basis, reading, asWritten);
    const parts = (): Schema[] => [...basis.parents.map((each) => reading.child(each)), ...(others.allOf?.() ?? [])];
    return { now, later: { ...later, ...others, allOf: parts } };
  }
  const parents = parentsOf(self, reading);
  let left = MOST_MEMBERS;
  const memberBelow =
    (above: readonly RamlAncestor[]): NonNullable<UnionMemberReader> =>
    (each, at, overridden) => {
      const found = each.kind === "name" ? declared(each.name, at, reading) : undefined;
      left -= 1;
      if (!found || left < 0 || above.some((one) => one.node === found)) return ofExpression(each, at, reading);
      const now = called(reading.child(found));
      const line = [{ node: found, overridden }, ...above];
      const inner = unionIn({ node: found, overridden }, reading);
      if (inner) {
        const anyOf = (): Schema[] => inner.of.map((one) => memberBelow(line)(one, inner.at, inner.overridden));
        return makeSchema(found, "raml", { now, later: { anyOf } });
      }
      // For a closed type with a union, each member is merged with the type, because its properties may be allowed only together.
      const both = heir(node, [...line, ...parents], reading, undefined);
      if (both.unevaluatedProperties()) return makeSchema(found, "raml", { now, later: { ...below(node, reading, nothing), ...both } });
      const { ancestors } = lineOf(node, line, reading);
      const isWhole =
        above.length === 0 && ancestors.every((one) => [...statedBy(one.node, reading)].every((facet) => !one.overridden.has(facet)));
      return isWhole
        ? reading.child(found)
        : makeSchema(found, "raml", { now, later: { allOf: heir(node, line, reading, undefined).allOf } });
    };
  const member = memberBelow([]);
  const others = rest(self, basis, reading, member);
  const inherited = heir(node, parents, reading, member);
  return {
    now,
    later: {
      ...later,
      ...others,
      ...inherited,
      allOf: () => [...inherited.allOf(), ...(others.allOf?.() ?? [])],
      ...(stated && !isFalse(stated) ? { additionalProperties: () => further(stated) } : {}),
    },
  };
}

/** Reads RAML 1.0 types: declarations with facets, type expressions, unions, inheritance, optional and pattern properties. */
export function readRaml(node: Node, reading: ReaderContext): SchemaFields {
  if (node.kind === "map") return declaration(node, reading);
  // In RAML 1.0, a property without a declaration is a string.
  if (node.kind === "null") return { now: { types: ["string"] } };
  const expression = node.kind === "string" ? parseRamlExpression(node.value) : undefined;
  if (node.kind !== "string" || !expression) return { now: { asWritten: node } };
  return readExpression(expression, node, reading);
}

/** RAML 1.0, "Type Expressions": `Person`, `string[]`, `Person | nil`, `(a | b)[]`. */
type RamlExpression =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "array"; readonly of: RamlExpression }
  | { readonly kind: "union"; readonly of: readonly RamlExpression[] };

interface ExpressionReader {
  readonly tokens: readonly string[];
  at: number;
}

function union(reader: ExpressionReader, depth: number): RamlExpression | undefined {
  const first = array(reader, depth);
  if (!first) return undefined;
  const of = [first];
  while (reader.tokens[reader.at] === "|") {
    reader.at += 1;
    const next = array(reader, depth);
    if (!next) return undefined;
    of.push(next);
  }
  return of.length === 1 ? first : { kind: "union", of };
}

function array(reader: ExpressionReader, depth: number): RamlExpression | undefined {
  let inner = single(reader, depth);
  for (let level = 0; inner && reader.tokens[reader.at] === "[]"; level += 1) {
    if (level === DEEPEST_NESTED) return undefined;
    reader.at += 1;
    inner = { kind: "array", of: inner };
  }
  return inner;
}

function single(reader: ExpressionReader, depth: number): RamlExpression | undefined {
  const token = reader.tokens[reader.at];
  if (token === undefined || depth > DEEPEST_NESTED) return undefined;
  reader.at += 1;
  if (token !== "(") return /^[\w.-]+$/.test(token) ? { kind: "name", name: token } : undefined;
  const inner = union(reader, depth + 1);
  if (reader.tokens[reader.at] !== ")") return undefined;
  reader.at += 1;
  return inner;
}

/** Parses a type expression; `undefined` for other texts, such as an XML or JSON schema. */
export function parseRamlExpression(text: string): RamlExpression | undefined {
  const tokens = text.match(/\[\]|[()|]|[\w.-]+|\S/g) ?? [];
  const reader: ExpressionReader = { tokens, at: 0 };
  const expression = union(reader, 0);
  return reader.at === tokens.length ? expression : undefined;
}
