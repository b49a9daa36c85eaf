import type { Diagnostic } from "../../src/text/diagnostics/index.ts";
import type { TextFile } from "../../src/text/json/index.ts";

/** A text with the ranges that were marked in it, in their order. */
export interface Marked {
  readonly text: string;
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
}

/**
 * Takes the marks `⟦…⟧` out of a text and says where they were: the places that a test expects problems at stand in its
 * source. Marks do not nest; `⟦⟧` is an empty place.
 */
export function marked(source: string): Marked {
  const ranges: { start: number; end: number }[] = [];
  let text = "";
  for (const piece of source.split(/(?=[⟦⟧])/u)) {
    if (piece.startsWith("⟦")) ranges.push({ start: text.length, end: -1 });
    if (piece.startsWith("⟧")) ranges.push({ start: ranges.pop()?.start ?? -1, end: text.length });
    text += /^[⟦⟧]/u.test(piece) ? piece.slice(1) : piece;
  }
  return { text, ranges };
}

/** A text with the places of problems marked in it: what a test that expects `source` gets to compare. */
export function markedWith(text: string, places: readonly { readonly start: number; readonly end: number }[]): string {
  const distinct = new Map(places.map((place) => [`${place.start} ${place.end}`, place]));
  const sorted = [...distinct.values()].sort((a, b) => b.start - a.start || b.end - a.end);
  return sorted.reduce((before, { start, end }) => `${before.slice(0, start)}⟦${before.slice(start, end)}⟧${before.slice(end)}`, text);
}

/** A YAML file of a test. */
export function yamlFile(text: string, name = "main.yaml"): TextFile {
  return { id: `/${name}`, name, text, language: "yaml" };
}

/** Problems as lines to compare: severity, code and message, with the hint after a tilde. */
export function lines(problems: readonly Diagnostic[]): readonly string[] {
  return problems.map(({ severity, code, message, hint }) => `${severity} ${code}: ${message}${hint === undefined ? "" : ` ~ ${hint}`}`);
}
