/** Parses .proto files. */

import { DEEPEST_NESTED } from "../json/index.ts";

/** A .proto text as data, as far as schemas need it. Services are left out. */
export interface ProtoFile {
  readonly package: string;
  readonly messages: readonly ProtoMessage[];
  readonly enums: readonly ProtoEnum[];
}

export interface ProtoMessage {
  readonly name: string;
  /** The name with the package and enclosing messages. */
  readonly fullName: string;
  readonly comment: string;
  readonly fields: readonly ProtoField[];
  readonly messages: readonly ProtoMessage[];
  readonly enums: readonly ProtoEnum[];
  /** `reserved`, `extensions` and options, as written. */
  readonly statements: readonly ProtoStatement[];
}

export interface ProtoField {
  readonly name: string;
  readonly type: string;
  readonly number: string;
  readonly label: "optional" | "required" | "repeated" | "";
  /** The type of the keys of a map. */
  readonly key: string;
  /** The `oneof` that the field belongs to. */
  readonly oneof: string;
  readonly options: readonly ProtoStatement[];
  readonly comment: string;
}

export interface ProtoEnum {
  readonly name: string;
  readonly fullName: string;
  readonly comment: string;
  readonly values: readonly { readonly name: string; readonly number: string; readonly comment: string }[];
}

/** A statement such as `deprecated = true` or `reserved 2, 15`. */
export interface ProtoStatement {
  readonly name: string;
  readonly value: string;
}

/** One token of a .proto text. */
interface ProtoToken {
  readonly kind: "word" | "number" | "string" | "symbol";
  /** The text as written; a string is without its quotes. */
  readonly text: string;
  /** The comment that ends just before the token, markers removed. */
  readonly comment: string;
  /** The comment behind the token on its own line, markers removed. */
  trailing: string;
}

/** A word may contain dots: `google.protobuf.Timestamp`, `.pkg.Type`. */
const pattern =
  /(?<space>\s+)|(?<line>\/\/[^\n]*)|(?<block>\/\*[\s\S]*?\*\/)|(?<number>[-+]?(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?))|(?<word>\.?[A-Za-z_][\w.]*)|"(?<double>(?:[^"\\\n]|\\.)*)"|'(?<single>(?:[^'\\\n]|\\.)*)'|(?<symbol>[{}[\]()<>=;,:/-])/y;

function commentText(written: string): string {
  if (written.startsWith("//")) return written.replace(/^\/\/+ ?/, "").trimEnd();
  const lines = written.slice(2, -2).replace(/^\*/, "").split("\n");
  return lines
    .map((line) => line.replace(/^\s*\* ?/, "").trim())
    .join("\n")
    .trim();
}

/** Whether only white space follows on the line. */
function endsLine(text: string, at: number): boolean {
  return /^[ \t]*(?:\r?\n|$)/.test(text.slice(at, at + 40));
}

/** A blank line separates a comment from what follows, so the comments before it are dropped. */
function afterSpace(comments: string[], space: string): string[] {
  return /\n\s*\n/.test(space) ? [] : comments;
}

type TokenGroups = Partial<Record<"space" | "line" | "block" | "number" | "word" | "double" | "single" | "symbol", string>>;

function tokenOf(groups: TokenGroups, comment: string): ProtoToken | undefined {
  const at = { comment, trailing: "" };
  if (groups.word !== undefined) return { ...at, kind: "word", text: groups.word };
  if (groups.number !== undefined) return { ...at, kind: "number", text: groups.number };
  if (groups.symbol !== undefined) return { ...at, kind: "symbol", text: groups.symbol };
  const text = groups.double ?? groups.single;
  return text === undefined ? undefined : { ...at, kind: "string", text };
}

/** The tokens of a .proto text with their comments; `undefined` if a character belongs to no token. It takes linear time. */
function protoTokens(text: string): ProtoToken[] | undefined {
  const tokens: ProtoToken[] = [];
  let comments: string[] = [];
  let isOnLine = false;
  pattern.lastIndex = 0;
  while (pattern.lastIndex < text.length) {
    const groups = pattern.exec(text)?.groups as TokenGroups | undefined;
    if (!groups) return undefined;
    const comment = groups.line ?? groups.block;
    const last = tokens.at(-1);
    if (groups.space !== undefined) {
      isOnLine &&= !groups.space.includes("\n");
      comments = afterSpace(comments, groups.space);
    } else if (comment !== undefined) {
      // A comment after a token at the end of its line is about what ends there. Other comments are about what follows.
      if (isOnLine && last && endsLine(text, pattern.lastIndex)) last.trailing = commentText(comment);
      else comments.push(commentText(comment));
    } else {
      const token = tokenOf(groups, comments.join("\n"));
      if (!token) return undefined;
      tokens.push(token);
      comments = [];
      isOnLine = true;
    }
  }
  return tokens;
}

