import type { Documents } from "#documents";
import type {
  Api,
  Binding,
  Channel,
  Entity,
  Message,
  NamedSchema,
  NamedValue,
  SchemaSource,
  SecurityRequirement,
  SecurityScheme,
  Server,
  Tag,
  TagUse,
  Routes,
} from "#model";
import { addressOnWire, anchorFor } from "#model";
import type { Diagnostic, Node, Place } from "#text";
import { entriesOf, escapeToken, jsonScalar, valueOf, MOST_ON_PAGE } from "#text";

/** What `model.json` is made from. */
export interface MachineParts {
  readonly api: Api;
  readonly documents: Documents;
  readonly routes: Routes;
  /** Errors and warnings of the documents, in the order in which pages list them. */
  readonly problems: readonly Diagnostic[];
  /** The same problems by the entity or node they belong to. */
  readonly placed: {
    of(entities: readonly Entity[]): readonly Diagnostic[];
    within(node: Node): readonly Diagnostic[];
    ownerOf(problem: Diagnostic): Entity | undefined;
  };
  /** Where something is written: `streetlights.yaml:164`. */
  readonly sources: { label(place: Place): string };
}

/** The longest id that is printed in full: an id is repeated wherever something names the entity. */
const LONGEST_ID = 500;

/** The id of an entity in `model.json`. An id longer than any name is cut and ends in a hash. */
function modelId({ id }: Pick<Entity, "id">): string {
  return id.length > LONGEST_ID ? anchorFor(id) : id;
}

/** Printed JSON; `undefined` leaves the field out. */
type Json = string | undefined;
type JsonField = readonly [name: string, json: Json];

const ENTITIES: ReadonlySet<unknown> = new Set<Entity["kind"]>([
  "server",
  "channel",
  "operation",
  "message",
  "schema",
  "security-scheme",
  "tag",
]);
const NODES: ReadonlySet<unknown> = new Set<Node["kind"]>(["string", "number", "boolean", "null", "list", "map"]);

function isEntity(value: object): value is Entity {
  return "kind" in value && ENTITIES.has(value.kind);
}

function isNode(value: object): value is Node {
  return "kind" in value && NODES.has(value.kind);
}

function text(value: string): string {
  return JSON.stringify(value.toWellFormed());
}

function object(fields: readonly JsonField[]): string {
  return `{${fields.flatMap(([name, json]) => (json === undefined ? [] : [`${text(name)}:${json}`])).join(",")}}`;
}

function list(items: readonly Json[]): Json {
  const printed = items.filter((item) => item !== undefined);
  return printed.length === 0 ? undefined : `[${printed.join(",")}]`;
}

/** The items of a list, one on each line, so that two models can be compared with diff. */
function lines(items: readonly string[], [open, close] = ["[", "]"]): string {
  return items.length === 0 ? `${open}${close}` : `${open}\n${items.join(",\n")}\n${close}`;
}

/** The whole id, for entities whose `id` is shortened. */
function wholeId(entity: Entity): JsonField {
  return ["wholeId", modelId(entity) === entity.id ? undefined : text(entity.id)];
}

/** Model fields that are left out, because they repeat others: where something is written, and links that another entity also has. */
const OMITTED: ReadonlySet<string> = new Set([
  "kind",
  "id",
  "node",
  "written",
  "availableOn",
  "replies",
  "repliesTo",
  "taggedBy",
  "usedBy",
  "gave",
]);

/**
 * Prints the objects of the model. Each field is printed under its own name by the type of its value: entities as ids, document values
 * as written, objects field by field. `#special` lists the exceptions.
 */
class ModelPrinter {
  readonly #parts: MachineParts;
  readonly #raw: RawJson;

  constructor(parts: MachineParts) {
    const { api, documents } = parts;
    this.#parts = parts;
    this.#raw = new RawJson(api, documents);
  }

