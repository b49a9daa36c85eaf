import type { Diagnostic, Node, StringNode } from "#text";
import type {
  Binding,
  Channel,
  Described,
  Entity,
  Message,
  NamedSchema,
  NamedValue,
  Operation,
  SchemaSource,
  SecurityRequirement,
  SecurityScheme,
  Server,
} from "#model";
import type { MachineParts } from "./writing.ts";
import { modelId } from "./writing.ts";
import { RawJson } from "./raw-json.ts";

/** Ready JSON, or nothing where a field is left out. */
export type Field = readonly [name: string, json: string | undefined];

export function text(value: string | StringNode | undefined): string | undefined {
  const plain = typeof value === "object" ? value.value : value;
  return plain === undefined ? undefined : JSON.stringify(plain.toWellFormed());
}

export function object(fields: readonly Field[]): string {
  return `{${fields.flatMap(([name, json]) => (json === undefined ? [] : [`${JSON.stringify(name.toWellFormed())}:${json}`])).join(",")}}`;
}

export function list(items: readonly string[]): string | undefined {
  return items.length === 0 ? undefined : `[${items.join(",")}]`;
}

const ids = (entities: readonly Entity[]): string | undefined =>
  list(entities.map((entity) => JSON.stringify(modelId(entity).toWellFormed())));

/** How others name an entity, and where that is not its whole id, all of it. */
function identity(entity: Pick<Entity, "id">): Field[] {
  const id = modelId(entity);
  return [
    ["id", text(id)],
    ["wholeId", id === entity.id ? undefined : text(entity.id)],
  ];
}

/** The fields of a map of strangers' names: of a name that stands twice, the last counts, as it does to who reads it. */
export function values(raw: RawJson, named: readonly NamedValue[]): string | undefined {
  return named.length === 0 ? undefined : object(named.map(({ key, value }) => [key, raw.print(value)]));
}

/** Writes the parts of the model, an entity at a time. */
export class ModelWriter {
  readonly raw: RawJson;

  readonly #parts: MachineParts;

  constructor(parts: MachineParts) {
    const { api, documents } = parts;
    this.#parts = parts;
    this.raw = new RawJson(api, documents);
  }

  described({ description, extensions, otherFields }: Described): Field[] {
    return [
      ["description", text(description)],
      ["extensions", values(this.raw, extensions)],
      ["otherFields", values(this.raw, otherFields)],
    ];
  }

