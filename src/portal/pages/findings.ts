import type { JsonDiagnostic } from "#report";
import { groupBy } from "#text";
import type { Portal } from "../match/index.ts";

/** Kinds in the order of the page, errors first. */
const KINDS = ["not-built", "same-name", "clash", "stale", "contradiction", "message-id", "not-received", "one-sided", "other"] as const;
export type FindingKind = (typeof KINDS)[number];

function kindOf({ code }: JsonDiagnostic): FindingKind {
  const name = code.replace(/^portal\//, "") as FindingKind;
  return KINDS.includes(name) ? name : "other";
}

/** The problems that the page of findings has, by kind. */
export type Findings = ReadonlyMap<FindingKind, readonly JsonDiagnostic[]>;

/** The problems by kind: those between APIs, and those of documents that could not be built. */
export function findingsOf(problems: readonly JsonDiagnostic[], portal: Pick<Portal, "apis">): Findings {
  const failed = new Set(
    portal.apis
      .flatMap(({ index, document, broken = [] }) => (index ? broken.filter(({ isShown }) => !isShown) : [{ document }]))
      .map((each) => each.document),
  );
  const kinds = groupBy(problems, (problem) => {
    if (problem.code.startsWith("portal/")) return kindOf(problem);
    return problem.severity === "error" && failed.has(problem.file) ? "not-built" : undefined;
  });
  return new Map(KINDS.map((kind) => [kind, kinds.get(kind) ?? []] as const).filter(([, own]) => own.length > 0));
}
