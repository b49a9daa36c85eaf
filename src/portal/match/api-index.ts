import type { JsonLocation } from "#report";

/** Where something is written. The file is relative to the folder of the settings; see {@link ApiIndex.document}. */
export type IndexPlace = JsonLocation;

/** A schema of a message, by the hash of its resolved text. */
export interface SchemaUse {
  readonly hash: string;
  /** The places of the schema and its definitions, by the key of the definition. The schema itself has the key `""`. */
  readonly sources: Readonly<Record<string, { readonly file: string; readonly pointer: string }>>;
}

export interface ServerIndex {
  readonly id: string;
  readonly protocol: string;
  /** `host[:port][/path]` with `{variables}`, as written except for the scheme. */
  readonly address: string;
  /** The possible values of variables by their `enum` and `default`. A variable with neither is left out. */
  readonly variables: Readonly<Record<string, readonly string[]>>;
  /** The environment, such as `production`; `null` if neither the name nor a tag says it. */
  readonly environment: string | null;
}

export interface ParameterIndex {
  readonly name: string;
  /** `null` means any value. */
  readonly enum: readonly string[] | null;
}

/** One field of a channel's binding, with its value as JSON. */
export interface BindingIndex {
  readonly protocol: string;
  readonly field: string;
  readonly value: string;
}

/** The address of a channel on the wire, and what it counts within, such as an exchange; `null` means unknown, or not stated. */
export interface ChannelWire {
  readonly address: string | null;
  readonly space: string | null;
}

export interface ChannelIndex {
  readonly id: string;
  readonly title: string;
  /** `null` means unknown until run time. */
  readonly address: string | null;
  /** The indexes of the servers that it is available on. Empty if the document names none. */
  readonly servers: readonly number[];
  /** Where its messages go on each of these servers, or on any, if bindings say more of it than `address` does. */
  readonly wire?: readonly ChannelWire[];
  readonly parameters: readonly ParameterIndex[];
  readonly bindings: readonly BindingIndex[];
  readonly page: string;
  readonly place: IndexPlace;
}

/** One way in which the application uses a channel. An operation with a reply counts as two. */
export interface OperationIndex {
  readonly id: string;
  readonly direction: "send" | "receive";
  readonly isReply: boolean;
  /** The index of the channel. */
  readonly channel: number;
  /** The indexes of the messages. */
  readonly messages: readonly number[];
  /** Whether it lists its own messages. Otherwise they are those of the channel. */
  readonly listsMessages: boolean;
  readonly page: string;
  readonly place: IndexPlace;
}

export interface MessageIndex {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly messageId: string | null;
  /** What its author calls it; `null` if the document gives it no name. */
  readonly called: string | null;
  /** Names by which messages of other documents are recognised as the same. */
  readonly names: readonly string[];
  /** The content type stated by the message or its document; `null` if neither states one. */
  readonly contentType: string | null;
  readonly payload: SchemaUse | null;
  readonly headers: SchemaUse | null;
  /** The location of the correlation id, as a runtime expression. */
  readonly correlation: string | null;
  readonly page: string;
  readonly place: IndexPlace;
}

/** Everything that a portal needs to know about one version of an API. It is plain data made from one document alone. */
export interface ApiIndex {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly id: string | null;
  readonly version: string;
  /** The main document, relative to the folder of the settings. */
  readonly document: string;
  readonly tags: readonly string[];
  readonly protocols: readonly string[];
  readonly examples: { readonly passed: number; readonly failed: number; readonly notChecked: number };
  readonly servers: readonly ServerIndex[];
  readonly channels: readonly ChannelIndex[];
  readonly operations: readonly OperationIndex[];
  readonly messages: readonly MessageIndex[];
  readonly place: IndexPlace;
}