  entity(entity: Entity): Field[] {
    return [
      ...identity(entity),
      ["title", text(entity.title)],
      ["summary", text(entity.summary)],
      ["deprecated", entity.deprecated ? "true" : undefined],
      ["tags", list(entity.tags.map(({ name }) => JSON.stringify(name.toWellFormed())))],
      [
        "externalDocs",
        entity.externalDocs &&
          object([
            ["url", text(entity.externalDocs.url)],
            ["description", text(entity.externalDocs.description)],
          ]),
      ],
      ...this.described(entity),
      this.problems(this.#parts.placed.of([entity])),
    ];
  }

  /** What is wrong with a thing by the report of the build. */
  problems(problems: readonly Diagnostic[]): Field {
    const one = ({ severity, code, message, place }: Diagnostic): string =>
      object([
        ["severity", text(severity)],
        ["code", text(code)],
        ["message", text(message)],
        ["place", text(this.#parts.sources.label(place))],
      ]);
    return ["problems", list(problems.map(one))];
  }

  /** What is wrong with a value that is no entity. */
  problemsWithin(node: Node): Field {
    return this.problems(this.#parts.placed.within(node));
  }

  bindings(bindings: readonly Binding[]): Field {
    return ["bindings", bindings.length === 0 ? undefined : object(bindings.map(({ key, node }) => [key, this.raw.print(node)]))];
  }

  security(requirements: readonly SecurityRequirement[] | undefined): Field {
    const one = ({ schemes }: SecurityRequirement): string =>
      object(schemes.map(({ name, scopes }) => [name, `[${scopes.map((scope) => this.raw.print(scope)).join(",")}]`]));
    return ["security", requirements && `[${requirements.map(one).join(",")}]`];
  }

  schema(source: SchemaSource | undefined): string | undefined {
    return (
      source &&
      object([
        ["format", text(source.format)],
        ["schema", this.raw.print(source.node)],
      ])
    );
  }

  server(server: Server): string {
    const variables = server.variables.map((each) =>
      object([
        ["name", text(each.name)],
        ["enum", list(each.enum.map((node) => this.raw.print(node)))],
        ["default", each.default && this.raw.print(each.default)],
        ...this.described(each),
      ]),
    );
    return object([
      ...this.entity(server),
      ["address", text(server.address)],
      ["protocol", text(server.protocol)],
      ["protocolVersion", text(server.protocolVersion)],
      ["variables", list(variables)],
      this.security(server.security),
      this.bindings(server.bindings),
    ]);
  }

  channel(channel: Channel): string {
    const parameters = channel.parameters.map((each) =>
      object([
        ["name", text(each.name)],
        ["location", text(each.location)],
        ["schema", this.schema(each.schema)],
        ["enum", list((each.enum ?? []).map((node) => this.raw.print(node)))],
        ["default", each.default && this.raw.print(each.default)],
        ...this.described(each),
      ]),
    );
    return object([
      ...this.entity(channel),
      ["address", channel.address === null ? "null" : text(channel.address)],
      ["servers", ids(channel.servers)],
      ["parameters", list(parameters)],
      ["operations", ids(channel.operations)],
      ["messages", ids(channel.messages)],
      this.bindings(channel.bindings),
    ]);
  }

  operation(operation: Operation): string {
    const { reply } = operation;
    return object([
      ...this.entity(operation),
      ["named", operation.isNamed ? undefined : "false"],
      ["direction", text(operation.direction)],
      ["verb", text(operation.verb)],
      ["channel", operation.channel && text(modelId(operation.channel))],
      ["messages", ids(operation.messages)],
      this.security(operation.security),
      [
        "reply",
        reply &&
          object([
            ["address", text(reply.address?.location)],
            ["channel", reply.channel && text(modelId(reply.channel))],
            ["messages", ids(reply.messages)],
          ]),
      ],
      this.bindings(operation.bindings),
    ]);
  }

  message(message: Message): string {
    const examples = message.examples.map(({ name, summary, headers, payload, free }) =>
      object([
        ["name", text(name)],
        ["summary", text(summary)],
        ["headers", headers && this.raw.print(headers)],
        ["payload", payload && this.raw.print(payload)],
        ["free", free && this.raw.print(free)],
      ]),
    );
    return object([
      ...this.entity(message),
      ["named", message.isNamed ? undefined : "false"],
      ["messageId", text(message.messageId)],
      ["name", text(message.name)],
      ["contentType", text(message.effectiveContentType)],
      ["headers", this.schema(message.headers)],
      ["payload", this.schema(message.payload)],
      ["correlationId", text(message.correlationId?.location)],
      ["examples", list(examples)],
      ["operations", ids(message.operations)],
      ["channels", ids(message.channels)],
      ["used", String(message.used)],
      this.bindings(message.bindings),
    ]);
  }

  scheme(scheme: SecurityScheme): string {
    return object([...this.entity(scheme), ["definition", this.raw.print(scheme.node)]]);
  }

  named(schema: NamedSchema): Field {
    const definition: Field[] = [
      ["format", text(schema.source.format)],
      ["schema", this.raw.definition(schema)],
    ];
    const further: Field[] = [["deprecated", schema.deprecated ? "true" : undefined], this.problems(this.#parts.placed.of([schema]))];
    return [modelId(schema), object([...identity(schema).slice(1), ...definition, ...further])];
  }
}
