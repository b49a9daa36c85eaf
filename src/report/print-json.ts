import { indented, jsonList } from "./json-list.ts";
import type { Problem, Report, Spot } from "./problem.ts";

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
