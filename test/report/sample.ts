import type { Diagnostic, Node, TextFile } from "#text";
import type { DocumentFindings, ReportOptions } from "#report";
import { makeReport } from "#report";
import { parseText, readLimits } from "#text";

export function yaml(text: string, name = "api.yaml"): TextFile {
  return { id: `/project/${name}`, name, text, language: name.endsWith(".json") ? "json" : "yaml" };
}

export function rootOf(file: TextFile): Node | undefined {
  return parseText(file, { limits: readLimits, report: () => undefined });
}

/** The place of a text in a file, the nth one that is the same. */
export function placeOf(file: TextFile, text: string, nth = 1): { file: TextFile; start: number; end: number } {
  let start = -1;
  for (let count = 0; count < nth; count += 1) start = file.text.indexOf(text, start + 1);
  if (start === -1) throw new Error(`no ${JSON.stringify(text)} in the sample`);
  return { file, start, end: start + text.length };
}

export function findings(diagnostics: readonly Diagnostic[]): DocumentFindings {
  const files = [...new Set(diagnostics.map((each) => each.place.file))];
  const roots = new Map(files.map((file) => [file, rootOf(file)]));
  return { diagnostics, examples: new Map(), files, rootOf: (file) => roots.get(file) };
}

export function reportOf(diagnostics: readonly Diagnostic[], options: Partial<ReportOptions> = {}) {
  return makeReport([findings(diagnostics)], { rules: {}, documents: ["api.yaml"], ...options });
}
