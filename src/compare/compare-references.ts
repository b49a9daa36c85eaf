import type { Edge } from "#documents";
import type { Place } from "#text";
import { counted } from "#text";
import type { ApiVersion } from "./api-version.ts";
import type { Change } from "#report";
import type { Comparison } from "./comparison.ts";
import { quoted } from "./names.ts";

function lostIn({ documents }: ApiVersion): readonly Edge[] {
  return documents.edges.filter(({ target }) => target === undefined);
}

/** Reports references that could not be followed or read, because their targets were not compared. */
export function compareReferences(comparison: Comparison): void {
  const [before, after] = [lostIn(comparison.old), lostIn(comparison.new)];
  const [first] = [...after, ...before];
  if (!first) return;
  const count = (lost: readonly Edge[]): string => counted(new Set(lost.map(({ ref }) => ref)).size, "reference");
  const [lost, version] = after.length > 0 ? [after, "new"] : [before, "earlier"];
  const message = `Not all was compared: ${count(lost)} of the ${version} version could not be read, such as ${quoted(first.ref)}.`;
  comparison.add({
    code: "change/reference",
    verdict: "unknown",
    affects: "all",
    message,
    subject: { kind: "api", id: comparison.new.api.info.title },
    old: before[0]?.from,
    new: after[0]?.from,
  });
}

/** Says that nothing was compared, and why. */
export function notCompared(why: string, { place, title }: { readonly place: Place; readonly title: string }): Change {
  return {
    code: "change/reference",
    verdict: "unknown",
    affects: "all",
    message: `Nothing was compared: ${why}.`,
    facts: [],
    channels: [],
    new: place,
    place,
    at: "",
    subject: { kind: "api", id: title },
  };
}
