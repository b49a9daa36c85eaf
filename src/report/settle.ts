import type { Code, Diagnostic, Level } from "#text";
import { catalog } from "#text";

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
