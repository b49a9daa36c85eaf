import { dirname } from "node:path/posix";
import { orderOfVersions } from "#format";
import type { ProblemReport, RootLookup } from "#report";
import { createRangeLookup, makeReport, nextNode, compare, fileOf, jsonIn, LazyLocation, slashed, withoutIndices } from "#report";
import type { FailOn } from "#run";
import type { Code, Diagnostic, Level, Place, RuleLevels, TextFile } from "#text";
import { catalog, guards, nearest, nextStep, problem } from "#text";
import type { Acceptance, Change, ChangeParty, ChangeSummary, ChangeVerdict } from "./causes.ts";
import { causesOf, countChanges, headlineOf, reachText, isBrokenParty, summaryOf } from "./causes.ts";

const { text } = guards;

/** A change that a team accepts, as its file says it. */
const ACCEPTED = {
  code: text,
  /** The path relative to the folder of the file, `/`-separated. */
  file: text,
  pointer: text,
  message: text,
  /** What it is about in both versions, so that a further change of the same place is another one. */
  digest: text,
};

const isFileOfAccepted = guards.shape({ changes: guards.list(guards.shape(ACCEPTED)) });

type AcceptedChange = Readonly<Record<keyof typeof ACCEPTED, string>>;

/** The content of a file of accepted changes. `folder` is its absolute folder, `/`-separated. */
export interface AcceptedChanges {
  readonly folder: string;
  readonly keys: ReadonlySet<string>;
}

const keyOf = ({ code, file, pointer, message, digest }: AcceptedChange): string =>
  JSON.stringify([code, file, withoutIndices(pointer), message, digest]);

function entryOf({ code, place, message, digest }: Change, folder: string, rootOf: RootLookup): AcceptedChange {
  const { pointer } = new LazyLocation(place, rootOf);
  return { code, file: fileOf(place, folder), pointer, message, digest: digest?.() ?? "" };
}

/** Whether a file accepts a change. That nothing was compared is accepted by none. */
export function isAccepted(change: Change, { folder, keys }: AcceptedChanges, rootOf: RootLookup): boolean {
  return change.digest !== undefined && keys.has(keyOf(entryOf(change, folder, rootOf)));
}

/** The text of a file that accepts the errors and warnings of reports, and how many these are. */
export function printAcceptedChanges(reports: readonly Pick<ChangeReport, "changes" | "rootOf">[], path: string) {
  const folder = dirname(slashed(path));
  const entries = reports.flatMap(({ changes, rootOf }) =>
    changes
      .filter(({ accepted, digest, severity }) => !accepted && digest && severity !== "info")
      .map((change) => entryOf(change, folder, rootOf)),
  );
  const changes = [...new Map(entries.map((entry) => [keyOf(entry), entry]))].sort(([a], [b]) => compare(a, b)).map(([, entry]) => entry);
  return { text: `${JSON.stringify({ version: 2, changes }, undefined, 2)}\n`, count: changes.length };
}

/** Parses a file of accepted changes; `undefined` if it is none. */
export function parseAcceptedChanges(text: string, folder: string): AcceptedChanges | undefined {
  const value = jsonIn(text);
  return isFileOfAccepted(value) ? { folder: slashed(folder), keys: new Set(value.changes.map(keyOf)) } : undefined;
}

/** `# msgdocs-accept change/payload, change/headers until 3.0.0: why`: accepts changes of the next node. */
const COMMENT = /#[ \t]*msgdocs-accept[ \t]+([^\r\n]*)/g;

const PARTS = /^(?<codes>[^\s,:]+(?:[\s,]+(?!until\s)[^\s,:]+)*)(?:\s+until\s+(?<until>[^\s:]+))?\s*(?::\s*(?<reason>.*))?$/;

interface AcceptComment {
  readonly codes: readonly string[];
  readonly acceptance: Acceptance;
  readonly comment: Place;
  readonly file: TextFile;
  readonly from: number;
  readonly to: number;
}

/** The comments of the new version that accept changes. */
interface AcceptComments {
  /** The acceptance of the change, if a comment covers its place. */
  over(change: Change): Acceptance | undefined;
  /** Comments that accept nothing, of those whose changes were asked for. */
  problems(): readonly Diagnostic[];
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
    return [{ codes: names, acceptance: { reason: reason ?? "", until: until ?? null }, comment, file, from: next.from, to: next.to }];
  });
}

const textOf = (comment: string): string => comment.replaceAll(/[ \t]+/g, " ").trim();

/** Why a comment accepts nothing, and what to do; `undefined` if it holds. */
type Expiry = (comment: AcceptComment) => { readonly reason: string; readonly hint: string } | undefined;

/**
 * A comment holds for versions before the one that it names, and for changes since it was written: one that the old version has, word for
 * word, was about an earlier change.
 */
