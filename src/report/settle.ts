import type { Diagnostic, Level, RuleLevels } from "#text";
import { catalog } from "#text";
import type { ReportSummary } from "./problem.ts";

/** The level of a diagnostic: that of the settings, unless its code is fatal. */
export function levelOf({ code, severity }: Diagnostic, rules: RuleLevels): Level {
  return "fatal" in catalog[code] ? severity : (rules[code] ?? severity);
}

/** Compares by code units, which is the same on every machine. */
export function compare(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function order(a: Diagnostic, b: Diagnostic): number {
  return (
    compare(a.place.file.name, b.place.file.name) ||
    compare(a.place.start, b.place.start) ||
    compare(a.code, b.code) ||
    compare(a.place.end, b.place.end) ||
    compare(a.message, b.message) ||
    compare(a.place.file.id, b.place.file.id)
  );
}

/** Applies the levels of the settings, removes diagnostics that are off and duplicates (documents may share files), and sorts. */
export function settleDiagnostics(diagnostics: Iterable<Diagnostic>, rules: RuleLevels): Diagnostic[] {
  const kept: Diagnostic[] = [];
  for (const each of diagnostics) {
    const severity = levelOf(each, rules);
    if (severity !== "off") kept.push(severity === each.severity ? each : { ...each, severity });
  }
  kept.sort(order);
  // Duplicates are adjacent.
  return kept.filter((each, at) => {
    const before = kept[at - 1];
    return before === undefined || order(before, each) !== 0;
  });
}

export interface ExitCodeOptions {
  readonly strict: boolean;
  /** Whether errors are accepted: only for a build that wrote a site in spite of them. */
  readonly allowErrors: boolean;
}

/** 0 for success, 1 for problems in documents. `--strict` allows neither errors nor warnings and overrides `allowErrors`. */
export function exitCode({ errors, warnings }: ReportSummary, { strict, allowErrors }: ExitCodeOptions): 0 | 1 {
  if (strict) return errors + warnings > 0 ? 1 : 0;
  return errors > 0 && !allowErrors ? 1 : 0;
}
