import { generated } from "#verdicts";
import { numberFormats } from "#format";
import type { Schema } from "#schema";
import { sizesOf, textFact } from "#schema";
import type { Node } from "#text";
import { knowsFormat, textsFromPattern } from "#verdicts";
import { rangeInSteps } from "./bounds.ts";
import type { Cell } from "./cell.ts";
import { isPatternWithin, patternLengths } from "./pattern-automaton.ts";
import type { Proof, ProofResult } from "./proof.ts";
import { together } from "./proof.ts";

/** What is known about the texts of a format without asking the validator. Lengths count code points. */
interface FormatFacts {
  readonly least: number;
  readonly most?: number;
  /** Formats that contain all values of this one. RFC 3986, 3987 and 5321, 6531. */
  readonly within?: readonly string[];
  /** Makes a text of about this length, for formats with simple texts. The validator judges it. */
  readonly text?: (length: number) => string;
}

const repeat = (text: string, times: number): string => text.repeat(Math.max(0, times));

/** Labels of at most 63 letters. */
const host = (length: number): string => repeat(`${repeat("a", 62)}.`, Math.ceil(length / 63)).slice(0, Math.max(0, length - 1)) + "a";
const uri = (length: number): string => `a:${repeat("a", length - 2)}`;
const mailbox = (length: number): string => `${repeat("a", length - 2)}@a`;

const FORMATS = new Map<string, FormatFacts>([
  ["date", { least: 10, most: 10, text: () => "2020-01-01" }],
  ["time", { least: 9, text: (length) => (length < 11 ? "00:00:00Z" : `00:00:00.${repeat("0", length - 10)}Z`) }],
  [
    "date-time",
    { least: 20, text: (length) => (length < 22 ? "2020-01-01T00:00:00Z" : `2020-01-01T00:00:00.${repeat("0", length - 21)}Z`) },
  ],
  ["duration", { least: 3, text: (length) => `P${repeat("1", length - 2)}D` }],
  ["email", { least: 3, within: ["idn-email"], text: mailbox }],
  ["idn-email", { least: 3, text: mailbox }],
  ["hostname", { least: 1, most: 253, within: ["idn-hostname"], text: host }],
  ["idn-hostname", { least: 1, most: 253, text: host }],
  ["ipv4", { least: 7, most: 15, text: () => "0.0.0.0" }],
  ["ipv6", { least: 2, most: 45, text: () => "::" }],
  ["uuid", { least: 36, most: 36 }],
  ["uri", { least: 2, within: ["uri-reference", "iri", "iri-reference"], text: uri }],
  ["iri", { least: 2, within: ["iri-reference"], text: uri }],
  ["uri-reference", { least: 0, within: ["iri-reference"] }],
  ["json-pointer", { least: 0, text: (length) => `/${repeat("a", length - 1)}` }],
  ["relative-json-pointer", { least: 1, text: (length) => repeat("1", length) }],
  ["byte", { least: 0, text: (length) => repeat("A", Math.ceil(length / 4) * 4) }],
]);

/** Whether all texts of one format are texts of another. */
function isFormatWithin(format: string | undefined, other: string): boolean {
  return format !== undefined && (format === other || (FORMATS.get(format)?.within?.includes(other) ?? false));
}

/** The range of lengths of a format's texts. */
function formatLengths(format: string | undefined): { readonly least: number; readonly most: number } {
  const { least, most = Infinity } = FORMATS.get(format ?? "") ?? { least: 0 };
  return { least, most };
}

/** Texts of a format to try, of about this length. */
function textsOfFormat(format: string | undefined, length: number): readonly string[] {
  const text = FORMATS.get(format ?? "")?.text?.(length);
  return text === undefined ? [] : [text];
}

/** How many steps of an automaton, and how many characters that are made, are one of a proof. */
const STEPS_AS_ONE = 20;
const CHARACTERS_AS_ONE = 1_000;