function expiryFrom({ oldFiles, version }: Pick<ChangeReportOptions, "oldFiles"> & { readonly version: string }): Expiry {
  const earlier = new Set(oldFiles.flatMap(({ text }) => [...text.matchAll(COMMENT)].map(([comment]) => textOf(comment))));
  return ({ acceptance: { until }, comment: { file, start, end } }) => {
    if (until !== null && !isBefore(version, until))
      return {
        reason: `the acceptance ended at ${until}, and this is ${version}`,
        hint: "Name the version after the one in which the change is released, or leave out until.",
      };
    if (!earlier.has(textOf(file.text.slice(start, end)))) return undefined;
    return {
      reason: "the earlier version has the same comment, which was about an earlier change",
      hint: "If this change is meant as well, say so: write another reason. Otherwise remove the comment.",
    };
  };
}

/** Reads the comments. */
function acceptanceComments(
  files: readonly TextFile[],
  { rootOf, expiryOf }: { readonly rootOf: RootLookup; readonly expiryOf: Expiry },
): AcceptComments {
  const problems: Diagnostic[] = [];
  const all = files.flatMap((file) => commentsOf(file, rootOf, (each) => problems.push(each)));
  const expired = new Map<AcceptComment, Diagnostic>();
  const holds = (each: AcceptComment): boolean => {
    const expiry = expiryOf(each);
    if (expiry) expired.set(each, problem("change/acceptance", each.comment, expiry));
    return !expiry;
  };
  return {
    problems: () => [...problems, ...expired.values()],
    over: ({ code, place }) =>
      all.find(
        (each) => each.codes.includes(code) && each.file === place.file && each.from <= place.start && place.start < each.to && holds(each),
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
  /** The other APIs that meet one that is new. */
  readonly meets?: readonly ChangeParty[] | undefined;
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
  /** The values that no report may repeat. */
  readonly secrets: readonly Place[];
}

export interface ChangeReportOptions extends Pick<ChangeReport, "api" | "presence" | "meets">, Partial<Pick<ChangeReport, "secrets">> {
  readonly old: ReportedVersion;
  readonly new: ReportedVersion;
  readonly rules: RuleLevels;
  /** The files of the new version, whose comments may accept changes. */
  readonly files: readonly TextFile[];
  /** The files of the old version, whose comments were about earlier changes. */
  readonly oldFiles: readonly TextFile[];
  /** The values of the files of both versions. */
  readonly rootOf: RootLookup;
  /** The file that accepts changes. */
  readonly accepted?: AcceptedChanges | undefined;
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

const LISTED: Acceptance = { reason: "baseline", until: null };

/** Whether a team can accept a change. Others break nobody and are never told as problems. */
function isAcceptable({ code, verdict }: Change): boolean {
  return verdict === "breaking" || verdict === "unknown" || code === "change/version";
}

/** Sorts changes by their effect, applies levels, and finds those that comments or a baseline accept. */
export function makeChangeReport(changes: readonly Change[], options: ChangeReportOptions): ChangeReport {
  const { api, presence, meets, old, new: now, rules, files, oldFiles, rootOf, secrets = [], accepted: listed } = options;
  const comments = acceptanceComments(files, { rootOf, expiryOf: expiryFrom({ oldFiles, version: now.version }) });
  const shown = changes.flatMap((change) => {
    const severity = levelOf(change, rules);
    return severity === "off" ? [] : [{ change, severity }];
  });
  const reported = shown.map(({ change, severity }): ReportedChange => {
    const ofFile = (): Acceptance | undefined => (listed && isAccepted(change, listed, rootOf) ? LISTED : undefined);
    return { ...change, severity, accepted: isAcceptable(change) ? (comments.over(change) ?? ofFile()) : undefined };
  });
  // What could not be read stands first: all else was said without it.
  const rankOf = ({ code, verdict }: Change): number => (code === "change/reference" ? -1 : ORDER.indexOf(verdict));
  const sorted = reported.toSorted((a, b) => rankOf(a) - rankOf(b));
  const summary = countChanges(sorted);
  return {
    api,
    presence,
    meets,
    old,
    new: now,
    changes: sorted,
    summary,
    told: countChanges(causesOf(sorted).map(({ changes: [first] }) => first)),
    compatible: summary.breaking === 0,
    remarks: comments.problems(),
    rootOf,
    secrets,
  };
}

/** Whether unaccepted changes make the run fail. Changes whose level is below error do not. */
export function changesFail({ changes }: ChangeReport, failOn: FailOn): boolean {
  const open = changes.filter(({ accepted }) => !accepted);
  if (failOn === "none") return false;
  if (failOn === "any") return open.length > 0;
  const breaksKnown = ({ severity, parties = [] }: ReportedChange): boolean => severity === "error" && parties.some(isBrokenParty);
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
  return summaryOf((kind) => summaries.reduce((total, summary) => total + summary[kind], 0));
}
