/** Reads plain YAML, with its flow collections, several times as fast as the library. */
import type { Entry, ListNode, MapNode, Node, Place } from "../json/index.ts";
import type { ComposeContext } from "./compose-yaml.ts";
import { EntryList, withLineFeeds } from "./compose-yaml.ts";
import { LineCursor, isGap, UnsupportedSyntax, plainEnd, readBlockScalar, readPlain, readQuoted, startsPlain } from "./quick-scalar.ts";
import { YamlScalars } from "./yaml-scalars.ts";

/** Characters that end a plain scalar in a flow collection, as a line end does. */
const FLOW = ",[]{}";

interface FlowScalar extends Place {
  readonly text: string;
  readonly plain: boolean;
}

/** Reads flow collections (YAML 1.2.2 § 7.4) without comments, and scalars of one line in them. */
class QuickFlow {
  private readonly context: ComposeContext;
  private readonly values: YamlScalars;
  private readonly text: string;
  private parent = -1;

  constructor(context: ComposeContext, values: YamlScalars) {
    this.context = context;
    this.values = values;
    this.text = context.file.text;
  }

  /** The collection that starts at an offset; its lines must be indented by more than its parent. */
  read(start: number, parent: number, depth: number): Node {
    this.parent = parent;
    return this.value(start, depth);
  }

  private value(start: number, depth: number): Node {
    const letter = this.text.charAt(start);
    if (letter === "[" || letter === "{") {
      if (depth > this.context.limit) throw new UnsupportedSyntax();
      return letter === "[" ? this.list(start, depth) : this.map(start, depth);
    }
    const { file, end, text, plain } = this.scalar(start);
    return plain ? this.values.plain(text, { file, start, end }) : { kind: "string", file, start, end, value: text };
  }

  private scalar(start: number): FlowScalar {
    const { file } = this.context;
    const letter = this.text.charAt(start);
    if (letter === '"' || letter === "'") {
      const { value, end } = readQuoted({ file, start });
      return { file, start, end, text: value, plain: false };
    }
    // In a flow collection, `-,` and the like do not start a plain scalar.
    const conditional = "-?:".includes(letter) && FLOW.includes(this.text.charAt(start + 1));
    if (conditional || !startsPlain(this.text, start)) throw new UnsupportedSyntax();
    const end = this.plainEnd(start);
    return { file, start, end, text: this.text.slice(start, end), plain: true };
  }

  private plainEnd(start: number): number {
    const { text } = this;
    let end = start;
    for (let at = start; at < text.length; at += 1) {
      const letter = text.charAt(at);
      if (letter === "\n" || FLOW.includes(letter)) return end;
      if (letter === "#" || letter === "\t") throw new UnsupportedSyntax();
      if (letter === ":") {
        const next = text.charCodeAt(at + 1);
        if (isGap(next)) return end;
        if (FLOW.includes(text.charAt(at + 1))) throw new UnsupportedSyntax();
      }
      if (letter !== " ") end = at + 1;
    }
    throw new UnsupportedSyntax();
  }

  /** The offset of the next token. Continuation lines must be indented by more than the parent. */
  private skip(from: number): number {
    const { text } = this;
    let at = from;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === 0x0a) {
        let next = at + 1;
        while (text.charCodeAt(next) === 0x20) next += 1;
        const blank = text.charCodeAt(next) === 0x0a;
        if (!blank && next - at - 1 <= this.parent) throw new UnsupportedSyntax();
        at = next;
      } else if (code === 0x20) at += 1;
      else if (code === 0x09 || code === 0x23 || Number.isNaN(code)) throw new UnsupportedSyntax();
      else return at;
    }
  }

  private list(start: number, depth: number): Node {
    const items: Node[] = [];
    let at = this.skip(start + 1);
    while (this.text.charAt(at) !== "]") {
      const item = this.value(at, depth + 1);
      items.push(item);
      at = this.separator(item.end, "]");
    }
    return { kind: "list", file: this.context.file, start, end: at + 1, items };
  }

  /** The offset of the closing bracket after an item, or of the token after the comma. */
  private separator(end: number, close: string): number {
    const at = this.skip(end);
    const letter = this.text.charAt(at);
    if (letter === close) return at;
    if (letter !== ",") throw new UnsupportedSyntax();
    return this.skip(at + 1);
  }

  private map(start: number, depth: number): Node {
    const { file } = this.context;
    const list = new EntryList(this.context.report);
    let at = this.skip(start + 1);
    while (this.text.charAt(at) !== "}") {
      const key = this.scalar(at);
      if (key.plain && key.text === "<<") throw new UnsupportedSyntax();
      if (key.plain) this.values.checkKey(key);
      const value = this.value(this.afterColon(key), depth + 1);
      const entry: Entry = { file, start: key.start, end: key.end, key: key.text, value };
      list.add(entry);
      at = this.separator(value.end, "}");
    }
    return { kind: "map", file, start, end: at + 1, entries: list.entries };
  }

  /** The offset of the value of a key. A key without a value is left to the library. */
  private afterColon({ end, start }: FlowScalar): number {
    let at = end;
    while (this.text.charCodeAt(at) === 0x20) at += 1;
    if (this.text.charAt(at) !== ":" || at - start > 1000) throw new UnsupportedSyntax();
    if (!isGap(this.text.charCodeAt(at + 1))) throw new UnsupportedSyntax();
    const value = this.skip(at + 1);
    if (",}]".includes(this.text.charAt(value))) throw new UnsupportedSyntax();
    return value;
  }
}

