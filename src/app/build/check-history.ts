import type { Documents, CheckHistory } from "#documents";
import { inspect, takeFingerprints } from "#documents";
import { checkStructure } from "#model";
import type { Diagnostic, Report } from "#text";
import type { Setting } from "./setting.ts";

/** What an earlier run of `watch` found of the parts of the documents that are the same now. Speed only: problems are the same without it. */
export function checkHistoryOf(documents: Documents, { memo, settings }: Setting): CheckHistory | undefined {
  if (!memo) return undefined;
  const conditions = JSON.stringify([documents.dialect, settings.limits, settings.rules]);
  return { fingerprints: takeFingerprints(documents, memo.tiles), memo: memo.faultless.under(conditions) };
}

/** Checks the structure of the documents, but for parts that an earlier run found to be fine. */
export function checkStructureOf(documents: Documents, known: CheckHistory | undefined, report: Report): void {
  if (!known) return checkStructure(documents, report);
  const { parts } = known.fingerprints;
  const inspection = inspect("structure", known, { lookups: false });
  const faults: Diagnostic[] = [];
  checkStructure(
    documents,
    (diagnostic) => faults.push(diagnostic),
    (node) => parts.has(node) && inspection.canSkip(node),
  );
  inspection.end(faults.map(({ place }) => place));
  faults.forEach(report);
}
