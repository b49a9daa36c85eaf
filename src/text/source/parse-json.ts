import type { Report } from "../diagnostics/index.ts";
import { problem } from "../diagnostics/index.ts";
import type { Entry, Node, TextFile } from "../json/index.ts";
import { counted } from "../words/index.ts";
import { EntryList } from "./entry-list.ts";
import { JsonSyntaxError, readString } from "./json-string.ts";
import { Refused } from "./refused.ts";
import { NESTED_HINT } from "./read-size.ts";

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const WORD = /[\p{L}\d_$'+.-]+/uy;

/** Strict RFC 8259 with places. Recursion is bounded by the depth that is allowed. */
class JsonParser {
  private at = 0;
  private depth = 0;
  private readonly file: TextFile;
  private readonly text: string;
  private readonly limit: number;
  private readonly report: Report;

  constructor(file: TextFile, limit: number, report: Report) {
    this.file = file;
    this.text = file.text;
    this.limit = limit;
    this.report = report;
  }

  parse(): Node | undefined {
    this.space();
    if (this.at >= this.text.length) {
      this.report(problem("document/empty", { file: this.file, start: 0, end: this.at }, {}));
      return undefined;
    }
    const node = this.value();
    this.space();
    if (this.at < this.text.length) throw this.error("nothing may follow the value");
    return node;
  }

  private space(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.at += 1;
    }
  }

  private error(reason: string, end = this.at + 1): JsonSyntaxError {
    return new JsonSyntaxError(reason, this.at, Math.min(Math.max(end, this.at), this.text.length));
  }

  private value(): Node {
    switch (this.text[this.at]) {
      case "{":
        return this.nested(() => this.map());
      case "[":
        return this.nested(() => this.list());
      case '"':
        return this.string();
      default:
        return this.word();
    }
  }

  private nested(read: () => Node): Node {
    this.depth += 1;
    if (this.depth > this.limit) {
      this.report(
        problem(
          "document/too-deep",
          { file: this.file, start: this.at, end: this.at + 1 },
          { limit: counted(this.limit, "level"), hint: NESTED_HINT },
        ),
      );
      throw new Refused();
    }
    const node = read();
    this.depth -= 1;
    return node;
  }

  private string(): Node & { kind: "string" } {
    const start = this.at;
    const { value, end } = readString(this.text, start);
    this.at = end;
    return { kind: "string", file: this.file, start, end, value };
  }

  private word(): Node {
    const { file, at: start, text } = this;
    NUMBER.lastIndex = start;
    const raw = NUMBER.exec(text)?.[0];
    WORD.lastIndex = start;
    const word = WORD.exec(text)?.[0] ?? "";
    const end = start + word.length;
    if (raw === word) {
      this.at = end;
      const node: Node = { kind: "number", file, start, end, raw, value: Number(raw) };
      if (!Number.isFinite(node.value)) this.report(problem("document/not-json", node, { text: raw }));
      return node;
    }
    if (word === "true" || word === "false") {
      this.at = end;
      return { kind: "boolean", file, start, end, value: word === "true" };
    }
    if (word === "null") {
      this.at = end;
      return { kind: "null", file, start, end };
    }
    throw this.unexpected(word);
  }

  /** Names the mistakes that people make, since a JSON error is read by those who thought it was allowed. */
  private unexpected(word: string): JsonSyntaxError {
    const next = this.text[this.at];
    if (next === undefined) return this.error("the text ends where a value is expected");
    if (next === "/" || next === "#") return this.error("comments are not allowed");
    if (next === "'") return this.error("strings stand in double quotes");
    if (next === "]" || next === "}") return this.error(`a value is expected before ${next}; no comma may stand there`);
    if (/^[-+.\d]/.test(word)) return this.error(`${JSON.stringify(word)} is not a number`, this.at + word.length);
    return this.error(`${JSON.stringify(word || next)} is not a value`, this.at + (word.length || 1));
  }

  private list(): Node {
    const start = this.at;
    const items: Node[] = [];
    this.at += 1;
    this.space();
    if (this.text[this.at] !== "]") {
      do {
        this.space();
        items.push(this.value());
      } while (this.another("]"));
    }
    this.at += 1;
    return { kind: "list", file: this.file, start, end: this.at, items };
  }

  private map(): Node {
    const start = this.at;
    const list = new EntryList();
    this.at += 1;
    this.space();
    if (this.text[this.at] !== "}") {
      do {
        this.space();
        this.entry(list);
      } while (this.another("}"));
    }
    this.at += 1;
    return { kind: "map", file: this.file, start, end: this.at, entries: list.entries };
  }

  private entry(list: EntryList): void {
    if (this.text[this.at] !== '"') throw this.noKey();
    const { file, start, end, value: key } = this.string();
    this.space();
    if (this.text[this.at] !== ":") throw this.error("a colon is expected after the key");
    this.at += 1;
    this.space();
    const entry: Entry = { file, start, end, key, value: this.value() };
    const earlier = list.add(entry);
    if (!earlier) return;
    const related = [{ message: "the first one", place: earlier }];
    this.report(problem("document/duplicate-key", entry, { key: JSON.stringify(key), related }));
  }

  private noKey(): JsonSyntaxError {
    const next = this.text[this.at];
    if (next === undefined) return this.error("the text ends inside an object");
    if (next === "}") return this.error("no comma may stand before }");
    if (next === "/" || next === "#") return this.error("comments are not allowed");
    return this.error("a key in double quotes is expected");
  }

  /** Whether a comma follows; else the closing bracket must. */
  private another(close: string): boolean {
    this.space();
    const next = this.text[this.at];
    if (next === close) return false;
    if (next === undefined) throw this.error(`the text ends where a comma or ${close} is expected`);
    if (next === "/" || next === "#") throw this.error("comments are not allowed");
    if (next !== ",") throw this.error(`a comma or ${close} is expected`);
    this.at += 1;
    return true;
  }
}

/** A JSON text (RFC 8259, nothing more) as placed values; `undefined` where it is refused, which is reported. */
export function parseJson(file: TextFile, depth: number, report: Report): Node | undefined {
  try {
    return new JsonParser(file, depth, report).parse();
  } catch (error) {
    if (error instanceof Refused) return undefined;
    if (!(error instanceof JsonSyntaxError)) throw error;
    report(problem("document/syntax", { file, start: error.start, end: error.end }, { language: "JSON", reason: error.message }));
    return undefined;
  }
}
