import { fingerprints } from "./fingerprint.ts";
import { jsonList } from "./json-list.ts";
import type { PrintOptions } from "./print-options.ts";
import { pathIn } from "./print-options.ts";
import type { Problem, Report } from "./problem.ts";

const severities = { error: "major", warning: "minor", info: "info" } as const;

function* issues(problems: readonly Problem[], pathOf: (file: string) => string): Generator<object> {
  const prints = fingerprints(problems, pathOf);
  for (const [at, { code, severity, message, hint, file, start, end }] of problems.entries()) {
    yield {
      type: "issue",
      check_name: code,
      description: hint ? `${message} ${hint}` : message,
      categories: ["Bug Risk"],
      severity: severities[severity],
      fingerprint: prints[at],
      location: { path: pathOf(file), lines: { begin: start.line, end: end.line } },
    };
  }
}

/** Code Climate issues as one list, as GitLab's code quality report reads them; in pieces, a problem each. */
export function* printCodeclimate({ problems }: Report, options: PrintOptions): Generator<string> {
  yield* jsonList(issues(problems, pathIn(options)), "");
  yield "\n";
}
