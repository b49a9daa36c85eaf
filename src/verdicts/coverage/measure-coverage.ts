import type { Api, Parameter } from "#model";
import type { CoverageItem } from "#report";
import type { Property, Schema, Schemas } from "#schema";
import { isJsonSchema, partsOf } from "#schema";
import type { Node, Place, StringNode } from "#text";
import { entryOf, MOST_STEPS, valueOf } from "#text";

/** The input of the measurement. */
export interface CoverageSubject {
  readonly api: Api;
  readonly schemas: Schemas;
}

type Item = Omit<CoverageItem, "what" | "isPresent">;

function isSaid(...texts: readonly (StringNode | undefined)[]): boolean {
  return texts.some((text) => text && text.value.trim() !== "");
}

/** Whether a schema shows a reader a value: an example, a default, or all allowed values. */
function showsValue(schema: Schema): boolean {
  const types = partsOf(schema).flatMap((each) => each.types);
  if (types.length > 0 && types.every((type) => type === "boolean" || type === "null")) return true;
  return partsOf(schema).some((each) => each.examples.length > 0 || (each.enum ?? each.const ?? each.default) !== undefined);
}

/** The subschemas that describe values of a message. Conditions and `not` are left out. */
function* below(schema: Schema): Generator<Schema> {
  for (const property of schema.properties) yield property.schema;
  for (const { schema: each } of schema.patternProperties) yield each;
  yield* [...schema.allOf, ...schema.oneOf, ...schema.anyOf, ...(schema.tuple ?? [])];
  for (const each of [schema.items, schema.additionalProperties, schema.contentSchema]) if (each) yield each;
}

/** Whether a value has parts that can each have an example. */
function hasParts(schema: Schema): boolean {
  const { allOf, oneOf, anyOf, items, properties } = schema;
  return properties.length > 0 || allOf.length + oneOf.length + anyOf.length > 0 || (items !== undefined && items.properties.length > 0);
}

/** Every schema for a value of a message or named schema, each once. */
function reached({ api, schemas }: CoverageSubject): Set<Schema> {
  const sources = [...api.messages.flatMap(({ headers, payload }) => [headers, payload]), ...api.schemas.map(({ source }) => source)];
  const found = new Set(sources.flatMap((source) => (source ? [schemas.of(source)] : [])));
  // The set grows during the loop: each new schema is visited in turn.
  for (const schema of found) for (const each of below(schema)) found.add(each);
  return found;
}

/** The properties that have a value in an example around them: of a message, or of a schema. Those beyond the limit count as without one. */
function exemplified({ api, schemas }: CoverageSubject): ReadonlySet<Property> {
  const shown = new Set<Property>();
  const seen = new Map<Schema, Set<Node>>();
  const open: { readonly schema: Schema; readonly value: Node }[] = [];
  let left = MOST_STEPS;
  const add = (schema: Schema, value: Node): void => {
    if (value.kind !== "map" && value.kind !== "list") return;
    const known = seen.get(schema) ?? new Set();
    if (left <= 0 || known.has(value)) return;
    seen.set(schema, known.add(value));
    left -= 1 + schema.properties.length;
    open.push({ schema, value });
  };
  for (const { headers, payload, examples } of api.messages)
    for (const example of examples) {
      if (headers && example.headers) add(schemas.of(headers), example.headers);
      if (payload && example.payload) add(schemas.of(payload), example.payload);
    }
  for (const schema of reached({ api, schemas })) for (const example of schema.examples) add(schema, example);
  for (let next = open.pop(); next; next = open.pop()) {
    const { schema, value } = next;
    for (const each of [...schema.allOf, ...schema.oneOf, ...schema.anyOf]) add(each, value);
    if (value.kind === "list" && schema.items) for (const item of value.items) add(schema.items, item);
    for (const property of schema.properties) {
      const own = valueOf(value, property.name);
      if (!own) continue;
      shown.add(property);
      add(property.schema, own);
    }
  }
  return shown;
}

function* ofField(property: Property, shown: ReadonlySet<Property>): Generator<CoverageItem> {
  const { name, place, schema, description, default: own } = property;
  const item = { kind: "field", name, place } as const;
  const isPresent = isSaid(description, ...partsOf(schema).map((each) => each.description));
  yield { ...item, what: "description", isPresent };
  // Avro and protobuf have no keyword for examples.
  if (isJsonSchema(schema.language) && !hasParts(schema))
    yield { ...item, what: "example", isPresent: own !== undefined || shown.has(property) || showsValue(schema) };
}

function* ofParameter(parameter: Parameter, schemas: Schemas): Generator<CoverageItem> {
  const { name, node, description, examples = [], enum: values = [] } = parameter;
  const schema = parameter.schema && schemas.of(parameter.schema);
  const item = { kind: "parameter", name, place: node } as const;
  yield { ...item, what: "description", isPresent: isSaid(description, schema?.description) };
  const isShown = examples.length + values.length > 0 || parameter.default !== undefined || (schema !== undefined && showsValue(schema));
  yield { ...item, what: "example", isPresent: isShown };
}

/** The parts of an API that should have a description or an example, in document order of each kind. */
export function* measureCoverage(subject: CoverageSubject): Generator<CoverageItem> {
  const { api, schemas } = subject;
  const described = (item: Item, ...texts: readonly (StringNode | undefined)[]): CoverageItem => ({
    ...item,
    what: "description",
    isPresent: isSaid(...texts),
  });
  const at = (group: string, id: string, node: Place): Place => entryOf(valueOf(api.node, group), id) ?? node;

  yield described({ kind: "document", name: api.info.title, place: entryOf(api.node, "info") ?? api.node }, api.info.description);
  for (const { id, node, description, summary } of api.servers)
    yield described({ kind: "server", name: id, place: at("servers", id, node) }, description, summary);
  for (const { id, node, description, summary } of api.channels)
    yield described({ kind: "channel", name: id, place: at("channels", id, node) }, description, summary);
  for (const { id, written, description, summary } of api.operations)
    yield described({ kind: "operation", name: id, place: at("operations", id, written) }, description, summary);
  for (const { id, written: place, description, summary, examples, payload } of api.messages) {
    const item = { kind: "message", name: id, place } as const;
    yield described(item, description, summary);
    const isPresent = examples.length > 0 || (payload !== undefined && schemas.of(payload).examples.length > 0);
    yield { ...item, what: "example", isPresent };
  }
  for (const list of new Set(api.channels.map(({ parameters }) => parameters)))
    for (const parameter of list) yield* ofParameter(parameter, schemas);
  for (const { id, node, source } of api.schemas)
    yield described({ kind: "schema", name: id, place: node }, schemas.of(source).description);
  const shown = exemplified(subject);
  for (const schema of reached(subject)) for (const property of schema.properties) yield* ofField(property, shown);
}
