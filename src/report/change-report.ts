import type { Diagnostic, Level, Place, RuleLevels, TextFile, Code } from "#text";
import { catalog, nearest, nextStep, problem } from "#text";
import { orderOfVersions } from "#format";
import type { Baseline } from "./baseline.ts";
import { applyBaseline } from "./baseline.ts";
import { causesOf, countCauses, headlineOf, reachText } from "./causes.ts";
import type { Acceptance, Change, ChangeSummary, ChangeVerdict } from "./change.ts";
import { makeReport } from "./make-report.ts";
import type { ProblemReport, RootLookup } from "./problem.ts";
import { LazyLocation } from "./problem.ts";
import { createRangeLookup, nextNode } from "./disable-comments.ts";

/** `# msgdocs-accept change/payload, change/headers until 3.0.0: why`: accepts changes of the next node. */
const COMMENT = /#[ \t]*msgdocs-accept[ \t]+([^\r\n]*)/g;

const PARTS = /^(?<codes>[^\s,:]+(?:[\s,]+(?!until\s)[^\s,:]+)*)(?:\s+until\s+(?<until>[^\s:]+))?\s*(?::\s*(?<reason>.*))?$/;

interface AcceptComment {
  readonly codes: readonly string[];
  readonly acceptance: Acceptance;
  readonly file: TextFile;
  readonly from: number;
  readonly to: number;
}

/** The comments of the new version that accept changes. */
interface AcceptComments {
  /** The acceptance of the change, if a comment covers its place. */
  over(change: Change): Acceptance | undefined;
  /** Comments that accept nothing. */
  readonly problems: readonly Diagnostic[];
}

function isChangeCode(name: string): name is Code {
  return name.startsWith("change/") && Object.hasOwn(catalog, name);
}

/** Whether a version comes before another. Versions without numbers are compared as text. */
function isBefore(version: string, other: string): boolean {
  return (orderOfVersions(version, other) ?? (version < other ? -1 : 0)) < 0;
}

function commentsOf(file: TextFile, rootOf: RootLookup, report: (problem: Diagnostic) => void): readonly AcceptComment[] {
  const root = file.text.includes("msgdocs-accept") ? rootOf(file) : undefined;
  if (!root) return [];
  const ranges = createRangeLookup();
  return [...file.text.matchAll(COMMENT)].flatMap((match) => {
    const next = nextNode(root, match.index, ranges);
    const comment: Place = { file, start: match.index, end: match.index + match[0].trimEnd().length };
    const { codes = "", until, reason } = PARTS.exec((match[1] ?? "").trim())?.groups ?? {};
    const names = codes.split(/[\s,]+/).filter(Boolean);
    const wrong = names.find((name) => !isChangeCode(name));
    if (!next || names.length === 0 || wrong !== undefined) {
      const near = wrong === undefined ? undefined : nearest(wrong, Object.keys(catalog).filter(isChangeCode));
      const why = next
        ? wrong === undefined
          ? "it names no code"
          : `there is no code ${JSON.stringify(wrong)} of changes`
        : "nothing follows it";
      const hint = near === undefined ? "Write # msgdocs-accept change/payload until 3.0.0: why" : `Did you mean ${JSON.stringify(near)}?`;
      report(problem("change/acceptance", comment, { reason: why, hint }));
      return [];
    }
    return [{ codes: names, acceptance: { reason: reason ?? "", until: until ?? null }, file, from: next.from, to: next.to }];
  });
}

/** Reads the comments. A comment applies to versions before the one that it names. */
function acceptanceComments(
  files: readonly TextFile[],
  { rootOf, version }: { readonly rootOf: RootLookup; readonly version: string },
): AcceptComments {
  const problems: Diagnostic[] = [];
  const all = files.flatMap((file) => commentsOf(file, rootOf, (each) => problems.push(each)));
  const isValid = ({ acceptance: { until } }: AcceptComment): boolean => until === null || isBefore(version, until);
  return {
    problems,
    over: ({ code, place }) =>
      all.find(
        (each) =>
          each.codes.includes(code) && each.file === place.file && each.from <= place.start && place.start < each.to && isValid(each),
      )?.acceptance,
  };
}

/** A change in a report, with its level and whether the team accepts it. */
export interface ReportedChange extends Change {
  readonly severity: Exclude<Level, "off">;
  readonly accepted: Acceptance | undefined;
}

/** A version of an API in a report. */
export interface ReportedVersion {
  /** The name of the document as given. */
  readonly name: string;
  readonly title: string;
  readonly version: string;
}

/** The changes between two versions, ready to print, breaking ones first. */
export interface ChangeReport {
  /** The name of the API in a portal, whose documents are compared together. */
  readonly api?: string | undefined;
  /** In which versions of the portal the API exists. */
  readonly presence?: "both" | "added" | "removed" | undefined;
  readonly old: ReportedVersion;
  readonly new: ReportedVersion;
  readonly changes: readonly ReportedChange[];
  /** The counts. Accepted changes only count as accepted. */
  readonly summary: ChangeSummary;
  /** The counts of what caused the changes, which people read. */
  readonly told: ChangeSummary;
  /** Whether all breaking changes are accepted. */
  readonly compatible: boolean;
  /** Comments that accept nothing. */
  readonly remarks: readonly Diagnostic[];
  readonly rootOf: RootLookup;
}

