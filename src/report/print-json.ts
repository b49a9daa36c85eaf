import type { Problem, Report, Spot } from "./problem.ts";

/** What JSON may hold as it is, and a terminal in which a report is looked at obeys or hides: controls of ISO 6429, formats, separators. */
const HIDDEN = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");
}

/** JSON with two spaces a level, within what stands so far to the right. */
function indented(value: object, indent: string): string {
  return JSON.stringify(value, undefined, 2).replace(HIDDEN, escaped).replaceAll("\n", `\n${indent}`);
}

/** A list as JSON, a piece each value: as one text, a report may be many times larger than what it is about. */
export function* jsonList(values: Iterable<object>, indent: string): Generator<string> {
  let before = "[";
  for (const value of values) {
    yield `${before}\n${indent}  ${indented(value, `${indent}  `)}`;
    before = ",";
  }
  yield before === "[" ? "[]" : `\n${indent}]`;
}

function spot({ file, pointer, start, end }: Spot): object {
  return { file, pointer, start: { line: start.line, column: start.column }, end: { line: end.line, column: end.column } };
}

function* diagnostics(problems: readonly Problem[]): Generator<object> {
  for (const each of problems) {
    const { code, severity, message, hint, related } = each;
    const others = related.map((other) => ({ message: other.message, ...spot(other) }));
    yield { code, severity, message, hint: hint ?? null, ...spot(each), related: others };
  }
}

/** The outward JSON report (see the contract): nothing more, nothing less. In pieces, a problem each. */
export function* printJsonReport({ problems, summary }: Report): Generator<string> {
  yield '{\n  "diagnostics": ';
  yield* jsonList(diagnostics(problems), "  ");
  const { errors, warnings, infos, documents, examples } = summary;
  const { checked, passed, failed, notChecked } = examples;
  const counts = { errors, warnings, infos, documents, examples: { checked, passed, failed, notChecked } };
  yield `,\n  "summary": ${indented(counts, "  ")}\n}\n`;
}
