import type { AddressParts } from "./server-address.ts";

/** A way to authorize that the server asks for: what of it decides how a tool is told. */
export interface Credential {
  /** The scheme's type, such as `userPassword`. */
  readonly type: string;
  /** Of `http`: `basic` or `bearer`. */
  readonly scheme?: string | undefined;
  /** Of `httpApiKey`: the name of the header, query parameter or cookie, and which of them. */
  readonly name?: string | undefined;
  readonly in?: string | undefined;
}

/** A name with its value: a header, or a parameter of a query. */
export type NamedText = readonly [name: string, value: string];

/** One use of a channel at a server, by the reader. All texts are as they go over the wire, with variables and parameters filled. */
export interface Call {
  /** The canonical key of the protocol, such as `kafka`. */
  readonly protocol: string;
  /** The protocol as written (`kafka-secure`), which may ask for TLS. */
  readonly written: string;
  readonly server: string;
  readonly address: string;
  /** What the reader does: the opposite of what the application does. */
  readonly way: "send" | "receive";
  /** The example's payload; absent where it is not text, or too long for a line: then the command reads a file. */
  readonly payload?: string | undefined;
  /** The same over several lines, for code; absent where code reads a file. */
  readonly body?: string | undefined;
  readonly contentType: string;
  /** Headers of the example that are plain values, in its order, and those that the schema requires besides. */
  readonly headers: readonly NamedText[];
  /** The first of the server's alternatives: all of these together. */
  readonly credentials: readonly Credential[];
  /** A field of the bindings of server, channel, operation or message: a value, or its name in braces where it has only a schema. */
  readonly binding: (...path: readonly string[]) => string | undefined;
  /** What a schema in the bindings requires, such as the query of a request; values that are not known are names in braces. */
  readonly required: (...path: readonly string[]) => readonly NamedText[];
}

export interface Command {
  readonly tool: string;
  readonly text: string;
}

/** A call with its server's address taken apart. */
export interface Use extends Call {
  readonly at: AddressParts;
}

/** What a command reads where no payload fits into it. */
export const FILE = "payload";
