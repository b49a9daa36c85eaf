import type { JsonDiagnostic } from "#report";
import { groupBy } from "#text";
import type { Portal } from "../match/index.ts";

/** Kinds in the order of the page, among those of one severity. */
const KINDS = ["not-built", "same-name", "clash", "stale", "contradiction", "message-id", "not-received", "one-sided", "other"] as const;
export type FindingKind = (typeof KINDS)[number];

function kindOf({ code }: JsonDiagnostic): FindingKind {
  const name = code.replace(/^portal\//, "") as FindingKind;
  return KINDS.includes(name) ? name : "other";
}

/** The problems that the page of findings has, by kind. */
export type Findings = ReadonlyMap<FindingKind, readonly JsonDiagnostic[]>;

const isBetween = ({ code }: JsonDiagnostic): boolean => code.startsWith("portal/");

const SEVERITIES: readonly JsonDiagnostic["severity"][] = ["error", "warning", "info"];

/** The worst severity of some problems, as its place in the order. */
function worstAt(problems: readonly JsonDiagnostic[]): number {
  return SEVERITIES.findIndex((severity) => problems.some((each) => each.severity === severity));
}

/**
 * The problems by kind, the worst first: those between APIs, and those of documents that could not be built. That an API could not be built
 * comes before the errors of its document.
 */
export function findingsOf(problems: readonly JsonDiagnostic[], portal: Pick<Portal, "apis">): Findings {
  const failed = new Set(
    portal.apis
      .flatMap(({ index, document, broken = [] }) => (index ? broken.filter(({ isShown }) => !isShown) : [{ document }]))
      .map((each) => each.document),
  );
  const kinds = groupBy(problems, (problem) => {
    if (isBetween(problem)) return kindOf(problem);
    return problem.severity === "error" && failed.has(problem.file) ? "not-built" : undefined;
  });
  const byFile = [...groupBy(kinds.get("not-built") ?? [], ({ file }) => file).values()];
  const unbuilt = byFile.flatMap((own) => [...own.filter(isBetween), ...own.filter((each) => !isBetween(each))]);
  return new Map(
    KINDS.map((kind) => [kind, kind === "not-built" ? unbuilt : (kinds.get(kind) ?? [])] as const)
      .filter(([, own]) => own.length > 0)
      .sort(([, a], [, b]) => worstAt(a) - worstAt(b)),
  );
}
