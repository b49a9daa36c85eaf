import type { CommandEscapes, ProblemReport } from "./problem.ts";
import { escapeCommands, visibleJson } from "./problem.ts";
import { printCodeclimate, printGithub, printJunit } from "./print-ci.ts";
import { printJsonReport } from "./print-json.ts";
import type { PrintOptions } from "./print-pretty.ts";
import { printPretty } from "./print-pretty.ts";
import { printSarif } from "./print-sarif.ts";

const JSON_ESCAPES: CommandEscapes = { hash: "\\u0023" };

const escapesByFormat: Readonly<Record<PrintOptions["format"], CommandEscapes>> = {
  json: JSON_ESCAPES,
  sarif: JSON_ESCAPES,
  codeclimate: JSON_ESCAPES,
  junit: { hash: "&#35;", colon: "&#58;" },
  github: { hash: "\\u{23}" },
  pretty: { hash: "\\u{23}", colon: "\\u{3a}" },
};

/** Prints a report in pieces, because it may be larger than its documents. It ends in a line break unless it is empty. */
export function* printReportInPieces(report: ProblemReport, options: PrintOptions): Generator<string> {
  const spelling = escapesByFormat[options.format];
  const asJson = spelling === JSON_ESCAPES;
  for (const piece of pieces(report, options)) yield escapeCommands(asJson ? visibleJson(piece) : piece, spelling);
}

function* pieces(report: ProblemReport, options: PrintOptions): Generator<string> {
  const { format } = options;
  if (format === "json") yield* printJsonReport(report);
  else if (format === "github") yield* printGithub(report, options);
  else if (format === "sarif") yield* printSarif(report, options);
  else if (format === "junit") yield* printJunit(report);
  else if (format === "codeclimate") yield* printCodeclimate(report, options);
  else yield* printPretty(report, options);
}

/** {@link printReportInPieces} as one text. */
export function printReport(report: ProblemReport, options: PrintOptions): string {
  return [...printReportInPieces(report, options)].join("");
}
