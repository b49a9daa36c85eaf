import type { Spelling } from "./visible.ts";
import { inert, visibleJson } from "./visible.ts";
import { printCodeclimate, printGithub, printJunit } from "./print-ci.ts";
import { printJsonReport } from "./print-json.ts";
import type { PrintOptions } from "./print-options.ts";
import { printPretty } from "./print-pretty.ts";
import { printSarif } from "./print-sarif.ts";
import type { Report } from "./problem.ts";

const JSON_TEXT: Spelling = { hash: "\\u0023" };

const spellings: Readonly<Record<PrintOptions["format"], Spelling>> = {
  json: JSON_TEXT,
  sarif: JSON_TEXT,
  codeclimate: JSON_TEXT,
  junit: { hash: "&#35;", colon: "&#58;" },
  github: { hash: "\\u{23}" },
  pretty: { hash: "\\u{23}", colon: "\\u{3a}" },
};

/** A report as text, ending in a line break unless it is empty; in pieces, since a report may be larger than what it is about. */
export function* printReportInPieces(report: Report, options: PrintOptions): Generator<string> {
  const spelling = spellings[options.format];
  const asJson = spelling === JSON_TEXT;
  for (const piece of pieces(report, options)) yield inert(asJson ? visibleJson(piece) : piece, spelling);
}

function* pieces(report: Report, options: PrintOptions): Generator<string> {
  const { format } = options;
  if (format === "json") yield* printJsonReport(report);
  else if (format === "github") yield* printGithub(report, options);
  else if (format === "sarif") yield* printSarif(report, options);
  else if (format === "junit") yield* printJunit(report);
  else if (format === "codeclimate") yield* printCodeclimate(report, options);
  else yield* printPretty(report, options);
}

/** The same as one text. */
export function printReport(report: Report, options: PrintOptions): string {
  return [...printReportInPieces(report, options)].join("");
}
