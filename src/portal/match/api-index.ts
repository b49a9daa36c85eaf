import type { JsonLocation } from "#report";
import type { Guarded } from "#text";
import { guards } from "#text";

const { text, flag, count, oneOf, nullable, optional, list, record, object, shape } = guards;

/** Where something is written. The file is relative to the folder of the settings; see {@link ApiIndex}. */
export type IndexPlace = JsonLocation;

const lineColumn = object<IndexPlace["start"]>({ line: count, column: count });

/** The fields of a place. */
export const placeFields = { file: text, pointer: text, start: lineColumn, end: lineColumn };

const isPlace = object<IndexPlace>(placeFields);

/** A schema of a message, by the hash of its resolved text. */
const isSchemaUse = shape({
  hash: text,
  /** The places of the schema and its definitions, by the key of the definition. The schema itself has the key `""`. */
  sources: record(shape({ file: text, pointer: text })),
});

export type SchemaUse = Guarded<typeof isSchemaUse>;

const isServer = shape({
  id: text,
  protocol: text,
  /** `host[:port][/path]` with `{variables}`, as written except for the scheme. */
  address: text,
  /** The possible values of variables by their `enum` and `default`. A variable with neither is left out. */
  variables: record(list(text)),
  /** The environment, such as `production`; `null` if neither the name nor a tag says it. */
  environment: nullable(text),
});

export type ServerIndex = Guarded<typeof isServer>;

/** The address of a channel on the wire, and what it counts within, such as an exchange; `null` means unknown, or not stated. */
const isWire = shape({ address: nullable(text), space: nullable(text) });

export type ChannelWire = Guarded<typeof isWire>;

/** One field of a channel's binding, with its value as JSON. */
const isBinding = shape({ protocol: text, field: text, value: text });

export type BindingIndex = Guarded<typeof isBinding>;

const isChannel = shape({
  id: text,
  title: text,
  /** `null` means unknown until run time. */
  address: nullable(text),
  /** The indexes of the servers that it is available on. Empty if the document names none. */
  servers: list(count),
  /** Where its messages go on each of these servers, or on any, if bindings say more of it than `address` does. */
  wire: optional(list(isWire)),
  /** Without an enum (`null`) a parameter has any value. */
  parameters: list(shape({ name: text, enum: nullable(list(text)) })),
  bindings: list(isBinding),
  page: text,
  place: isPlace,
});

export type ChannelIndex = Guarded<typeof isChannel>;

/** One way in which the application uses a channel. An operation with a reply counts as two. */
const isOperation = shape({
  id: text,
  direction: oneOf("send", "receive"),
  isReply: flag,
  /** The index of the channel. */
  channel: count,
  /** The indexes of the messages. */
  messages: list(count),
  /** Whether it lists its own messages. Otherwise they are those of the channel. */
  listsMessages: flag,
  page: text,
  place: isPlace,
});

export type OperationIndex = Guarded<typeof isOperation>;

const isMessage = shape({
  id: text,
  title: text,
  summary: text,
  messageId: nullable(text),
  /** What its author calls it; `null` if the document gives it no name. */
  called: nullable(text),
  /** Names by which messages of other documents are recognised as the same. */
  names: list(text),
  /** The content type stated by the message or its document; `null` if neither states one. */
  contentType: nullable(text),
  payload: nullable(isSchemaUse),
  headers: nullable(isSchemaUse),
  /** The location of the correlation id, as a runtime expression. */
  correlation: nullable(text),
  page: text,
  place: isPlace,
});

export type MessageIndex = Guarded<typeof isMessage>;

/** Everything that a portal needs to know about one version of an API. It is plain data made from one document alone. */
export const isApiIndex = shape({
  name: text,
  title: text,
  summary: text,
  id: nullable(text),
  version: text,
  /** The main document, relative to the folder of the settings. */
  document: text,
  tags: list(text),
  protocols: list(text),
  examples: shape({ passed: count, failed: count, notChecked: count }),
  servers: list(isServer),
  channels: list(isChannel),
  operations: list(isOperation),
  messages: list(isMessage),
  place: isPlace,
});

export type ApiIndex = Guarded<typeof isApiIndex>;

/** Whether all indexes lead to existing servers, channels and messages. */
export function hasTargets({ servers, channels, operations, messages }: ApiIndex): boolean {
  return (
    channels.every((each) => each.servers.every((at) => at < servers.length)) &&
    operations.every((each) => each.channel < channels.length && each.messages.every((at) => at < messages.length))
  );
}
