import type { Api } from "#model";
import { list, ModelWriter, object, text, values, type Field } from "./model-writer.ts";
import type { MachineParts } from "./writing.ts";

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

function componentsOf({ components }: Api, writer: ModelWriter): string {
  const unused = components.filter(({ used }) => !used);
  return lines(
    unused.map(({ group, key, node }) =>
      object([["group", text(group)], ["key", text(key)], ["definition", writer.raw.print(node)], writer.problemsWithin(node)]),
    ),
  );
}

function members(items: readonly string[]): string {
  return items.length === 0 ? "{}" : `{\n${items.join(",\n")}\n}`;
}

function fieldsOf({ api, problems, placed }: MachineParts, writer: ModelWriter): Field[] {
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
    ["channels", lines(api.channels.map((channel) => writer.channel(channel)))],
    ["operations", lines(api.operations.map((operation) => writer.operation(operation)))],
    ["messages", lines(api.messages.map((message) => writer.message(message)))],
    ["schemas", members(api.schemas.map((schema) => object([writer.named(schema)]).slice(1, -1)))],
    ["securitySchemes", lines(api.securitySchemes.map((scheme) => writer.scheme(scheme)))],
    ["components", componentsOf(api, writer)],
    // Tags are names here.
    writer.problems(problems.filter((problem) => (placed.ownerOf(problem)?.kind ?? "tag") === "tag")),
  ];
}

/**
 * `model.json`: the linked description without the differences between versions of the format, in document order, traits merged,
 * digits as written; entities name one another by their ids. Its shape is that of `#model`.
 */
export function modelJson(parts: MachineParts): string {
  const made = object(fieldsOf(parts, new ModelWriter(parts)));
  return `${made.replace(/^\{/, "{\n").replace(/\}$/, "\n}")}\n`;
}