const COLON = 0x3a;
const DASH = 0x2d;

interface Key extends Place {
  readonly text: string;
  readonly plain: boolean;
  /** The offset after the colon. */
  readonly after: number;
}

/** Reads block collections by their indentation. The depth limit bounds its recursion. */
class QuickReader {
  private readonly context: ComposeContext;
  private readonly values: YamlScalars;
  private readonly cursor: LineCursor;
  private readonly flow: QuickFlow;
  private readonly text: string;

  constructor(context: ComposeContext) {
    this.context = context;
    this.text = context.file.text;
    this.values = new YamlScalars(context);
    this.cursor = new LineCursor(this.text);
    this.flow = new QuickFlow(context, this.values);
  }

  read(): Node {
    const { cursor } = this;
    cursor.begin();
    if (cursor.isEnd()) throw new UnsupportedSyntax();
    const { indent } = cursor;
    const node = this.collection(cursor.at, indent, 1);
    if (!node || !cursor.isEnd()) throw new UnsupportedSyntax();
    return node;
  }

  /** The block collection at an offset, which has this column; `undefined` if there is none. */
  private collection(start: number, column: number, depth: number): MapNode | ListNode | undefined {
    const isList = this.isItem(start);
    const key = isList ? undefined : this.key(start);
    if (!isList && !key) return undefined;
    if (depth > this.context.limit) throw new UnsupportedSyntax();
    return key ? this.map(key, column, depth) : this.list(start, column, depth);
  }

  private isItem(at: number): boolean {
    return this.text.charCodeAt(at) === DASH && isGap(this.text.charCodeAt(at + 1));
  }

  /** The key at an offset; `undefined` if the line has none. */
  private key(start: number): Key | undefined {
    const { text, context, cursor } = this;
    const { file } = context;
    const letter = text.charAt(start);
    if (letter === '"' || letter === "'") {
      const { value, end } = readQuoted({ file, start });
      const colon = cursor.skipSpaces(end);
      if (text.charCodeAt(colon) !== COLON) return undefined;
      if (!isGap(text.charCodeAt(colon + 1))) throw new UnsupportedSyntax();
      return { file, start, end, text: value, plain: false, after: colon + 1 };
    }
    if (!startsPlain(text, start)) return undefined;
    const { end, colon } = plainEnd(text, start, cursor.endOfLine(start));
    if (colon === -1) return undefined;
    const key = text.slice(start, end);
    if (key === "<<") throw new UnsupportedSyntax();
    return { file, start, end, text: key, plain: true, after: colon + 1 };
  }

  private map(first: Key, column: number, depth: number): MapNode {
    const { cursor, values } = this;
    const list = new EntryList(this.context.report);
    let key: Key | undefined = first;
    let end = first.end;
    while (key) {
      const { file, start, end: keyEnd, text } = key;
      if (key.plain) values.checkKey(key);
      const value = this.mapValue(key.after, column, depth);
      const entry: Entry = { file, start, end: keyEnd, key: text, value };
      list.add(entry);
      ({ end } = value);
      key = cursor.indent === column && !this.isItem(cursor.at) ? this.key(cursor.at) : undefined;
      if (!key && cursor.indent >= column) throw new UnsupportedSyntax();
    }
    return { kind: "map", file: first.file, start: first.start, end, entries: list.entries };
  }