  /** Fields that are printed in their own way, because the published shape differs from the model's. */
  readonly #special: Readonly<Record<string, (value: never) => readonly JsonField[]>> = {
    extensions: (named: readonly NamedValue[]) => [["extensions", this.#values(named)]],
    otherFields: (named: readonly NamedValue[]) => [["otherFields", this.#values(named)]],
    replaced: (named: readonly NamedValue[]) => [["replaced", this.#values(named)]],
    plainFields: (named: readonly NamedValue[]) => named.map(({ key, value }) => [key, this.#raw.print(value)]),
    tags: (uses: readonly TagUse[]) => [["tags", list(uses.map(({ name }) => text(name)))]],
    bindings: (bindings: readonly Binding[]) => [
      ["bindings", bindings.length === 0 ? undefined : object(bindings.map(({ key, node }) => [key, this.#raw.print(node)]))],
    ],
    security: (requirements: readonly SecurityRequirement[]) => [
      ["security", `[${requirements.map((each) => this.#requirement(each)).join(",")}]`],
    ],
    headers: (value: Node | SchemaSource) => [["headers", this.#schema(value)]],
    payload: (value: Node | SchemaSource) => [["payload", this.#schema(value)]],
    schema: (source: SchemaSource) => [["schema", this.#schema(source)]],
    traits: (traits: readonly { readonly node: Node }[]) => [
      ["traits", list(traits.map((trait) => object([...this.#fields(trait), ["definition", this.#raw.print(trait.node)]])))],
    ],
    deprecated: (deprecated: boolean) => [["deprecated", deprecated ? "true" : undefined]],
    isNamed: (isNamed: boolean) => [["named", isNamed ? undefined : "false"]],
    isDirectionKnown: (isKnown: boolean) => [["directionKnown", isKnown ? undefined : "false"]],
    contentType: () => [],
    effectiveContentType: (type: string) => [["contentType", text(type)]],
    // A correlation id and a reply's address are one expression each. Their other fields are printed beside it.
    correlationId: (correlation: { readonly location?: Node }) => [
      ["correlationId", this.value(correlation.location)],
      ["correlation", this.value(correlation)],
    ],
    reply: (reply: { readonly address?: { readonly location?: Node } }) => {
      const { address, ...rest } = reply;
      return [
        ["reply", object([["address", this.value(address?.location)], ["replyAddress", this.value(address)], ...this.#fields(rest)])],
      ];
    },
  };

  value(value: unknown): Json {
    if (value === undefined) return undefined;
    if (typeof value === "string") return text(value);
    if (typeof value === "boolean" || value === null) return String(value);
    if (typeof value !== "object") return undefined;
    if (Array.isArray(value)) return list(value.map((each) => this.value(each)));
    if (isNode(value)) return this.#raw.print(value);
    if (isEntity(value)) return text(modelId(value));
    const fields = this.#fields(value).filter(([, json]) => json !== undefined);
    return fields.length === 0 ? undefined : object(fields);
  }

  #fields(value: object): JsonField[] {
    return Object.entries(value).flatMap(([name, each]: [string, unknown]): readonly JsonField[] => {
      if (OMITTED.has(name) || each === undefined) return [];
      const special = Object.hasOwn(this.#special, name) ? this.#special[name] : undefined;
      return special ? special(each as never) : [[name, this.value(each)]];
    });
  }

  #values(named: readonly NamedValue[]): Json {
    return named.length === 0 ? undefined : object(named.map(({ key, value }) => [key, this.#raw.print(value)]));
  }

  #requirement({ schemes }: SecurityRequirement): string {
    return object(schemes.map(({ name, scopes }) => [name, `[${scopes.map((scope) => this.#raw.print(scope)).join(",")}]`]));
  }

  #schema(source: Node | SchemaSource): string {
    if (isNode(source)) return this.#raw.print(source);
    const { format, node } = source;
    return object([
      ["format", this.value(format)],
      ["schema", this.#raw.print(node)],
    ]);
  }

  /**
   * An entity with its fields, id and title first.
   *
   * @param fields printed instead of all fields of the entity
   */
  entity(entity: Entity, more: readonly JsonField[] = [], fields: object = entity): string {
    const own = this.#fields({ ...fields, title: undefined });
    const identity: JsonField[] = [["id", text(modelId(entity))], wholeId(entity), ["title", text(entity.title)]];
    return object([...identity, ...own, ...more, ...this.problems(this.#parts.placed.of([entity]))]);
  }

  /** Problems in the report of the build, cut to a limit: one of many things may share thousands. */
  problems(problems: readonly Diagnostic[]): JsonField[] {
    const one = ({ severity, code, message, place }: Diagnostic): Json =>
      this.value({ severity, code, message, place: this.#parts.sources.label(place) });
    const more = problems.length - MOST_ON_PAGE;
    return [
      ["problems", list(problems.slice(0, MOST_ON_PAGE).map(one))],
      ["moreProblems", more > 0 ? String(more) : undefined],
    ];
  }

  /** A server. Its channels are left out: each channel names its servers. */
  server(server: Server): string {
    return this.entity(server, [], { ...server, channels: undefined });
  }

  /** A channel, with the keys of its messages (3.x). */
  channel(channel: Channel): string {
    const keys = entriesOf(valueOf(channel.node, "messages")).flatMap(({ key, value }): JsonField[] => {
      const message = this.#parts.api.entityAt(value);
      return message ? [[key, text(modelId(message))]] : [];
    });
    const wire = addressOnWire(channel);
    return this.entity(channel, [
      ["wireAddress", wire === channel.address ? undefined : this.value(wire)],
      ["messageKeys", keys.length === 0 ? undefined : object(keys)],
    ]);
  }

  /** A message, with the keys that lead to it unless its id says them. */
  message(message: Message): string {
    const { id, keys } = message;
    return this.entity(message, [], { ...message, keys: keys.every((key) => key === id) ? undefined : keys });
  }

  scheme(scheme: SecurityScheme): string {
    const { summary, deprecated, tags, externalDocs, description, extensions, otherFields, node } = scheme;
    const fields = { summary, deprecated, tags, externalDocs, description, extensions, otherFields };
    return this.entity(scheme, [["definition", this.#raw.print(node)]], fields);
  }

  tag({ id, ...rest }: Tag): string {
    return object([["name", text(id)], ...this.#fields(rest)]);
  }

  /** A schema, with its id as the key. */
  named(schema: NamedSchema): string {
    const { source, node, deprecated } = schema;
    const beside =
      valueOf(node, "schema") !== undefined && node !== source.node ? entriesOf(node).filter(({ key }) => key.startsWith("x-")) : [];
    const definition = object([
      wholeId(schema),
      ["format", this.value(source.format)],
      ["schema", this.#raw.definition(schema)],
      ["extensions", this.#values(beside)],
      ["deprecated", deprecated ? "true" : undefined],
      ...this.problems(this.#parts.placed.of([schema])),
    ]);
    return `${text(modelId(schema))}:${definition}`;
  }

  components({ components }: Api): JsonField[] {
    const unused = components
      .filter(({ used }) => !used)
      .map(({ group, key, node }) =>
        object([
          ["group", text(group)],
          ["key", text(key)],
          ["definition", this.#raw.print(node)],
          ...this.problems(this.#parts.placed.within(node)),
        ]),
      );
    const used = components.filter((each) => each.used).map(({ group, key }) => `{"group":${text(group)},"key":${text(key)}}`);
    return [
      ["components", lines(unused)],
      ["usedComponents", lines(used)],
    ];
  }
}

/**
 * Writes `model.json`: the linked API without the differences between format versions, in document order, with traits merged and digits
 * as written. Entities refer to one another by id. Its shape is that of `#model`.
 */
export function modelJson(parts: MachineParts): string {
  const { api } = parts;
  const { dialect, info, identifier, defaultContentType, tags, externalDocs, extensions, plainFields, otherFields } = api;
  const printer = new ModelPrinter(parts);
  const about = printer.value({ defaultContentType, tags, externalDocs, extensions, plainFields, otherFields })?.slice(1, -1) ?? "";
  const fields: JsonField[] = [
    ["model", "1"],
    ["format", `{"name":${text(dialect.spelling)},"version":${text(dialect.written)}}`],
    ["info", printer.value(info)],
    ["id", printer.value(identifier)],
  ];
  const lists: JsonField[] = [
    ["tagDefinitions", lines(api.allTags.map((tag) => printer.tag(tag)))],
    ["servers", lines(api.servers.map((server) => printer.server(server)))],
    ["channels", lines(api.channels.map((channel) => printer.channel(channel)))],
    ["operations", lines(api.operations.map((operation) => printer.entity(operation)))],
    ["messages", lines(api.messages.map((message) => printer.message(message)))],
    [
      "schemas",
      lines(
        api.schemas.map((schema) => printer.named(schema)),
        ["{", "}"],
      ),
    ],
    ["securitySchemes", lines(api.securitySchemes.map((scheme) => printer.scheme(scheme)))],
    ...printer.components(api),
    ...printer.problems(parts.problems.filter((problem) => (parts.placed.ownerOf(problem)?.kind ?? "tag") === "tag")),
  ];
  return `{\n${[object(fields).slice(1, -1), about, object(lists).slice(1, -1)].filter((part) => part !== "").join(",")}\n}\n`;
}

/** The most characters that are printed again for shared values (YAML aliases). It bounds the output that a few lines can ask for. */
const MOST_REPEATED = 4_000_000;
const REPEATED_TOO_OFTEN = '{"x-msgdocs-omitted":"repeated too often"}';

/** Prints values of the document as JSON. References to schemas with a page become links within the model; all others stay as written. */
export class RawJson {
  readonly #api: Api;
  readonly #documents: Documents;
  readonly #printed = new Set<Node>();
  #left = MOST_REPEATED;

  constructor(api: Api, documents: Documents) {
    this.#api = api;
    this.#documents = documents;
  }

  /** The definition of a schema with a page. If it is only a reference, what the reference leads to. */
  definition(schema: NamedSchema): string {
    const { node } = schema.source;
    const target = this.#documents.follow(node);
    return this.print(target && this.#api.entityAt(target) === schema ? target : node);
  }

  /** @param repeated whether the value is part of one that was already printed */
  print(node: Node, repeated = false): string {
    if (node.kind !== "map" && node.kind !== "list") return this.#once(jsonScalar(node), repeated);
    const again = repeated || this.#printed.has(node);
    this.#printed.add(node);
    if (again && this.#left < 0) return REPEATED_TOO_OFTEN;
    if (node.kind === "list") return `[${node.items.map((item) => this.print(item, again)).join(",")}]`;
    const link = this.#link(node);
    if (link !== undefined) return `{"$ref":${JSON.stringify(link)}}`;
    const members = node.entries.map(
      ({ key, value }) => `${this.#once(JSON.stringify(key.toWellFormed()), again)}:${this.print(value, again)}`,
    );
    return `{${members.join(",")}}`;
  }

  /** Returns a text, and counts it if it is printed again. */
  #once(text: string, repeated: boolean): string {
    if (repeated) this.#left -= text.length + 1;
    return text;
  }

  /** The link within the model for a Reference Object; `undefined` if its target has no page. */
  #link(node: Extract<Node, { kind: "map" }>): string | undefined {
    if (!node.entries.some(({ key, value }) => key === "$ref" && value.kind === "string")) return undefined;
    const target = this.#documents.follow(node);
    const entity = target && target !== node ? this.#api.entityAt(target) : undefined;
    return entity?.kind === "schema" ? `#/schemas/${escapeToken(modelId(entity))}/schema` : undefined;
  }
}
