import type { Problem, ProblemReport, ReportLocation } from "./problem.ts";

/** Characters that are legal in JSON, but that a terminal interprets or hides: controls (ISO 6429), formats, separators. */
const HIDDEN = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

function escapeCharacter(character: string): string {
  return Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");
}

/** JSON with two spaces for each level; all lines but the first start with `indent`. */
function printIndented(value: object, indent: string): string {
  return JSON.stringify(value, undefined, 2).replace(HIDDEN, escapeCharacter).replaceAll("\n", `\n${indent}`);
}

/** Prints a list as JSON, one piece for each value, because a report may be many times larger than its documents. */
export function* jsonList(values: Iterable<object>, indent: string): Generator<string> {
  let before = "[";
  for (const value of values) {
    yield `${before}\n${indent}  ${printIndented(value, `${indent}  `)}`;
    before = ",";
  }
  yield before === "[" ? "[]" : `\n${indent}]`;
}

function jsonLocation({ file, pointer, start, end }: ReportLocation): object {
  return { file, pointer, start: { line: start.line, column: start.column }, end: { line: end.line, column: end.column } };
}

function* diagnostics(problems: readonly Problem[]): Generator<object> {
  for (const each of problems) {
    const { code, severity, message, hint, related } = each;
    const others = related.map((other) => ({ message: other.message, ...jsonLocation(other) }));
    yield { code, severity, message, hint: hint ?? null, ...jsonLocation(each), related: others };
  }
}

/** Prints the public JSON report, whose fields are a contract. */
export function* printJsonReport({ problems, summary }: ProblemReport): Generator<string> {
  yield '{\n  "diagnostics": ';
  yield* jsonList(diagnostics(problems), "  ");
  const { errors, warnings, infos, documents, examples } = summary;
  const { checked, passed, failed, notChecked } = examples;
  const counts = { errors, warnings, infos, documents, examples: { checked, passed, failed, notChecked } };
  yield `,\n  "summary": ${printIndented(counts, "  ")}\n}\n`;
}
