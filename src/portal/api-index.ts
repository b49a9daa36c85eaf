import type { LineColumn } from "#text";

/** Where something is written. The file is relative to the folder of the settings; see {@link ApiIndex.document}. */
export interface IndexPlace {
  readonly file: string;
  /** RFC 6901. */
  readonly pointer: string;
  readonly start: LineColumn;
  readonly end: LineColumn;
}

/** A schema of a message, by the hash of its resolved text. */
export interface SchemaUse {
  readonly hash: string;
  /** Where the schema and each of its definitions is written, by the key of the definition; the schema itself has the key `""`. */
  readonly sources: Readonly<Record<string, { readonly file: string; readonly pointer: string }>>;
}

export interface ServerIndex {
  readonly id: string;
  readonly protocol: string;
  /** `host[:port][/path]` with `{variables}`, as written but for the scheme. */
  readonly address: string;
  /** The values that a variable may have by its `enum` and `default`; a variable without either is not listed. */
  readonly variables: Readonly<Record<string, readonly string[]>>;
  /** Such as `production`; `null` where neither its name nor a tag says. */
  readonly environment: string | null;
}

export interface ParameterIndex {
  readonly name: string;
  /** `null`: any value. */
  readonly enum: readonly string[] | null;
}

/** One field of a channel's binding, its value as JSON. */
export interface BindingIndex {
  readonly protocol: string;
  readonly field: string;
  readonly value: string;
}

export interface ChannelIndex {
  readonly id: string;
  readonly title: string;
  /** `null`: not known before run time. */
  readonly address: string | null;
  /** Indexes into the servers that it is available on. None: no server is named. */
  readonly servers: readonly number[];
  readonly parameters: readonly ParameterIndex[];
  readonly bindings: readonly BindingIndex[];
  readonly page: string;
  readonly place: IndexPlace;
}

/** One way in which the application uses a channel. An operation with a reply is two. */
export interface OperationIndex {
  readonly id: string;
  readonly direction: "send" | "receive";
  readonly isReply: boolean;
  /** Index into the channels. */
  readonly channel: number;
  /** Indexes into the messages. */
  readonly messages: readonly number[];
  /** Whether it lists its messages itself. Else they are those of the channel. */
  readonly listsMessages: boolean;
  readonly page: string;
  readonly place: IndexPlace;
}

export interface MessageIndex {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly messageId: string | null;
  /** Names by which a message of another document may be the same one. */
  readonly names: readonly string[];
  /** As stated by the message or its document; `null` where neither does. */
  readonly contentType: string | null;
  readonly payload: SchemaUse | null;
  readonly headers: SchemaUse | null;
  /** The location of the correlation id, a runtime expression. */
  readonly correlation: string | null;
  readonly page: string;
  readonly place: IndexPlace;
}

/** All that a portal needs to know of one version of one API. Plain data, made from one document alone. */
export interface ApiIndex {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly id: string | null;
  readonly version: string;
  /** The main document, relative to the folder of the settings. */
  readonly document: string;
  readonly owner: string | null;
  readonly tags: readonly string[];
  readonly protocols: readonly string[];
  readonly examples: { readonly passed: number; readonly failed: number; readonly notChecked: number };
  readonly servers: readonly ServerIndex[];
  readonly channels: readonly ChannelIndex[];
  readonly operations: readonly OperationIndex[];
  readonly messages: readonly MessageIndex[];
  readonly place: IndexPlace;
}
