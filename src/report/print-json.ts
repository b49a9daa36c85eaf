import type { Report, Spot } from "./problem.ts";

function spot({ file, pointer, start, end }: Spot): object {
  return { file, pointer, start: { line: start.line, column: start.column }, end: { line: end.line, column: end.column } };
}

/** The outward JSON report (see the contract): nothing more, nothing less. */
export function printJsonReport({ problems, summary }: Report): string {
  const diagnostics = problems.map((each) => ({
    code: each.code,
    severity: each.severity,
    message: each.message,
    hint: each.hint ?? null,
    ...spot(each),
    related: each.related.map((related) => ({ message: related.message, ...spot(related) })),
  }));
  const { errors, warnings, infos, documents, examples } = summary;
  const { checked, passed, failed, notChecked } = examples;
  const counts = { errors, warnings, infos, documents, examples: { checked, passed, failed, notChecked } };
  return `${JSON.stringify({ diagnostics, summary: counts }, undefined, 2)}\n`;
}
