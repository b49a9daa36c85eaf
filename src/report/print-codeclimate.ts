import { fingerprints } from "./fingerprint.ts";
import type { Report } from "./problem.ts";

const severities = { error: "major", warning: "minor", info: "info" } as const;

/** Code Climate issues as one list, as GitLab's code quality report reads them. */
export function printCodeclimate({ problems }: Report): string {
  const prints = fingerprints(problems);
  const issues = problems.map(({ code, severity, message, hint, file, start, end }, at) => ({
    type: "issue",
    check_name: code,
    description: hint ? `${message} ${hint}` : message,
    categories: ["Bug Risk"],
    severity: severities[severity],
    fingerprint: prints[at],
    location: { path: file, lines: { begin: start.line, end: end.line } },
  }));
  return `${JSON.stringify(issues, undefined, 2)}\n`;
}
