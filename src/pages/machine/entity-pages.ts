import {
  opposite,
  unreadPayload,
  usesOfMessage,
  type Channel,
  type Direction,
  type Message,
  type MessageExample,
  type NamedSchema,
  type Operation,
  type SchemaSource,
} from "#model";
import type { PageWriter } from "./page-writer.ts";
import { code, facts, inline, nameOf, page, section } from "./writing.ts";
import { schemaList } from "./schema-list.ts";

const heading = (writer: PageWriter, kind: string, entity: Channel | Operation | Message | NamedSchema): string =>
  `# ${kind}: ${inline(writer.text(nameOf(entity)))}`;

/** An id that is ours is not told as the document's. */
function idOf(writer: PageWriter, { id, isNamed }: Operation | Message): string {
  return isNamed ? code(writer.text(id)) : `none in the document; ${code(writer.text(id))} in model.json`;
}

function listOf(writer: PageWriter, source: SchemaSource | undefined, title: string): string {
  return source ? schemaList(writer, writer.parts.schemas.of(source), title) : "";
}

function parametersOf(writer: PageWriter, { parameters }: Channel): string {
  const lines = parameters.map(({ name, description, schema, location, default: fallback, enum: values }) => {
    const about = [
      writer.plain(description),
      location ? `read from ${code(writer.text(location.value))}` : "",
      values ? `one of ${values.map((each) => (each.kind === "string" ? code(each.value) : "")).join(", ")}` : "",
      fallback?.kind === "string" ? `default ${code(fallback.value)}` : "",
    ];
    const rows = schema ? `\n${listOf(writer, schema, inline(writer.text(name))).replace(/^/gm, "  ")}` : "";
    return `- ${code(writer.text(name))}: ${about.filter((text) => text !== "").join("; ")}${rows}`;
  });
  return section(2, "Parameters", lines.join("\n"));
}

export function channelMarkdown(writer: PageWriter, channel: Channel): string {
  const operations = channel.operations.map(
    (operation) => `- the application ${operation.direction}s: ${writer.link(operation)} ${writer.summary(operation)}`,
  );
  const replies = channel.replies.map(
    (operation) =>
      `- the application ${opposite[operation.direction]}s the reply of ${writer.link(operation)} ${writer.summary(operation)}`,
  );
  return page([
    heading(writer, "Channel", channel),
    facts([
      ["Address", channel.address === null ? "not known beforehand" : code(writer.text(channel.address))],
      ["Key", code(writer.text(channel.id))],
      ["Servers", writer.links(channel.availableOn)],
      ["Tags", writer.tags(channel)],
    ]),
    writer.description(channel.description),
    writer.externalDocs(channel.externalDocs),
    parametersOf(writer, channel),
    section(2, "Operations", [...operations, ...replies].join("\n")),
    section(2, "Messages", writer.list(channel.messages)),
    writer.bindings(channel.bindings),
    writer.further(channel),
    writer.problems([channel]),
  ]);
}

function replyOf(writer: PageWriter, { reply, direction }: Operation): string {
  if (!reply) return "";
  const { address, channel, messages } = reply;
  const lines = facts([
    ["Address", address?.location && `read from ${code(writer.text(address.location.value))}`],
    ["Channel", channel && writer.link(channel)],
  ]);
  const way = opposite[direction];
  return section(2, "Reply", page([`The application ${way}s the reply; the other side ${direction}s it.`, lines, writer.list(messages)]));
}

/** Who sends and who receives; without a readable message there is none that could be spoken of. */
function sentenceOf({ direction, messages, isDirectionKnown, verb }: Operation): string {
  if (!isDirectionKnown) return "The document does not say in words of the format who sends and who receives.";
  const what = messages.length === 0 ? "." : ` these messages; the other side ${opposite[direction]}s them.`;
  return `The application ${direction}s${what} The document says ${code(verb)}.`;
}

/** Messages of an operation whose problems its page lists, too. */
const MOST_MESSAGES = 6;