class ProtoSyntaxError extends Error {}

/** The position of the parser among the tokens. */
class TokenCursor {
  readonly #tokens: readonly ProtoToken[];
  #at = 0;

  constructor(tokens: readonly ProtoToken[]) {
    this.#tokens = tokens;
  }

  peek(ahead = 0): ProtoToken | undefined {
    return this.#tokens[this.#at + ahead];
  }

  next(): ProtoToken {
    const token = this.#tokens[this.#at];
    if (!token) throw new ProtoSyntaxError();
    this.#at += 1;
    return token;
  }

  is(text: string): boolean {
    return this.peek()?.text === text && this.peek()?.kind !== "string";
  }

  take(text: string): ProtoToken {
    if (!this.is(text)) throw new ProtoSyntaxError();
    return this.next();
  }

  word(): ProtoToken {
    if (this.peek()?.kind !== "word") throw new ProtoSyntaxError();
    return this.next();
  }

  /** The text up to one of some symbols at the same level of brackets. The symbol is not consumed. */
  upTo(ends: string): string {
    const words: string[] = [];
    let depth = 0;
    for (let token = this.peek(); token; token = this.peek()) {
      const isSymbol = token.kind === "symbol";
      if (isSymbol && depth === 0 && ends.includes(token.text)) return words.join(" ").replace(/ ([,.])/g, "$1");
      if (isSymbol && "{[(<".includes(token.text)) depth += 1;
      if (isSymbol && "}])>".includes(token.text)) depth -= 1;
      words.push(token.kind === "string" ? JSON.stringify(token.text) : token.text);
      this.next();
    }
    throw new ProtoSyntaxError();
  }

  /** Skips a statement or block that does not describe values. */
  skip(): void {
    this.upTo(";{");
    if (!this.is("{")) {
      this.take(";");
      return;
    }
    this.take("{");
    let depth = 1;
    while (depth > 0) {
      const token = this.next();
      if (token.kind === "symbol" && token.text === "{") depth += 1;
      if (token.kind === "symbol" && token.text === "}") depth -= 1;
    }
  }
}

/** The comment before a thing, and the one after it on its line. */
function commentOf(first: ProtoToken, last: ProtoToken | undefined): string {
  return [first.comment, last?.trailing ?? ""].filter((text) => text !== "").join("\n");
}

function options(cursor: TokenCursor): ProtoStatement[] {
  const found: ProtoStatement[] = [];
  if (!cursor.is("[")) return found;
  do {
    cursor.next();
    const name = cursor.upTo("=").replaceAll(" ", "");
    cursor.take("=");
    found.push({ name, value: cursor.upTo(",]") });
  } while (cursor.is(","));
  cursor.take("]");
  return found;
}

function enumOf(cursor: TokenCursor, scope: string): ProtoEnum {
  const start = cursor.take("enum");
  const { text: name } = cursor.word();
  const values: ProtoEnum["values"][number][] = [];
  cursor.take("{");
  while (!cursor.is("}")) {
    if (cursor.is(";")) cursor.next();
    else if (cursor.peek(1)?.text !== "=") cursor.skip();
    else {
      const word = cursor.word();
      cursor.take("=");
      const sign = cursor.is("-") ? cursor.next().text : "";
      const number = sign + cursor.next().text;
      options(cursor);
      values.push({ name: word.text, number, comment: commentOf(word, cursor.take(";")) });
    }
  }
  cursor.take("}");
  return { name, fullName: scope === "" ? name : `${scope}.${name}`, comment: start.comment, values };
}

const labels = new Set(["optional", "required", "repeated"]);

function field(cursor: TokenCursor, body: MessageBody, { oneof = "", ...at }: BlockScope & { readonly oneof?: string }): ProtoField {
  const start = cursor.peek();
  const label = labels.has(start?.text ?? "") && cursor.peek(1)?.kind === "word" ? (cursor.word().text as ProtoField["label"]) : "";
  const word = cursor.word();
  let type = word.text;
  let key = "";
  if (type === "map" && cursor.is("<")) {
    cursor.take("<");
    key = cursor.word().text;
    cursor.take(",");
    type = cursor.word().text;
    cursor.take(">");
  }
  const { text: name } = cursor.word();
  cursor.take("=");
  const number = cursor.next().text;
  const found = options(cursor);
  // A proto2 group is both a message and a field, which has the message's name in lower case.
  const isGroup = cursor.is("{");
  if (isGroup) body.messages.push(bodyOf(cursor, { name, comment: "", ...at }));
  const end = cursor.is(";") ? cursor.take(";") : undefined;
  const named = isGroup ? { name: name.toLowerCase(), type: name } : { name, type };
  return { ...named, number, label, key, oneof, options: found, comment: commentOf(start ?? word, end) };
}

