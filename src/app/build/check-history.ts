import type { Documents, CheckHistory } from "#documents";
import { inspect, takeFingerprints } from "#documents";
import { checkStructure } from "#model";
import type { Diagnostic, DiagnosticReporter } from "#text";
import type { Setting } from "./setting.ts";

/**
 * The results of an earlier run of `watch` for parts of the documents that have not changed. They only save time; the problems are the
 * same without them.
 */
export function checkHistoryOf(documents: Documents, { memo, settings }: Setting): CheckHistory | undefined {
  if (!memo) return undefined;
  const conditions = JSON.stringify([documents.dialect, settings.limits, settings.rules]);
  return { fingerprints: takeFingerprints(documents, memo.tiles), memo: memo.faultless.under(conditions) };
}

/** Checks the structure of the documents. Parts in which an earlier run found no problem are skipped. */
export function checkStructureOf(documents: Documents, known: CheckHistory | undefined, report: DiagnosticReporter): void {
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
