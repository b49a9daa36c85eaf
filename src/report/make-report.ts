import type { Diagnostic, Node, Place, TextFile } from "#text";
import type { Baseline } from "./baseline.ts";
import { unknownTo } from "./baseline.ts";
import { withoutDisabled } from "./disable-comments.ts";
import { listedProblems } from "./listed-problems.ts";
import { LocatedSpot } from "./located-problem.ts";
import type { RootOf } from "./located-problem.ts";
import type { ExampleCounts, Report, Summary } from "./problem.ts";
import type { RuleLevels } from "./settle.ts";
import { settle } from "./settle.ts";

/** What one document gave. */
export interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  /** What became of each message example, by an identity that documents share which share the message. */
  readonly examples: ReadonlyMap<string, keyof ExampleCounts>;
  readonly files: readonly TextFile[];
  readonly rootOf: (file: TextFile) => Node | undefined;
}

export interface ReportOptions {
  readonly rules: RuleLevels;
  /** Names of the documents, as given; refused ones too. */
  readonly documents: readonly string[];
  /** How many problems to list; all of them when absent. */
  readonly maxProblems?: number;
  /** How many characters the listed problems may have; no limit when absent. */
  readonly maxCharacters?: number;
  readonly baseline?: Baseline;
}

function sum(documents: readonly Findings["examples"][]): Summary["examples"] {
  const total = { passed: 0, failed: 0, notChecked: 0 };
  for (const state of new Map(documents.flatMap((examples) => [...examples])).values()) total[state] += 1;
  return { checked: total.passed + total.failed, ...total };
}

function summaryOf(diagnostics: readonly { readonly severity: string }[], runs: readonly Findings[], documents: number): Summary {
  const count = (severity: string): number => diagnostics.filter((each) => each.severity === severity).length;
  const examples = sum(runs.map((run) => run.examples));
  return { errors: count("error"), warnings: count("warning"), infos: count("info"), documents, examples };
}

/** What was found in all documents of a run as one report: each problem once, sorted, located, counted. */
export function makeReport(runs: readonly Findings[], options: ReportOptions): Report {
  const { rules, documents, maxProblems, maxCharacters, baseline } = options;
  const roots = new Map<TextFile, Node | undefined>();
  const rootOf: RootOf = (file) => {
    if (!roots.has(file)) roots.set(file, runs.map((run) => run.rootOf(file)).find(Boolean));
    return roots.get(file);
  };
  const files = runs.flatMap((run) => run.files);
  const all = withoutDisabled(
    runs.flatMap((run) => run.diagnostics),
    { files, rootOf },
  );
  const settled = settle(all, rules);
  const pointerOf = (place: Place): string => new LocatedSpot(place, rootOf).pointer;
  const { unknown: fresh, gone } = baseline
    ? unknownTo(baseline, { diagnostics: settled, files, pointerOf })
    : { unknown: settled, gone: 0 };
  return {
    ...listedProblems(fresh, { rules, rootOf, maxProblems, maxCharacters }),
    settled: fresh,
    summary: summaryOf(fresh, runs, documents.length),
    documents,
    known: settled.length - fresh.length,
    gone,
  };
}