export interface ChangeReportOptions extends Pick<ChangeReport, "api" | "presence"> {
  readonly old: ReportedVersion;
  readonly new: ReportedVersion;
  readonly rules: RuleLevels;
  /** The files of the new version, whose comments may accept changes. */
  readonly files: readonly TextFile[];
  /** The values of the files of both versions. */
  readonly rootOf: RootLookup;
  readonly baseline?: Baseline | undefined;
}

const ORDER: readonly ChangeVerdict[] = ["breaking", "unknown", "compatible", "annotation"];

/** The level of a change: that of its code if it breaks, a warning if that is unknown. */
function levelOf({ code, verdict }: Change, rules: RuleLevels): Level {
  const set = rules[code];
  if (set === "off") return "off";
  if (verdict === "breaking" || code === "change/version") return set ?? catalog[code].level;
  return verdict === "unknown" ? (set ?? "warning") : "info";
}

function asDiagnostic(change: Change, severity: Level): Diagnostic {
  const { code, message, place, old, affects } = change;
  const related = old ? [{ message: "the earlier version", place: old }] : [];
  const whom = affects === "nobody" ? "" : `It concerns ${affects === "all" ? "senders and receivers" : affects}. `;
  return { code, severity, message, hint: `${whom}${nextStep(code) ?? ""}`, place, related };
}

const BASELINE: Acceptance = { reason: "baseline", until: null };

/** Whether a team can accept a change. Others break nobody and are never told as problems. */
function isAcceptable({ code, verdict }: Change): boolean {
  return verdict === "breaking" || verdict === "unknown" || code === "change/version";
}

/** Sorts changes by their effect, applies levels, and finds those that comments or a baseline accept. */
export function makeChangeReport(changes: readonly Change[], options: ChangeReportOptions): ChangeReport {
  const { api, presence, old, new: now, rules, files, rootOf, baseline } = options;
  const comments = acceptanceComments(files, { rootOf, version: now.version });
  const shown = changes.flatMap((change) => {
    const severity = levelOf(change, rules);
    return severity === "off" ? [] : [{ change, severity, diagnostic: asDiagnostic(change, severity) }];
  });
  const pointerOf = (place: Place): string => new LazyLocation(place, rootOf).pointer;
  const fresh =
    baseline && new Set(applyBaseline(baseline, { diagnostics: shown.map(({ diagnostic }) => diagnostic), files, pointerOf }).unknown);
  const reported = shown.map(({ change, severity, diagnostic }): ReportedChange => {
    const accepted = isAcceptable(change)
      ? (comments.over(change) ?? (fresh?.has(diagnostic) === false ? BASELINE : undefined))
      : undefined;
    return { ...change, severity, accepted };
  });
  // What could not be read stands first: all else was said without it.
  const rankOf = ({ code, verdict }: Change): number => (code === "change/reference" ? -1 : ORDER.indexOf(verdict));
  const sorted = reported.toSorted((a, b) => rankOf(a) - rankOf(b));
  const count = (verdict: ChangeVerdict): number => sorted.filter((each) => each.verdict === verdict && !each.accepted).length;
  const summary = {
    breaking: count("breaking"),
    compatible: count("compatible"),
    annotation: count("annotation"),
    unknown: count("unknown"),
    accepted: sorted.filter(({ accepted }) => accepted).length,
  };
  const remarks = comments.problems;
  return {
    api,
    presence,
    old,
    new: now,
    changes: sorted,
    summary,
    told: countCauses(causesOf(sorted)),
    compatible: summary.breaking === 0,
    remarks,
    rootOf,
  };
}

/** The kinds of changes that can make a comparison fail. */
export const failOns = ["breaking", "breaking-known", "unknown", "any", "none"] as const;

export type FailOn = (typeof failOns)[number];

/** Whether unaccepted changes make the run fail. Changes whose level is below error do not. */
export function changesFail({ changes }: ChangeReport, failOn: FailOn): boolean {
  const open = changes.filter(({ accepted }) => !accepted);
  if (failOn === "none") return false;
  if (failOn === "any") return open.length > 0;
  const breaksKnown = ({ severity, parties = [] }: ReportedChange): boolean =>
    severity === "error" && parties.some(({ verdict }) => verdict !== "fits");
  if (failOn === "breaking-known") return open.some(breaksKnown);
  return open.some(({ severity, verdict }) => severity === "error" || (failOn === "unknown" && verdict === "unknown"));
}

/** The changes that need attention as problems, for the formats that know only problems. */
export function changeProblems(reports: readonly ChangeReport[]): ProblemReport {
  const findings = reports.map(({ changes, remarks, rootOf }) => {
    const diagnostics = causesOf(changes).flatMap((cause) => {
      const [first, ...others] = cause.changes;
      if (first.accepted || first.severity === "info") return [];
      const message = others.length === 0 ? first.message : `${headlineOf(cause)}. It reaches ${reachText(cause)}.`;
      return [asDiagnostic({ ...first, message, affects: cause.affects }, first.severity)];
    });
    return { diagnostics: [...diagnostics, ...remarks], examples: new Map<string, never>(), files: [], rootOf };
  });
  return makeReport(findings, { rules: {}, documents: reports.map(({ new: now }) => now.name) });
}

/** The sum of the counts of several comparisons. */
export function sumOfCounts(summaries: readonly ChangeSummary[]): ChangeSummary {
  const sum = (key: keyof ChangeSummary): number => summaries.reduce((total, summary) => total + summary[key], 0);
  return {
    breaking: sum("breaking"),
    compatible: sum("compatible"),
    annotation: sum("annotation"),
    unknown: sum("unknown"),
    accepted: sum("accepted"),
  };
}
