import type { PageContext } from "./context.ts";
import { visible } from "./visible.ts";

/** Problems that a page lists at most; the report has all. */
const MOST = 50;

/** The problems of the documents, each with a link to its line; `undefined` where there are none worth telling a reader. */
export function problemsView(context: PageContext) {
  const shown = context.site.problems.filter(({ severity }) => severity === "error" || severity === "warning");
  if (shown.length === 0) return undefined;
  const sorted = [...shown].sort((a, b) => (a.severity === b.severity ? 0 : a.severity === "error" ? -1 : 1));
  return {
    items: sorted.slice(0, MOST).map(({ severity, code, message, place }) => ({
      severity,
      error: severity === "error",
      code,
      message: visible(message),
      href: context.sourceHref(place),
      label: context.sourceLabel(place),
    })),
    more: Math.max(0, shown.length - MOST),
    count: shown.length,
  };
}
