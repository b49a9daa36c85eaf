import { printCodeclimate } from "./print-codeclimate.ts";
import { printGithub } from "./print-github.ts";
import { printJsonReport } from "./print-json.ts";
import { printJunit } from "./print-junit.ts";
import { printPretty } from "./print-pretty.ts";
import { printSarif } from "./print-sarif.ts";
import type { Report } from "./problem.ts";

export const formats = ["pretty", "json", "github", "sarif", "junit", "codeclimate"] as const;

export type Format = (typeof formats)[number];

export interface PrintOptions {
  readonly format: Format;
  /** Only `pretty` has colours. */
  readonly colour: boolean;
  /** Our own version, for formats that name the tool. */
  readonly version: string;
}

/** A report as text, ending in a line break unless it is empty. */
export function printReport(report: Report, { format, colour, version }: PrintOptions): string {
  if (format === "json") return printJsonReport(report);
  if (format === "github") return printGithub(report);
  if (format === "sarif") return printSarif(report, version);
  if (format === "junit") return printJunit(report);
  if (format === "codeclimate") return printCodeclimate(report);
  return printPretty(report, colour);
}
