import type { Api, Channel, Message, NamedSchema, Operation } from "#model";
import { entityLines } from "./model-before.ts";
import { list, ModelWriter, object, text, values, type Field } from "./model-writer.ts";
import type { MachineParts } from "./parts.ts";
import { MOST_REPEATED } from "./raw-json.ts";

/** Fields of one list, an item a line, so that two models compare well. */
function lines(items: readonly string[]): string {
  return items.length === 0 ? "[]" : `[\n${items.join(",\n")}\n]`;
}

function infoOf({ info }: Api, writer: ModelWriter): string {
  const { contact, license } = info;
  return object([
    ["title", text(info.title)],
    ["version", text(info.version)],
    ["termsOfService", text(info.termsOfService)],
    [
      "contact",
      contact &&
        object([
          ["name", text(contact.name)],
          ["url", text(contact.url)],
          ["email", text(contact.email)],
        ]),
    ],
    [
      "license",
      license &&
        object([
          ["name", text(license.name)],
          ["url", text(license.url)],
        ]),
    ],
    ...writer.described(info),
  ]);
}

function componentsOf({ components }: Api, { raw }: ModelWriter): string {
  const unused = components.filter(({ used }) => !used);
  return lines(
    unused.map(({ group, key, node }) =>
      object([
        ["group", text(group)],
        ["key", text(key)],
        ["definition", raw.print(node)],
      ]),
    ),
  );
}

function members(items: readonly string[]): string {
  return items.length === 0 ? "{}" : `{\n${items.join(",\n")}\n}`;
}

/** A model as it was written before some values of its documents changed. */
export interface ModelBefore {
  readonly text: string;
  /** Characters that were printed a second time in it, at most. */
  readonly repeated: number;
  /** Whether what is written of an entity is what was. */
  isKept(entity: ListedEntity): boolean;
}

export interface Model {
  readonly text: string;
  /** As in {@link ModelBefore}. */
  readonly repeated: number;
}

type ListedEntity = Channel | Operation | Message | NamedSchema;

/** The lists of entities that have a line each, as they are written or as they were. */
class Lists {
  /** Characters that were taken over. */
  kept = 0;
  readonly #before: ModelBefore | undefined;
  readonly #lines: ReadonlyMap<string, readonly string[]>;

  constructor(before: ModelBefore | undefined) {
    this.#before = before;
    this.#lines = before ? entityLines(before.text) : new Map();
  }

  of<T extends ListedEntity>(name: string, entities: readonly T[], write: (entity: T) => string): string[] {
    const lines = this.#lines.get(name);
    const known = lines?.length === entities.length ? lines : [];
    return entities.map((entity, index) => {
      const before = known[index];
      if (before === undefined || this.#before?.isKept(entity) !== true) return write(entity);
      this.kept += before.length;
      return before;
    });
  }
}

function fieldsOf({ api }: MachineParts, writer: ModelWriter, lists: Lists): Field[] {
  return [
    ["model", "1"],
    [
      "format",
      object([
        ["name", text(api.dialect.spelling)],
        ["version", text(api.dialect.written)],
      ]),
    ],
    ["info", infoOf(api, writer)],
    ["id", text(api.identifier)],
    ["defaultContentType", text(api.defaultContentType)],
    ["tags", list(api.tags.map(({ name }) => JSON.stringify(name.toWellFormed())))],
    ["extensions", values(writer.raw, api.extensions)],
    ["servers", lines(api.servers.map((server) => writer.server(server)))],
    ["channels", lines(lists.of("channels", api.channels, (channel) => writer.channel(channel)))],
    ["operations", lines(lists.of("operations", api.operations, (operation) => writer.operation(operation)))],
    ["messages", lines(lists.of("messages", api.messages, (message) => writer.message(message)))],
    ["schemas", members(lists.of("schemas", api.schemas, (schema) => object([writer.named(schema)]).slice(1, -1)))],
    ["securitySchemes", lines(api.securitySchemes.map((scheme) => writer.scheme(scheme)))],
    ["components", componentsOf(api, writer)],
  ];
}

/**
 * `model.json`: the linked description without the differences between versions of the format, in document order, traits merged,
 * digits as written; entities name one another by their ids. Its shape is that of `#model`.
 */
export function modelJson(parts: MachineParts, before?: ModelBefore): Model {
  const writer = new ModelWriter(parts);
  const lists = new Lists(before);
  const made = object(fieldsOf(parts, writer, lists));
  const repeated = before ? before.repeated + made.length - lists.kept : writer.raw.repeated;
  // What is printed a second time ends where there is too much of it: that takes all of it to tell.
  if (before && repeated > MOST_REPEATED) return modelJson(parts);
  return { text: `${made.replace(/^\{/, "{\n").replace(/\}$/, "\n}")}\n`, repeated };
}
