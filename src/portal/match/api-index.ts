import { orderOfVersions, versionParts } from "#format";
import { fileNames } from "#model";
import type { JsonLocation } from "#report";
import type { Guarded } from "#text";
import { guards, groupBy } from "#text";

const { text, flag, count, oneOf, nullable, optional, list, record, object, shape } = guards;

/** Where something is written. The file is relative to the folder of the settings; see {@link ApiIndex}. */
export type IndexPlace = JsonLocation;

const lineColumn = object<IndexPlace["start"]>({ line: count, column: count });

/** The fields of a place. */
export const placeFields = { file: text, pointer: text, start: lineColumn, end: lineColumn };

const isPlace = object<IndexPlace>(placeFields);

const START = { line: 1, column: 1 };

/** The start of a file, for a problem of a whole document. */
export function startOf(file: string): IndexPlace {
  return { file, pointer: "", start: START, end: START };
}

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

/** The texts from which an API gets its name. */
export interface NamedApi {
  /** The name in the settings. */
  readonly name?: string | undefined;
  /** The document's `id`. */
  readonly id?: string | undefined;
  /** The path of the document, `/`-separated, relative to the folder of the settings. */
  readonly path: string;
  readonly title: string;
  /** Whether the settings name the document itself, and no glob found it. */
  readonly isListed?: boolean | undefined;
  /** Where the settings say that its source is, which tells documents of one path apart that could not be read. */
  readonly repository?: string | undefined;
}

/**
 * The name of an API in URLs: that of the settings, otherwise the last part of its id, otherwise the name of its folder, otherwise its
 * title.
 */
export function apiName({ name, id, path, title }: NamedApi): string {
  const last = id
    ?.split(/[:/#?]/)
    .filter((part) => part.trim() !== "")
    .at(-1);
  const folder = path.split("/").at(-2);
  const isFolder = folder !== undefined && folder !== "" && folder !== "." && folder !== "..";
  const key = name ?? last ?? (isFolder ? folder : title);
  return fileNames([key]).get(key) ?? "x";
}

/** A document in a list, with what tells it from others. */
interface ListedApi extends NamedApi {
  readonly version: string;
}

/** Two documents that cannot both be in one portal, by their position in the list. */
export interface NameConflict {
  readonly name: string;
  readonly first: number;
  readonly second: number;
  /** `true`: both are the same version of one API. `false`: two APIs have the same name. */
  readonly isSameVersion: boolean;
  /** Whether the first one keeps the name, because the settings give it. Otherwise neither can have it. */
  readonly isFirstKept: boolean;
}

/**
 * Whether two documents of one name are versions of one API: by the settings or by their ids, or if they have neither, by a common
 * title.
 */
function areOneApi(a: ListedApi, b: ListedApi): boolean {
  if (a.name !== undefined && a.name === b.name) return true;
  if (a.id !== undefined || b.id !== undefined) return a.id === b.id;
  return a.title === b.title;
}

/** Finds the conflicts between documents that all have one name. */
function conflictsOf(name: string, apis: readonly { readonly api: ListedApi; readonly at: number }[]): NameConflict[] {
  return apis.flatMap((second, count): NameConflict[] => {
    for (const first of apis.slice(0, count)) {
      const isOne = areOneApi(first.api, second.api);
      if (isOne && first.api.version !== second.api.version) continue;
      return [{ name, first: first.at, second: second.at, isSameVersion: isOne, isFirstKept: false }];
    }
    return [];
  });
}

/**
 * Finds documents with the same name that are different APIs, or the same version. A name that the settings give belongs to the documents
 * that they name, so that no other document can take it by its id.
 */
export function nameConflicts(apis: readonly ListedApi[]): readonly NameConflict[] {
  const byName = groupBy(
    apis.map((api, at) => ({ api, at })),
    ({ api }) => apiName(api),
  );
  return [...byName].flatMap(([name, all]) => {
    const named = all.filter(({ api }) => api.name !== undefined);
    const [owner] = named;
    if (!owner) return conflictsOf(name, all);
    const others = all.filter(({ api }) => api.name === undefined);
    return [
      ...conflictsOf(name, named),
      ...others.map(({ at }) => ({ name, first: owner.at, second: at, isSameVersion: false, isFirstKept: true })),
    ];
  });
}

/**
 * Finds documents that no setting names, and that become versions of another folder's API by its `id`. Whoever may add a file that a
 * glob finds could take another team's API so. Both are told by their positions in the list.
 */
export function takenNames(apis: readonly ListedApi[]) {
  const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);
  const byName = groupBy(
    apis.map((api, at) => ({ api, at, version: api.version })),
    ({ api }) => apiName(api),
  );
  return [...byName].flatMap(([name, all]) => {
    const isNamed = ({ api }: (typeof all)[number]): boolean => api.isListed === true || api.name !== undefined;
    const oldestFirst = newestFirst(all).reverse();
    const owner = oldestFirst.find(isNamed) ?? oldestFirst[0];
    if (!owner || owner.api.name !== undefined) return [];
    return oldestFirst
      .filter((each) => !isNamed(each) && folderOf(each.api.path) !== folderOf(owner.api.path))
      .filter(({ api }) => api.id !== undefined && api.id === owner.api.id && api.version !== owner.version)
      .map(({ at }) => ({ name, first: owner.at, second: at }));
  });
}

/** Versions sorted with the newest first. Releases come before pre-releases, and versions without numbers last, in the given order. */
export function newestFirst<T extends { readonly version: string }>(versions: readonly T[]): T[] {
  const parsed = versions.map((each, at) => ({ each, at, parts: versionParts(each.version) }));
  return parsed
    .sort((a, b) => {
      if (!a.parts || !b.parts) return Number(Boolean(b.parts)) - Number(Boolean(a.parts)) || a.at - b.at;
      const isPreRelease = Number(a.parts.preRelease !== undefined) - Number(b.parts.preRelease !== undefined);
      return isPreRelease || (orderOfVersions(b.each.version, a.each.version) ?? 0) || a.at - b.at;
    })
    .map(({ each }) => each);
}