export function operationMarkdown(writer: PageWriter, operation: Operation): string {
  const { channel, unresolved } = operation;
  const servers = channel?.availableOn ?? (unresolved.channel === undefined ? writer.parts.api.servers : []);
  return page([
    heading(writer, "Operation", operation),
    sentenceOf(operation),
    facts([
      ["Id", idOf(writer, operation)],
      ["Channel", channel && writer.link(channel)],
      ["Servers", channel && writer.links(channel.availableOn)],
      ["Authorize with", writer.access(operation, servers)],
      ["Answers", writer.links(operation.repliesTo)],
      ["Deprecated", operation.deprecated ? "yes" : undefined],
      ["Tags", writer.tags(operation)],
    ]),
    operation.summary ? inline(writer.text(operation.summary.value)) : "",
    writer.description(operation.description),
    writer.externalDocs(operation.externalDocs),
    section(2, "Messages", writer.list(operation.messages) || "No message is known: the document gives none, or none that could be read."),
    replyOf(writer, operation),
    writer.bindings(operation.bindings),
    writer.further(operation),
    writer.problems([operation, ...operation.messages.slice(0, MOST_MESSAGES), ...(operation.reply?.messages ?? [])]),
  ]);
}

/** Examples of one page. */
const MOST_EXAMPLES = 10;

function exampleOf(writer: PageWriter, example: MessageExample, number: number): string {
  const { name, summary, headers, payload, free } = example;
  const title = inline(writer.text(name?.value ?? `Example ${number}`));
  return page([
    `### ${title}`,
    summary && inline(writer.text(summary.value)),
    headers && `Headers:\n\n${writer.json(headers)}`,
    payload && `Payload:\n\n${writer.json(payload)}`,
    free && writer.json(free),
  ]);
}

/** Operations by which the application sends or receives a message, replies marked. */
function usesOf(writer: PageWriter, message: Message, way: Direction): string {
  const uses = usesOfMessage(message).filter(({ direction }) => direction === way);
  return writer.several(uses, ({ operation, isReply }) => writer.link(operation) + (isReply ? " (as its reply)" : ""));
}

/** What there is to say where no payload is shown. */
function noPayload(writer: PageWriter, message: Message): string {
  const problems = unreadPayload(message).flatMap((value) => writer.parts.placed.within(value));
  if (problems.length === 0) return "The document describes no payload for this message.";
  return page(["The document gives this message a payload that could not be read.", writer.problemLines(problems)]);
}

export function messageMarkdown(writer: PageWriter, message: Message): string {
  const { payload, headers, correlationId } = message;
  const examples = message.examples.slice(0, MOST_EXAMPLES).map((example, at) => exampleOf(writer, example, at + 1));
  return page([
    heading(writer, "Message", message),
    facts([
      ["Id", idOf(writer, message)],
      ["Name", writer.value(message.name)],
      ["Content type", code(writer.text(message.effectiveContentType))],
      ["Schema format", writer.value(payload?.format)],
      ["Payload as a file", writer.schemaFile({ message, part: "payload" })],
      ["Headers as a file", writer.schemaFile({ message, part: "headers" })],
      ["Correlation id", writer.value(correlationId?.location)],
      ["The application sends it by", usesOf(writer, message, "send")],
      ["The application receives it by", usesOf(writer, message, "receive")],
      ["Channels", writer.links(message.channels)],
      ["Deprecated", message.deprecated ? "yes" : undefined],
      ["Tags", writer.tags(message)],
    ]),
    message.summary ? inline(writer.text(message.summary.value)) : "",
    writer.description(message.description),
    writer.externalDocs(message.externalDocs),
    section(2, "Headers", listOf(writer, headers, "Headers")),
    section(2, "Payload", listOf(writer, payload, "Payload") || noPayload(writer, message)),
    section(2, "Examples", examples.join("\n")),
    writer.bindings(message.bindings),
    writer.further(message),
    writer.problems([message]),
  ]);
}

export function schemaMarkdown(writer: PageWriter, schema: NamedSchema): string {
  const uses = writer.parts.schemas.usedBy(schema);
  return page([
    heading(writer, "Schema", schema),
    facts([
      ["Key", code(writer.text(schema.id))],
      ["Schema format", writer.value(schema.source.format)],
      ["As a file", writer.schemaFile({ schema })],
      ["Used by", writer.links([...new Set(uses.map(({ by }) => by))])],
      ["Deprecated", schema.deprecated ? "yes" : undefined],
    ]),
    writer.description(schema.description),
    section(2, "Structure", listOf(writer, schema.source, "Structure")),
    writer.problems([schema]),
  ]);
}
