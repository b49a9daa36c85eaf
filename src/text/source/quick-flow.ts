/** Reads flow collections of plain YAML. */
import type { Entry, Node, Place } from "../json/index.ts";
import { EntryList } from "./entry-list.ts";
import type { ComposeContext } from "./compose-yaml.ts";
import { isGap, UnsupportedSyntax } from "./quick-cursor.ts";
import { readQuoted, startsPlain } from "./quick-scalar.ts";
import type { YamlScalars } from "./yaml-scalars.ts";

/** Characters that end a plain scalar in a flow collection, as a line end does. */
const FLOW = ",[]{}";

interface FlowScalar extends Place {
  readonly text: string;
  readonly plain: boolean;
}

/** Reads flow collections (YAML 1.2.2 § 7.4) without comments, and scalars of one line in them. */
export class QuickFlow {
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