/** The full name of the enclosing block, and the nesting depth. */
interface BlockScope {
  readonly scope: string;
  readonly depth: number;
}

interface MessageBody {
  readonly fields: ProtoField[];
  readonly messages: ProtoMessage[];
  readonly enums: ProtoEnum[];
  readonly statements: ProtoStatement[];
}

function oneofFields(cursor: TokenCursor, body: MessageBody, at: BlockScope): void {
  cursor.take("oneof");
  const { text: name } = cursor.word();
  cursor.take("{");
  while (!cursor.is("}")) {
    if (cursor.is("option")) cursor.skip();
    else if (cursor.is(";")) cursor.next();
    else body.fields.push(field(cursor, body, { ...at, oneof: name }));
  }
  cursor.take("}");
}

function note(cursor: TokenCursor, body: MessageBody): void {
  const { text: name } = cursor.next();
  body.statements.push({ name, value: cursor.upTo(";") });
  cursor.take(";");
}

type StatementParser = (cursor: TokenCursor, body: MessageBody, at: BlockScope) => void;

/** Keywords of a message's body that open a block. */
const blocks: ReadonlyMap<string, StatementParser> = new Map<string, StatementParser>([
  ["message", (cursor, body, at) => body.messages.push(messageOf(cursor, at))],
  ["enum", (cursor, body, at) => body.enums.push(enumOf(cursor, at.scope))],
  ["oneof", oneofFields],
  ["extend", (cursor) => cursor.skip()],
]);

const notes = new Set(["reserved", "extensions", "option"]);

function isNote(cursor: TokenCursor): boolean {
  const word = cursor.peek()?.text ?? "";
  return notes.has(word) && (word === "option" || cursor.peek(2)?.text !== "=");
}

/** A keyword is only recognised if what must follow it does: the type of a field may be called `message`. */
const statement: StatementParser = (cursor, body, at) => {
  const word = cursor.peek()?.text ?? "";
  const block = cursor.peek(2)?.text === "{" && cursor.peek(1)?.kind === "word" ? blocks.get(word) : undefined;
  if (word === ";") cursor.next();
  else if (block) block(cursor, body, at);
  else if (isNote(cursor)) note(cursor, body);
  else body.fields.push(field(cursor, body, at));
};

function messageOf(cursor: TokenCursor, at: BlockScope): ProtoMessage {
  const { comment } = cursor.take("message");
  return bodyOf(cursor, { name: cursor.word().text, comment, ...at });
}

/** Reads a message from its opening brace on. */
function bodyOf(
  cursor: TokenCursor,
  { name, comment, scope, depth }: BlockScope & { readonly name: string; readonly comment: string },
): ProtoMessage {
  if (depth > DEEPEST_NESTED) throw new ProtoSyntaxError();
  const fullName = scope === "" ? name : `${scope}.${name}`;
  const body: MessageBody = { fields: [], messages: [], enums: [], statements: [] };
  cursor.take("{");
  while (!cursor.is("}")) statement(cursor, body, { scope: fullName, depth: depth + 1 });
  cursor.take("}");
  return { name, fullName, comment, ...body };
}

function fileOf(cursor: TokenCursor): ProtoFile {
  const file = { package: "", messages: [] as ProtoMessage[], enums: [] as ProtoEnum[] };
  while (cursor.peek()) {
    if (cursor.is("message")) file.messages.push(messageOf(cursor, { scope: file.package, depth: 0 }));
    else if (cursor.is("enum")) file.enums.push(enumOf(cursor, file.package));
    else if (cursor.is("package")) {
      cursor.next();
      file.package = cursor.word().text;
      cursor.take(";");
    } else if (cursor.is(";")) cursor.next();
    else cursor.skip();
  }
  return file;
}

/** Parses a .proto text of syntax 2 or 3; `undefined` if it is invalid. */
export function parseProto(text: string): ProtoFile | undefined {
  const tokens = protoTokens(text);
  if (!tokens) return undefined;
  try {
    return fileOf(new TokenCursor(tokens));
  } catch (error) {
    if (error instanceof ProtoSyntaxError) return undefined;
    throw error;
  }
}
