/** Reads protobuf schemas. */
import type { Node, ProtoEnum, ProtoField, ProtoFile, ProtoMessage, ProtoStatement, StringNode } from "#text";
import { getOrMake, isJsonNumber, parseProto } from "#text";
import type { SchemaFields } from "./make-schema.ts";
import { makeSchema } from "./make-schema.ts";
import type { Fact, Property, Schema } from "./schema.ts";

/** The value of an option: a text in quotes, a number, true, false, or a name. */
function constant(whole: StringNode, text: string): Node {
  const { file, start, end } = whole;
  if (isJsonNumber(text)) return { kind: "number", raw: text, value: Number(text), file, start, end };
  if (text === "true" || text === "false") return { kind: "boolean", value: text === "true", file, start, end };
  return piece(whole, text.replace(/^(["'])(.*)\1$/, "$2"));
}

/** A text made from a piece of the .proto text. Its place is that of the whole text, since YAML may have folded it. */
function piece(whole: StringNode, value: string): StringNode {
  return { kind: "string", value, file: whole.file, start: whole.start, end: whole.end };
}

function comment(whole: StringNode, text: string): StringNode | undefined {
  return text === "" ? undefined : piece(whole, text);
}

function allMessages(messages: readonly ProtoMessage[]): ProtoMessage[] {
  return messages.flatMap((message) => [message, ...allMessages(message.messages)]);
}

/** The number of fields in each message of a .proto text; `undefined` if the text is invalid. */
export function protoFieldCounts(text: string): readonly number[] | undefined {
  const file = parseProto(text);
  return file && allMessages(file.messages).map(({ fields }) => fields.length);
}

/** The description of an enum value with its number. */
function valueText({ number, comment: text }: ProtoEnum["values"][number]): string {
  return [number, text].filter((each) => each !== "").join(": ");
}

/** All texts that describe the schemas of a .proto text, as they will be shown. */
export function protoTexts(text: string): string[] {
  const file = parseProto(text);
  const messages = allMessages(file?.messages ?? []);
  const enums = [...(file?.enums ?? []), ...messages.flatMap((message) => message.enums)];
  const ofMessages = messages.flatMap((message) => [message.comment, ...message.fields.map((field) => field.comment)]);
  return [...ofMessages, ...enums.flatMap((each) => [each.comment, ...each.values.map(valueText)])].filter((each) => each !== "");
}

/** The schemas of one .proto text. Each is made once, so that messages may refer to each other in any order. */
class ProtoSchemas {
  readonly #whole: StringNode;
  readonly #messages: Map<string, ProtoMessage>;
  readonly #enums: Map<string, ProtoEnum>;
  readonly #made = new Map<string, Schema>();

  constructor(whole: StringNode, file: ProtoFile) {
    this.#whole = whole;
    const messages = allMessages(file.messages);
    const enums = [...file.enums, ...messages.flatMap((message) => message.enums)];
    this.#messages = new Map(messages.map((message) => [message.fullName, message]));
    this.#enums = new Map(enums.map((each) => [each.fullName, each]));
  }

  /** The full name for a name. It is searched from the innermost scope outwards; with a leading dot it is full already. */
  #fullName(name: string, scope: string): string | undefined {
    const isKnown = (full: string) => this.#messages.has(full) || this.#enums.has(full);
    if (name.startsWith(".")) return isKnown(name.slice(1)) ? name.slice(1) : undefined;
    const scopes = scope.split(".");
    for (let length = scopes.length; length >= 0; length -= 1) {
      const full = [...scopes.slice(0, length), name].join(".");
      if (isKnown(full)) return full;
    }
    return undefined;
  }

  /** Uses the document's schema for a message. */
  adopt(message: ProtoMessage, schema: Schema): void {
    this.#made.set(message.fullName, schema);
  }

  type(name: string, scope: string): Schema {
    const full = this.#fullName(name, scope);
    return getOrMake(this.#made, full ?? name, () => makeSchema(piece(this.#whole, name), "protobuf", this.#read(full, name)));
  }

  #read(full: string | undefined, name: string): SchemaFields {
    const message = full === undefined ? undefined : this.#messages.get(full);
    if (message) return this.message(message);
    const found = full === undefined ? undefined : this.#enums.get(full);
    return found ? this.#enum(found) : { now: { types: [name.replace(/^\./, "")] } };
  }

  #enum(from: ProtoEnum): SchemaFields {
    const values = from.values.map((each) => ({
      value: piece(this.#whole, each.name),
      description: comment(this.#whole, valueText(each)),
      number: each.number,
    }));
    return { now: { name: from.fullName, types: ["enum"], description: comment(this.#whole, from.comment), enum: values } };
  }

  message(from: ProtoMessage): SchemaFields {
    return {
      now: {
        name: from.fullName,
        types: ["message"],
        description: comment(this.#whole, from.comment),
        otherKeywords: from.statements.map((each) => ({ key: each.name, value: piece(this.#whole, each.value) })),
      },
      later: { properties: () => from.fields.map((field) => this.#property(field, from.fullName)) },
    };
  }

  #property(field: ProtoField, scope: string): Property {
    const option = (name: string) => field.options.find((each) => each.name === name)?.value;
    const value = option("default");
    return {
      name: field.name,
      place: this.#whole,
      schema: this.#container(field, scope),
      required: field.label === "required",
      description: comment(this.#whole, field.comment),
      default: value === undefined ? undefined : constant(this.#whole, value),
      deprecated: option("deprecated") === "true",
      facts: this.#facts(field),
    };
  }

  #facts(field: ProtoField): Fact[] {
    const fact = (keyword: string, value: string): Fact[] => (value === "" ? [] : [{ keyword, value: piece(this.#whole, value) }]);
    const told = new Set(["default", "deprecated"]);
    return [
      ...fact("field number", field.number),
      ...fact("oneof", field.oneof),
      ...fact("label", field.label === "optional" ? field.label : ""),
      ...field.options.filter((each: ProtoStatement) => !told.has(each.name)).flatMap((each) => fact(each.name, each.value)),
    ];
  }

  #container(field: ProtoField, scope: string): Schema {
    if (field.key !== "") {
      const keys: Fact = { keyword: "map key", value: piece(this.#whole, field.key) };
      const later = { additionalProperties: () => this.type(field.type, scope) };
      return makeSchema(piece(this.#whole, field.type), "protobuf", { now: { types: ["map"], facts: [keys] }, later });
    }
    if (field.label !== "repeated") return this.type(field.type, scope);
    const later = { items: () => this.type(field.type, scope) };
    return makeSchema(piece(this.#whole, field.type), "protobuf", { now: { types: ["repeated"] }, later });
  }
}

/** The top-level messages that no other message refers to. The payload is one of these. */
function candidates(file: ProtoFile): readonly ProtoMessage[] {
  const used = new Set<string | undefined>();
  for (const top of file.messages) {
    const types = allMessages([top]).flatMap((message) => message.fields.map((field) => field.type.split(".").at(-1)));
    for (const type of types) if (type !== top.name) used.add(type);
  }
  const free = file.messages.filter((message) => !used.has(message.name));
  return free.length > 0 ? free : file.messages;
}

/**
 * Reads protobuf 2 and 3, where the schema is the text of a .proto file. The payload is the message that no other refers to. If there
 * are several, the document does not say which, and they form a choice.
 */
export function readProtobuf(node: Node): SchemaFields {
  const file = node.kind === "string" ? parseProto(node.value) : undefined;
  if (node.kind !== "string" || !file) return { now: { asWritten: node } };
  const schemas = new ProtoSchemas(node, file);
  const [first, ...others] = candidates(file);
  if (!first) return { now: { asWritten: node } };
  if (others.length === 0) return { ...schemas.message(first), adopt: (schema) => schemas.adopt(first, schema) };
  return { later: { oneOf: () => [first, ...others].map((message) => schemas.type(`.${message.fullName}`, "")) } };
}