export function textsWithin(proof: Proof, cell: Cell, b: Schema): ProofResult {
  const results: ProofResult[] = [];
  const { parts } = cell;
  const size = lengthsOf(cell);
  const { least, most } = sizesOf([b], "Length");
  const texts = (lengths: readonly number[]): readonly Node[] => textsOf(proof, cell, lengths);
  if (size.least < least) results.push(proof.gap(cell, "minLength", b.node, texts([least - 1, size.least])));
  if (size.most > most) results.push(proof.gap(cell, "maxLength", b.node, texts([most + 1, size.least])));
  const pattern = textFact(b, "pattern");
  if (pattern !== undefined) {
    const patterns = parts.flatMap((part) => textFact(part, "pattern") ?? []);
    const own = patterns.includes(pattern) ? [pattern] : [...patterns, ""];
    const within = own.map((each) => isPatternWithin(each, pattern, (steps) => proof.spend(steps / STEPS_AS_ONE)));
    const refused = within.flatMap((text) => (typeof text === "string" ? generated.text(text) : []));
    if (!within.includes(true)) {
      const made = texts([size.least, size.least + 1, 3, 8]);
      results.push(proof.gap(cell, "pattern", b.node, [...proof.accepted(cell, refused), ...made]));
    }
  }
  const format = b.format?.value;
  if (
    format !== undefined &&
    knowsFormat(format) &&
    !numberFormats.has(format) &&
    !parts.some((part) => isFormatWithin(part.format?.value, format))
  ) {
    results.push(proof.gap(cell, "format", b.node, texts([size.least, size.least + 1, 3])));
  }
  return together(results);
}

/** Texts of a cell with roughly the given lengths. */
function textsOf(proof: Proof, cell: Cell, lengths: readonly number[]): readonly Node[] {
  const patterns = cell.parts.flatMap((part) => textFact(part, "pattern") ?? []);
  const possible = lengths.filter((length) => length >= 0 && length <= 100_000);
  const formatted = cell.parts.flatMap((part) => possible.flatMap((length) => textsOfFormat(part.format?.value, length)));
  const plain = possible.flatMap((length) => ["a", "0", " ", "\u00e9", "\n"].map((each) => each.repeat(length)));
  const made = patterns.flatMap((pattern) => [0, 1, 2, 5].flatMap((variant) => [...textsFromPattern(pattern, variant)]));
  const samples = proof.samplesOf(cell).flatMap((node) => (node.kind === "string" ? [node.value] : []));
  const cut = samples.flatMap((text) =>
    lengths.map((length) =>
      text.length > length ? text.slice(0, Math.max(0, length)) : text.padEnd(Math.min(length, 100_000), text.at(-1) ?? "a"),
    ),
  );
  const all = [...new Set([...formatted, ...plain, ...made, ...cut, ...samples])];
  proof.spend(all.reduce((sum, text) => sum + text.length, 0) / CHARACTERS_AS_ONE);
  return proof.accepted(
    cell,
    all.map((text) => generated.text(text)),
  );
}

/** The range of lengths of the texts of a cell, taking formats and patterns into account. */
export function lengthsOf({ parts, range = {} }: Pick<Cell, "parts" | "range">): { readonly least: number; readonly most: number } {
  const { least, most } = rangeInSteps(range, 1n);
  const own = sizesOf(parts, "Length");
  const stated = { least: Math.max(own.least, Number(least?.raw ?? 0)), most: Math.min(own.most, Number(most?.raw ?? Infinity)) };
  const formats = parts.map((schema) => formatLengths(schema.format?.value));
  const patterns = parts.flatMap((schema) => patternLengths(textFact(schema, "pattern") ?? ""));
  return {
    least: [...formats, ...patterns].reduce((one, { least }) => Math.max(one, least), stated.least),
    most: [...formats, ...patterns].reduce((one, { most }) => Math.min(one, most), stated.most),
  };
}
