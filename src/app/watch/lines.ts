import { relative } from "node:path";
import { visible } from "#report";
import { counted } from "#text";
import type { Built } from "./builder.ts";

/** The files that changed, by name, as many as fit. */
function namesOf(changed: readonly string[], cwd: string): string {
  const [first] = changed;
  if (first === undefined) return "everything";
  const name = visible(relative(cwd, first) || first);
  return changed.length === 1 ? name : `${name} and ${changed.length - 1} more`;
}

function outcome({ report, message, site }: Built, shown: boolean): string {
  if (!report) return visible(message ?? "");
  const { errors, warnings } = report.summary;
  const counts = [...(errors > 0 ? [counted(errors, "error")] : []), ...(warnings > 0 ? [counted(warnings, "warning")] : [])];
  const found = counts.length > 0 ? counts.join(", ") : "no problems";
  return site ? found : `${found}; ${shown ? "the last good site stays" : "nothing to show yet"}`;
}

interface Rebuild {
  readonly changed: readonly string[];
  readonly took: number;
  /** Whether there is a good site. */
  readonly shown: boolean;
  readonly cwd: string;
}

/** The one line that a rebuild is worth: what changed, how long it took, what was found. */
export function rebuildLine(built: Built, { changed, took, shown, cwd }: Rebuild): string {
  return `${namesOf(changed, cwd)}: ${Math.round(took)} ms, ${outcome(built, shown)}\n`;
}
