import type { Code, Diagnostic, Level } from "#text";
import { catalog } from "#text";
import type { Summary } from "./problem.ts";

export type RuleLevels = Readonly<Partial<Record<Code, Level>>>;

/** The level that counts: the settings' one, but for codes without which there is nothing to document. */
export function levelOf({ code, severity }: Diagnostic, rules: RuleLevels): Level {
  return "fatal" in catalog[code] ? severity : (rules[code] ?? severity);
}

/** Code-unit order, the same on every machine. */
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

/** Diagnostics as they are reported: levels applied, what is off left out, each once (a part may be shared by documents), sorted. */
export function settle(diagnostics: Iterable<Diagnostic>, rules: RuleLevels): Diagnostic[] {
  const kept: Diagnostic[] = [];
  for (const each of diagnostics) {
    const severity = levelOf(each, rules);
    if (severity !== "off") kept.push(severity === each.severity ? each : { ...each, severity });
  }
  kept.sort(order);
  // What is the same stands side by side.
  return kept.filter((each, at) => {
    const before = kept[at - 1];
    return before === undefined || order(before, each) !== 0;
  });
}

export interface Verdict {
  readonly strict: boolean;
  /** Whether errors may stand: only for a build that made a site in spite of them. */
  readonly allowErrors: boolean;
}

/** 0 fine, 1 problems in documents (see the contract). `--strict` asks for neither errors nor warnings, whatever is allowed. */
export function exitCode({ errors, warnings }: Summary, { strict, allowErrors }: Verdict): 0 | 1 {
  if (strict) return errors + warnings > 0 ? 1 : 0;
  return errors > 0 && !allowErrors ? 1 : 0;
}
