import type { AddressParts } from "#model";

/** A credential that the server asks for, with the fields that decide how tools are given it. */
export interface Credential {
  /** The scheme's type, such as `userPassword`. */
  readonly type: string;
  /** For type `http`: `basic` or `bearer`. */
  readonly scheme?: string | undefined;
  /** For type `httpApiKey`: the name of the header, query parameter or cookie, and which of the three it is. */
  readonly name?: string | undefined;
  readonly in?: string | undefined;
}

/** The name and value of a header or query parameter. */
export type NamedText = readonly [name: string, value: string];

/** One use of a channel at a server by the reader. All texts are as sent, with variables and parameters filled in. */
export interface Call {
  /** The canonical name of the protocol, such as `kafka`. */
  readonly protocol: string;
  /** The protocol as the document writes it (`kafka-secure` implies TLS). */
  readonly written: string;
  readonly server: string;
  readonly address: string;
  /** What the reader does: the opposite of what the application does. */
  readonly way: "send" | "receive";
  /** The example's payload on one line. Absent if it is not text or too long: then the command reads a file. */
  readonly payload?: string | undefined;
  /** The payload on several lines, for code. Absent if the code reads a file. */
  readonly body?: string | undefined;
  readonly contentType: string;
  /** The binary encoding of payloads, where the language of their schema has one. */
  readonly encoding?: "avro" | "protobuf" | undefined;
  /** Headers of the example that are plain values, in their order, then further headers that the schema requires. */
  readonly headers: readonly NamedText[];
  /** The credentials of the first alternative, all needed together. */
  readonly credentials: readonly Credential[];
  /**
   * Looks up a field in the bindings of server, channel, operation or message: its value, or its name in braces if only a schema is
   * given.
   */
  readonly binding: (...path: readonly string[]) => string | undefined;
  /** The properties that a schema in the bindings requires, such as query parameters. An unknown value is the name in braces. */
  readonly required: (...path: readonly string[]) => readonly NamedText[];
}

/** A call with the parts of its server's address. */
export interface Use extends Call {
  readonly at: AddressParts;
}

/** The file that a sample reads if the payload is too long or not text. The name must look like that of a file. */
export const FILE = "payload.bin";
/** Stands in a request whose binding names no method. */
export const UNKNOWN_METHOD = "{method}";
