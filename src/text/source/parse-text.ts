/** Parses a text by its language, with the quick reader where it can. */
import type { DiagnosticReporter, Diagnostic } from "../diagnostics/index.ts";
import { problem } from "../diagnostics/index.ts";
import type { Node, TextFile } from "../json/index.ts";
import { partitionPoint } from "../json/index.ts";
import { counted } from "../words/index.ts";
import { codePointName, reportHidden } from "./hidden-characters.ts";
import { parseJson } from "./parse-json.ts";
import type { ReadLimits } from "./read-size.ts";
import type { ComposeContext, YamlDocument } from "./compose-yaml.ts";
import { composeYaml } from "./compose-yaml.ts";
import { YamlConverter } from "./convert-yaml.ts";
import type { ShortLine, ShortValue } from "./indent-yaml.ts";
import { shortValues } from "./indent-yaml.ts";
import { PlaceMapper } from "./place-mapper.ts";
import { quickYaml } from "./quick-yaml.ts";
import { ReadAborted } from "./entry-list.ts";
import type { YamlError } from "./yaml-problems.ts";
import { isUnclosed, reportSyntax, reportTightComments, syntaxError, tagPlaces } from "./yaml-problems.ts";

function unlessAborted<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof ReadAborted) return undefined;
    throw error;
  }
}

/** The value of a document without syntax errors. */
function contentOf(document: YamlDocument, context: ComposeContext): Node | undefined {
  const { file, report } = context;
  reportTightComments(document, file, report);
  const { contents } = document;
  const [start, end] = contents?.range ?? [0, 0];
  if (contents === null || (start === end && "source" in contents && contents.source === "" && !contents.tag)) {
    report(problem("document/empty", { file, start: 0, end: 0 }, {}));
    return undefined;
  }
  return new YamlConverter(context, tagPlaces(document, file)).convert(contents);
}

/** A text with its short lines indented. */
function indentLines({ text }: TextFile, lines: readonly ShortLine[]): string {
  let end = 0;
  let result = "";
  for (const { at, lacks } of lines) {
    result += text.slice(end, at) + " ".repeat(lacks);
    end = at;
  }
  return result + text.slice(end);
}

/** Maps offsets of the indented text to those of the file's own text. */
function offsetWithout(lines: readonly ShortLine[]): (offset: number) => number {
  let sum = 0;
  const inserts = lines.map(({ at, lacks }) => ({ start: at + sum, end: at + (sum += lacks), sum }));
  return (offset) => {
    const last = inserts[partitionPoint(inserts.length, (index) => (inserts[index]?.start ?? 0) < offset) - 1];
    return last ? Math.max(offset, last.end) - last.sum : offset;
  };
}

function shortProblem({ start, needs, lines }: ShortValue, file: TextFile): Diagnostic {
  const first = lines[0]?.at ?? start;
  const [, gap = "", word = ""] = /^(\s*)(\S{0,40})/.exec(file.text.slice(first, first + 100)) ?? [];
  const what = /["']/.test(file.text.charAt(start)) ? "a text in quotes" : "a collection in brackets";
  const which = lines.length === 1 ? "this line" : `this line and ${lines.length - 1} after it`;
  return problem(
    "document/loose-syntax",
    { file, start: first + gap.length, end: first + gap.length + word.length },
    {
      reason: `${what} goes on over lines that are not indented`,
      hint: `Indent ${which} by at least ${counted(needs, "space")}.`,
      related: [{ message: "it begins here", place: { file, start, end: start + 1 } }],
      inserts: lines.map(({ at, lacks }) => ({ at, text: " ".repeat(lacks) })),
    },
  );
}

/**
 * Reads a text whose flow collections and quoted scalars continue on lines without indentation. Other programs accept that, but the
 * library's tree is wrong. So the text is read again with these lines indented, and the places are mapped back. If the text has another
 * error, that one is reported, unless a bracket is really open, and the result is `undefined`.
 */
function readIndented(context: ComposeContext, first: YamlError): Node | undefined {
  const { file, limit, report } = context;
  const values = shortValues(file.text, limit);
  const lines = values.flatMap((value) => value.lines);
  if (lines.length === 0) {
    reportSyntax(first, file, report);
    return undefined;
  }
  const found: Diagnostic[] = [];
  const offset = offsetWithout(lines);
  const other = { ...context, file: { ...file, text: indentLines(file, lines) }, report: (each: Diagnostic): unknown => found.push(each) };
  const moved = new PlaceMapper(file, offset);
  const document = unlessAborted(() => composeYaml(other));
  const left = document && syntaxError(document);
  if (!document || (left && document.errors.some(isUnclosed))) reportSyntax(first, file, report);
  else if (left) reportSyntax(left, other.file, (each) => report(moved.diagnostic(each)));
  if (!document || left) return undefined;
  for (const value of values) report(shortProblem({ ...value, start: offset(value.start) }, file));
  try {
    const node = contentOf(document, other);
    return node && moved.node(node);
  } finally {
    for (const each of found) report(moved.diagnostic(each));
  }
}

function read(context: ComposeContext): Node | undefined {
  const document = composeYaml(context);
  const error = document && syntaxError(document);
  return error ? readIndented(context, error) : document && contentOf(document, context);
}

/** Parses YAML with the library alone; `undefined` after a fatal problem, which is reported. */
export function libraryYaml(context: ComposeContext): Node | undefined {
  return unlessAborted(() => read(context));
}

/** Parses YAML 1.2 into placed values; `undefined` after a fatal problem, which is reported. */
function parseYaml(context: ComposeContext): Node | undefined {
  return quickYaml(context) ?? libraryYaml(context);
}

/** The largest depth limit: the readers recurse, and the stack is finite. */
const MOST_DEPTH = 1000;

/** The offset of the first control character that YAML 1.2.2 (§ 5.1) forbids: all below U+0020 but tab, line feed, carriage return. */
function indexOfControl(text: string): number {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
  }
  return -1;
}

function reportControl(file: TextFile, report: DiagnosticReporter): boolean {
  const start = indexOfControl(file.text);
  if (start === -1) return false;
  const code = file.text.charCodeAt(start);
  const reason = code === 0 ? "it holds a NUL character" : `it holds the control character ${codePointName(code)}`;
  report(problem("document/syntax", { file, start, end: start + 1 }, { language: "YAML", reason }));
  return true;
}

export interface ParseOptions {
  readonly limits: Pick<ReadLimits, "depth" | "repeatedMembers">;
  readonly report: DiagnosticReporter;
}

function readValue(file: TextFile, { limits, report }: ParseOptions): Node | undefined {
  const limit = Math.min(limits.depth, MOST_DEPTH);
  if (file.language === "json") return parseJson(file, limit, report);
  if (file.language === "protobuf") return { kind: "string", value: file.text, file, start: 0, end: file.text.length };
  return reportControl(file, report) ? undefined : parseYaml({ file, limit, repeatedMembers: limits.repeatedMembers, report });
}

/**
 * Parses a text into placed values. Returns `undefined` after a fatal problem, which is reported as `document/…`. Other problems,
 * such as a duplicate key or an unknown tag, are reported as well. A JSON file is never read as YAML, and a .proto file is one string.
 */
export function parseText(file: TextFile, options: ParseOptions): Node | undefined {
  const root = readValue(file, options);
  if (root) reportHidden(file, root, options.report);
  return root;
}
