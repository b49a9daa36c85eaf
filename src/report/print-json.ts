import type { Report, Spot } from "./problem.ts";

function spot({ file, pointer, start, end }: Spot): object {
  return { file, pointer, start: { line: start.line, column: start.column }, end: { line: end.line, column: end.column } };
}

const indented = (value: object, indent: string): string => JSON.stringify(value, undefined, 2).replaceAll("\n", `\n${indent}`);

/** The outward JSON report (see the contract): nothing more, nothing less. In pieces, a problem each. */
export function* printJsonReport({ problems, summary }: Report): Generator<string> {
  yield '{\n  "diagnostics": [';
  for (const [at, each] of problems.entries()) {
    const { code, severity, message, hint, related } = each;
    const others = related.map((other) => ({ message: other.message, ...spot(other) }));
    const diagnostic = { code, severity, message, hint: hint ?? null, ...spot(each), related: others };
    yield `${at > 0 ? "," : ""}\n    ${indented(diagnostic, "    ")}`;
  }
  const { errors, warnings, infos, documents, examples } = summary;
  const { checked, passed, failed, notChecked } = examples;
  const counts = { errors, warnings, infos, documents, examples: { checked, passed, failed, notChecked } };
  yield `${problems.length > 0 ? "\n  " : ""}],\n  "summary": ${indented(counts, "  ")}\n}\n`;
}
