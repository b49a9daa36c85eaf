import type {
  ApiIndex,
  BindingIndex,
  ChannelIndex,
  IndexPlace,
  MessageIndex,
  OperationIndex,
  ParameterIndex,
  SchemaUse,
  ServerIndex,
} from "./api-index.ts";
import type { NamedApi } from "./api-name.ts";

/** A page of a part. Its path is relative to the API's folder. */
export interface PartPage {
  readonly path: string;
  readonly kind: string;
  readonly id: string | null;
  readonly title: string;
  readonly examples?: { readonly passed: number; readonly failed: number; readonly notChecked: number };
}

/** A problem of a part's document, as the JSON report has it. */
export interface PartProblem {
  readonly code: string;
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  readonly hint: string | null;
  readonly file: string;
  readonly pointer: string;
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
  readonly related: readonly {
    readonly message: string;
    readonly file: string;
    readonly pointer: string;
    readonly start: { readonly line: number; readonly column: number };
    readonly end: { readonly line: number; readonly column: number };
  }[];
}

/** A file of a part. */
export interface PartFile {
  readonly sha256: string;
  /** What is filled in when parts are merged: bytes from the start of the file, and the number of the slot in `slotNames`. */
  readonly slots?: readonly (readonly [offset: number, slot: number])[];
}

/** `part.json`: all that merging needs to know of one version of one API. */
export interface PartIndex {
  readonly part: 1;
  /** The version of the tool. */
  readonly msgdocs: string;
  /** A hash of the settings that must be the same for all parts. */
  readonly look: string;
  readonly name: string;
  /** What the name was made from. */
  readonly named: NamedApi;
  readonly title: string;
  readonly version: string;
  /** The main document, relative to the folder of the settings. */
  readonly document: string;
  readonly group: string;
  /** Absent where the API could not be built. */
  readonly index?: ApiIndex;
  readonly pages: readonly PartPage[];
  readonly problems: readonly PartProblem[];
  /** Examples by their verdict, each by where it is written. */
  readonly examples: Readonly<Record<"passed" | "failed" | "notChecked", readonly string[]>>;
  /** Files of the portal that pages link to. */
  readonly links: readonly string[];
  /** By path: those of the site below `site/`, schemas below `schemas/`, and `search.json`. */
  readonly files: Readonly<Record<string, PartFile>>;
}

/** Whether a value from outside has the shape of a type. */
type Guard<T> = (value: unknown) => value is T;

const isText: Guard<string> = (value) => typeof value === "string";
const isFlag: Guard<boolean> = (value) => typeof value === "boolean";
const isCount: Guard<number> = (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function oneOf<const T>(...values: readonly T[]): Guard<T> {
  return (value): value is T => values.includes(value as T);
}

function orNull<T>(guard: Guard<T>): Guard<T | null> {
  return (value): value is T | null => value === null || guard(value);
}

function optional<T>(guard: Guard<T>): Guard<T | undefined> {
  return (value): value is T | undefined => value === undefined || guard(value);
}

function listOf<T>(guard: Guard<T>): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(guard);
}

function mapOf<T>(guard: Guard<T>): Guard<Readonly<Record<string, T>>> {
  return (value): value is Readonly<Record<string, T>> => isRecord(value) && Object.values(value).every(guard);
}

/** A guard for each property of a type; the compiler asks for all of them. */
function objectOf<T>(guards: { readonly [Key in keyof T]-?: Guard<T[Key]> }): Guard<T> {
  const entries = Object.entries<Guard<unknown>>(guards as Record<string, Guard<unknown>>);
  return (value): value is T => isRecord(value) && entries.every(([key, guard]) => guard(value[key]));
}

const lineColumn = objectOf<IndexPlace["start"]>({ line: isCount, column: isCount });
const range = { file: isText, pointer: isText, start: lineColumn, end: lineColumn };
const place = objectOf<IndexPlace>(range);
const examples = objectOf<ApiIndex["examples"]>({ passed: isCount, failed: isCount, notChecked: isCount });

const schemaUse = objectOf<SchemaUse>({
  hash: isText,
  sources: mapOf(objectOf<SchemaUse["sources"][string]>({ file: isText, pointer: isText })),
});

const server = objectOf<ServerIndex>({
  id: isText,
  protocol: isText,
  address: isText,
  variables: mapOf(listOf(isText)),
  environment: orNull(isText),
});

const channel = objectOf<ChannelIndex>({
  id: isText,
  title: isText,
  address: orNull(isText),
  servers: listOf(isCount),
  parameters: listOf(objectOf<ParameterIndex>({ name: isText, enum: orNull(listOf(isText)) })),
  bindings: listOf(objectOf<BindingIndex>({ protocol: isText, field: isText, value: isText })),
  page: isText,
  place,
});

const operation = objectOf<OperationIndex>({
  id: isText,
  direction: oneOf("send", "receive"),
  isReply: isFlag,
  channel: isCount,
  messages: listOf(isCount),
  listsMessages: isFlag,
  page: isText,
  place,
});

const message = objectOf<MessageIndex>({
  id: isText,
  title: isText,
  summary: isText,
  messageId: orNull(isText),
  names: listOf(isText),
  contentType: orNull(isText),
  payload: orNull(schemaUse),
  headers: orNull(schemaUse),
  correlation: orNull(isText),
  page: isText,
  place,
});

const api = objectOf<ApiIndex>({
  name: isText,
  title: isText,
  summary: isText,
  id: orNull(isText),
  version: isText,
  document: isText,
  owner: orNull(isText),
  tags: listOf(isText),
  protocols: listOf(isText),
  examples,
  servers: listOf(server),
  channels: listOf(channel),
  operations: listOf(operation),
  messages: listOf(message),
  place,
});

const page = objectOf<PartPage>({ path: isText, kind: isText, id: orNull(isText), title: isText, examples: optional(examples) });

const problem = objectOf<PartProblem>({
  code: isText,
  severity: oneOf("error", "warning", "info"),
  message: isText,
  hint: orNull(isText),
  ...range,
  related: listOf(objectOf<PartProblem["related"][number]>({ message: isText, ...range })),
});

const slot = (value: unknown): value is readonly [number, number] => listOf(isCount)(value) && value.length === 2;

const part = objectOf<PartIndex>({
  part: oneOf(1),
  msgdocs: isText,
  look: isText,
  name: isText,
  named: objectOf<NamedApi>({ name: optional(isText), id: optional(isText), path: isText, title: isText }),
  title: isText,
  version: isText,
  document: isText,
  group: isText,
  index: optional(api),
  pages: listOf(page),
  problems: listOf(problem),
  examples: objectOf<PartIndex["examples"]>({ passed: listOf(isText), failed: listOf(isText), notChecked: listOf(isText) }),
  links: listOf(isText),
  files: mapOf(objectOf<PartFile>({ sha256: isText, slots: optional(listOf(slot)) })),
});

/** Whether the indexes lead to servers, channels and messages that are there. */
function hasTargets({ servers, channels, operations, messages }: ApiIndex): boolean {
  return (
    channels.every((each) => each.servers.every((at) => at < servers.length)) &&
    operations.every((each) => each.channel < channels.length && each.messages.every((at) => at < messages.length))
  );
}

/** Whether the content of a `part.json`, of which anybody may have written any line, is what merging reads. */
export function isPartIndex(value: unknown): value is PartIndex {
  return part(value) && (value.index === undefined || hasTargets(value.index));
}