  private mapValue(after: number, column: number, depth: number): Node {
    const { cursor } = this;
    const at = cursor.skipSpaces(after);
    if (!this.isLineOver(at, after)) return this.inline(at, column, depth);
    cursor.finishLine(after);
    if (cursor.indent > column) return this.nested(column, depth);
    // § 8.2.2: the items of a list may be at the column of the key.
    if (cursor.indent === column && this.isItem(cursor.at)) return this.collection(cursor.at, column, depth + 1) ?? this.empty(at);
    return this.empty(at);
  }

  /** Whether nothing but a comment follows on the line. */
  private isLineOver(at: number, after: number): boolean {
    const letter = this.text.charAt(at);
    return letter === "" || letter === "\n" || (letter === "#" && at > after);
  }

  private empty(at: number): Node {
    return this.values.plain("", { file: this.context.file, start: at, end: at });
  }

  /** A value on lines of its own, indented by more than its parent. */
  private nested(parent: number, depth: number): Node {
    const { cursor } = this;
    return this.collection(cursor.at, cursor.indent, depth + 1) ?? this.inline(cursor.at, parent, depth);
  }

  private list(start: number, column: number, depth: number): ListNode {
    const { cursor } = this;
    const { file } = this.context;
    const items: Node[] = [];
    let item = this.item(start, column, depth);
    items.push(item);
    while (cursor.indent === column && this.isItem(cursor.at)) {
      item = this.item(cursor.at, column, depth);
      items.push(item);
    }
    if (cursor.indent > column) throw new UnsupportedSyntax();
    return { kind: "list", file, start, end: item.end, items };
  }

  private item(dash: number, column: number, depth: number): Node {
    const { cursor } = this;
    const after = dash + 1;
    const at = cursor.skipSpaces(after);
    if (this.isLineOver(at, after)) {
      cursor.finishLine(after);
      return cursor.indent > column ? this.nested(column, depth) : this.empty(at);
    }
    return this.collection(at, column + at - dash, depth + 1) ?? this.inline(at, column, depth);
  }

  /** A scalar or flow collection. */
  private inline(start: number, parent: number, depth: number): Node {
    const { text, cursor, values } = this;
    const { file } = this.context;
    const letter = text.charAt(start);
    if (letter === "|" || letter === ">") {
      const { value, end } = readBlockScalar(cursor, start, parent);
      return { kind: "string", file, start, end, value };
    }
    if (letter === '"' || letter === "'") {
      const { value, end } = readQuoted({ file, start });
      cursor.finishLine(end);
      return { kind: "string", file, start, end, value };
    }
    if (letter === "[" || letter === "{") {
      const node = this.flow.read(start, parent, depth + 1);
      cursor.finishLine(node.end);
      return node;
    }
    if (!startsPlain(text, start)) throw new UnsupportedSyntax();
    const { value, end } = readPlain(cursor, start, parent);
    return values.plain(value, { file, start, end });
  }
}

function readQuickly(context: ComposeContext): Node | undefined {
  if (/[\r\ufeff]/.test(context.file.text)) return undefined;
  try {
    return new QuickReader(context).read();
  } catch (error) {
    if (error instanceof UnsupportedSyntax) return undefined;
    throw error;
  }
}

/**
 * Reads common YAML ten times as fast as the library: block maps and lists, plain and quoted scalars, block scalars, flow collections,
 * comments, lines that end in LF or CRLF. For anything else (anchors, tags, directives, tabs, possible errors) it returns `undefined`,
 * and the library reads the text. The result is exactly that of the library, places included. Problems are reported only if the whole
 * text was read.
 */
export function quickYaml(context: ComposeContext): Node | undefined {
  const problems: Parameters<ComposeContext["report"]>[0][] = [];
  const report = (each: (typeof problems)[number]): void => void problems.push(each);
  const node = withLineFeeds(context.file, (file) => {
    const read = readQuickly({ ...context, file, report });
    // Problems have places in the text that was read. If that is not the own text of the file, the library reports them.
    return problems.length > 0 && file !== context.file ? undefined : read;
  });
  if (node) for (const each of problems) context.report(each);
  return node;
}
