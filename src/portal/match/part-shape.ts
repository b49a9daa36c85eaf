import type { JsonDiagnostic } from "#report";
import { guards } from "#text";
import type {
  ApiIndex,
  BindingIndex,
  ChannelIndex,
  ChannelWire,
  IndexPlace,
  MessageIndex,
  OperationIndex,
  ParameterIndex,
  SchemaUse,
  ServerIndex,
} from "./api-index.ts";
import type { NamedApi } from "./api-name.ts";

/** A page of a part. The path is relative to the API's folder. */
export interface PartPage {
  readonly path: string;
  readonly kind: string;
  readonly id: string | null;
  readonly title: string;
}

/** A thing of a part with its home, as in the manifest of a site. */
export interface PartThing extends PartPage {
  readonly anchor: string;
  readonly examples?: { readonly passed: number; readonly failed: number; readonly notChecked: number };
  readonly keys?: readonly string[];
}

/** A file of a part. */
export interface PartFile {
  readonly sha256: string;
  /** The slots filled when parts are merged: byte offsets in the file, and the index of the slot in `slotNames`. */
  readonly slots?: readonly (readonly [offset: number, slot: number])[];
  /** The slots for marks of fields, one a line: the byte offset in the file, a space, and the anchor of the field's row. One text takes less time to read than thousands of values. */
  readonly fields?: string;
}

/** The content of `part.json`: all that merging needs to know about one version of an API. */
export interface PartIndex {
  readonly part: 1;
  /** The version of msgdocs. */
  readonly msgdocs: string;
  /** A hash of each setting that all parts must share. */
  readonly look: Readonly<Record<string, string>>;
  readonly name: string;
  /** The texts from which the name was made. */
  readonly named: NamedApi;
  readonly title: string;
  readonly version: string;
  /** The main document, relative to the folder of the settings. */
  readonly document: string;
  /** Who owns the API, also if it could not be built; `null` if nobody is named, or it cannot be known. */
  readonly owner: string | null;
  readonly group: string;
  /** Whose side the document describes. */
  readonly perspective: "application" | "client";
  /** Whether the part holds the text of the document as written, so that its lines are those of the file. */
  readonly asWritten: boolean;
  /** Absent if the API could not be built. */
  readonly index?: ApiIndex;
  readonly pages: readonly PartPage[];
  readonly things: readonly PartThing[];
  readonly problems: readonly JsonDiagnostic[];
  /** The places of examples by verdict. */
  readonly examples: Readonly<Record<"passed" | "failed" | "notChecked", readonly string[]>>;
  /** The files of the portal that pages link to. */
  readonly links: readonly string[];
  /**
   * The files by path: the site below `site/`, schemas below `schemas/`, `search.json`, and the whole description as `document.yaml` or
   * `document.json`, with which other versions are compared.
   */
  readonly files: Readonly<Record<string, PartFile>>;
}

const { text, flag, count, oneOf, nullable, optional, list, pair, record, object } = guards;

const lineColumn = object<IndexPlace["start"]>({ line: count, column: count });
const range = { file: text, pointer: text, start: lineColumn, end: lineColumn };
const place = object<IndexPlace>(range);
const examples = object<ApiIndex["examples"]>({ passed: count, failed: count, notChecked: count });

const schemaUse = object<SchemaUse>({
  hash: text,
  sources: record(object<SchemaUse["sources"][string]>({ file: text, pointer: text })),
});

const server = object<ServerIndex>({
  id: text,
  protocol: text,
  address: text,
  variables: record(list(text)),
  environment: nullable(text),
});

const channel = object<ChannelIndex>({
  id: text,
  title: text,
  address: nullable(text),
  servers: list(count),
  wire: optional(list(object<ChannelWire>({ address: nullable(text), space: nullable(text) }))),
  parameters: list(object<ParameterIndex>({ name: text, enum: nullable(list(text)) })),
  bindings: list(object<BindingIndex>({ protocol: text, field: text, value: text })),
  page: text,
  place,
});

const operation = object<OperationIndex>({
  id: text,
  direction: oneOf("send", "receive"),
  isReply: flag,
  channel: count,
  messages: list(count),
  listsMessages: flag,
  page: text,
  place,
});

const message = object<MessageIndex>({
  id: text,
  title: text,
  summary: text,
  messageId: nullable(text),
  called: nullable(text),
  names: list(text),
  contentType: nullable(text),
  payload: nullable(schemaUse),
  headers: nullable(schemaUse),
  correlation: nullable(text),
  page: text,
  place,
});

const api = object<ApiIndex>({
  name: text,
  title: text,
  summary: text,
  id: nullable(text),
  version: text,
  document: text,
  tags: list(text),
  protocols: list(text),
  examples,
  servers: list(server),
  channels: list(channel),
  operations: list(operation),
  messages: list(message),
  place,
});

const onPage = { path: text, kind: text, id: nullable(text), title: text };
const page = object<PartPage>(onPage);
const thing = object<PartThing>({ ...onPage, anchor: text, examples: optional(examples), keys: optional(list(text)) });

const problem = object<JsonDiagnostic>({
  code: text,
  severity: oneOf("error", "warning", "info"),
  message: text,
  hint: nullable(text),
  ...range,
  related: list(object<JsonDiagnostic["related"][number]>({ message: text, ...range })),
});

const part = object<PartIndex>({
  part: oneOf(1),
  msgdocs: text,
  look: record(text),
  name: text,
  named: object<NamedApi>({ name: optional(text), id: optional(text), path: text, title: text, isListed: optional(flag) }),
  title: text,
  version: text,
  document: text,
  owner: nullable(text),
  group: text,
  perspective: oneOf("application", "client"),
  asWritten: flag,
  index: optional(api),
  pages: list(page),
  things: list(thing),
  problems: list(problem),
  examples: object<PartIndex["examples"]>({ passed: list(text), failed: list(text), notChecked: list(text) }),
  links: list(text),
  files: record(object<PartFile>({ sha256: text, slots: optional(list(pair(count, count))), fields: optional(text) })),
});

/** Whether all indexes lead to existing servers, channels and messages. */
function hasTargets({ servers, channels, operations, messages }: ApiIndex): boolean {
  return (
    channels.every((each) => each.servers.every((at) => at < servers.length)) &&
    operations.every((each) => each.channel < channels.length && each.messages.every((at) => at < messages.length))
  );
}

/** Whether the content of a `part.json`, which anybody may have edited, has the shape that merging expects. */
export function isPartIndex(value: unknown): value is PartIndex {
  return part(value) && (value.index === undefined || hasTargets(value.index));
}
