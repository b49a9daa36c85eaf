import { inQuotes, problem } from "#text";
import type { Diagnostic, Place } from "#text";

/** The kinds of parts that coverage counts, in the order in which readers see them. */
const coverageKinds = ["document", "server", "channel", "operation", "message", "parameter", "schema", "field"] as const;

/** One part of an API that should have a description or an example, and whether it has one. */
export interface CoverageItem {
  readonly kind: (typeof coverageKinds)[number];
  readonly name: string;
  readonly what: "description" | "example";
  readonly isPresent: boolean;
  readonly place: Place;
}

interface CoverageShare {
  readonly present: number;
  readonly total: number;
}

/** The share of the parts of some documents that have a description and an example. */
export interface CoverageReport extends CoverageShare {
  /** The percentage of all parts, rounded down: it is 100 only if nothing is missing. */
  readonly percent: number;
  readonly kinds: readonly {
    readonly kind: CoverageItem["kind"];
    readonly description: CoverageShare;
    readonly example: CoverageShare | undefined;
  }[];
  /** The first missing parts, by kind. */
  readonly missing: readonly CoverageItem[];
}

/** How many missing parts a report lists. The counts say how many there are. */
const LISTED = 100;

/** How many missing parts the problem of a threshold names. */
const NAMED = 10;

function shareOf(items: readonly CoverageItem[]): CoverageShare {
  return { present: items.filter(({ isPresent }) => isPresent).length, total: items.length };
}

function percentOf({ present, total }: CoverageShare): number {
  return total === 0 ? 100 : Math.floor((100 * present) / total);
}

/** Counts items. A part that several documents share counts once. */
export function coverageOf(items: readonly CoverageItem[]): CoverageReport {
  const distinct = [...new Map(items.map((each) => [`${each.what} ${each.place.file.id} ${each.place.start}`, each])).values()];
  const byKind = coverageKinds.map((kind) => ({ kind, own: distinct.filter((each) => each.kind === kind) }));
  const kinds = byKind.flatMap(({ kind, own }) => {
    const examples = own.filter(({ what }) => what === "example");
    const description = shareOf(own.filter(({ what }) => what === "description"));
    return own.length === 0 ? [] : [{ kind, description, example: examples.length === 0 ? undefined : shareOf(examples) }];
  });
  const missing = byKind.flatMap(({ own }) => own.filter(({ isPresent }) => !isPresent));
  const all = shareOf(distinct);
  return { ...all, percent: percentOf(all), kinds, missing: missing.slice(0, LISTED) };
}

function missingOf({ kind, name, what }: CoverageItem): string {
  const subject = kind === "document" ? "The document" : `The ${kind} ${inQuotes(name)}`;
  return `${subject} has no ${what}.`;
}

/** The problem of a coverage below the threshold, which names the first missing parts. */
export function thresholdProblem(items: readonly CoverageItem[], threshold: number, place: Place): Diagnostic[] {
  const { percent, missing } = coverageOf(items);
  if (percent >= threshold) return [];
  const related = missing.slice(0, NAMED).map((each) => ({ message: missingOf(each), place: each.place }));
  return [problem("coverage/threshold", place, { percent, threshold, related })];
}

function cellOf(share: CoverageShare | undefined): string {
  return share && share.total > 0 ? `${share.present} of ${share.total} ${`${percentOf(share)}%`.padStart(4)}` : "";
}

/** Prints coverage as a table for people. */
export function printCoverage({ kinds, percent, present, total }: CoverageReport): string {
  const rows = kinds.map(({ kind, description, example }) => [
    kind === "document" ? kind : `${kind}s`,
    cellOf(description),
    cellOf(example),
  ]);
  const table = [["", "description", "example"], ...rows, ["all", cellOf({ present, total }), ""]];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => (row[column] ?? "").length)));
  const lines = table.map(([name = "", ...cells]) =>
    [name.padEnd(widths[0] ?? 0), ...cells.map((cell, at) => cell.padStart(widths[at + 1] ?? 0))].join("   ").trimEnd(),
  );
  return `\nCoverage: ${percent}% is documented.\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

const LABEL = "documented";

function colourOf(percent: number): string {
  if (percent >= 90) return "#2e7d32";
  return percent >= 60 ? "#8a6100" : "#b3261e";
}

/** A badge as data for the endpoint badge of shields.io. */
export function printBadgeData({ percent }: Pick<CoverageReport, "percent">): string {
  return `${JSON.stringify({ schemaVersion: 1, label: LABEL, message: `${percent}%`, color: colourOf(percent) }, undefined, 2)}\n`;
}

/** Prints a badge as a picture. */
export function printBadge({ percent }: Pick<CoverageReport, "percent">): string {
  const [left, right] = [76, `${percent}%`.length * 7 + 12];
  const text = (x: number, words: string) => `<text x="${x}" y="14">${words}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${LABEL}: ${percent}%">
  <title>${LABEL}: ${percent}%</title>
  <rect width="${left + right}" height="20" rx="3" fill="#444"/>
  <path d="M${left} 0h${right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-${right - 3}z" fill="${colourOf(percent)}"/>
  <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
    ${text(left / 2, LABEL)}${text(left + right / 2, `${percent}%`)}
  </g>
</svg>
`;
}
