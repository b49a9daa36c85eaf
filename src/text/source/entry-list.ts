/** Collects the entries of a map while it is read. */
import type { DiagnosticReporter } from "../diagnostics/index.ts";
import { problem } from "../diagnostics/index.ts";
import type { Entry, Node, TextFile } from "../json/index.ts";
import { describeKind, LONGEST_QUOTED } from "../json/index.ts";
import { counted } from "../words/index.ts";

/** Ends the reading of a text that cannot be read further. The problem is reported before it is thrown. It never leaves this part. */
export class ReadAborted extends Error {}

/** The file and limit for reporting values that are nested too deep. `limit` counts maps and lists inside one another. */
interface NestingContext {
  readonly file: TextFile;
  readonly limit: number;
  readonly report: DiagnosticReporter;
}

/** Reports values nested deeper than the limit at an offset, and aborts the reading. */
export function abortNesting(start: number, { file, limit, report }: NestingContext): never {
  report(problem("document/too-deep", { file, start, end: start + 1 }, { limit: counted(limit, "level") }));
  throw new ReadAborted();
}

/** Up to this many keys are compared one by one. Beyond it, an index keeps the time linear. */
const INDEX_FROM = 10;

/** A value for a message: a short one as written. */
function brief(node: Node): string {
  if (node.kind === "number") return node.raw;
  if (node.kind === "boolean") return String(node.value);
  if (node.kind === "string" && node.value.length <= LONGEST_QUOTED) return JSON.stringify(node.value);
  return describeKind(node);
}

/** The entries of a map that is being read. A duplicate key is reported with both places; its last entry counts, as in other programs. */
export class EntryList {
  private readonly all: Entry[] = [];
  private index: Map<string, Entry> | undefined;
  /** The first entries of duplicate keys. */
  private readonly firsts = new Map<string, Entry>();
  private readonly replaced = new Set<Entry>();
  private readonly report: DiagnosticReporter;

  constructor(report: DiagnosticReporter) {
    this.report = report;
  }

  /** In text order. */
  get entries(): readonly Entry[] {
    return this.replaced.size === 0 ? this.all : this.all.filter((entry) => !this.replaced.has(entry));
  }

  get count(): number {
    return this.all.length - this.replaced.size;
  }

  private find(key: string): Entry | undefined {
    if (this.all.length < INDEX_FROM) return this.all.findLast((entry) => entry.key === key);
    this.index ??= new Map(this.all.map((entry) => [entry.key, entry]));
    return this.index.get(key);
  }

  add(entry: Entry): void {
    const { key } = entry;
    const earlier = this.find(key);
    this.all.push(entry);
    this.index?.set(key, entry);
    if (!earlier) return;
    this.replaced.add(earlier);
    const first = this.firsts.get(key) ?? earlier;
    this.firsts.set(key, first);
    const related = [{ message: "the first one", place: first }];
    this.report(problem("document/duplicate-key", entry, { key: JSON.stringify(key), other: brief(earlier.value), related }));
  }
}
