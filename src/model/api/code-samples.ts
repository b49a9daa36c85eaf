/** Code that a document gives for its operations. */
import type { Node } from "#text";
import { entriesOf, itemsOf, stringOf, valueOf } from "#text";
import type { NamedValue } from "./entity.ts";

/** Code that the document itself gives for an operation. */
export interface CodeSample {
  /** The language as written; empty if the document does not name it. */
  readonly language: string;
  readonly label: string;
  readonly text: string;
}

/** The code samples of an object, and the parts of the extension that could not be read as samples. */
export interface CodeSamples {
  readonly samples: readonly CodeSample[];
  readonly wrong: readonly Node[];
}

const NAMES: ReadonlySet<string> = new Set(["x-codeSamples", "x-code-samples"]);

/** The text at the first of some keys that has one. */
function textAt(node: Node, ...keys: readonly string[]): string | undefined {
  return keys.map((key) => stringOf(node, key)).find((text) => text !== undefined);
}

function sampleOf(node: Node, key = ""): CodeSample | undefined {
  if (node.kind === "string") return key === "" ? undefined : { language: key, label: "", text: node.value };
  const text = textAt(node, "source", "code");
  if (text === undefined) return undefined;
  return { language: textAt(node, "lang", "language") ?? key, label: textAt(node, "label", "title") ?? "", text };
}

/**
 * The parts of the extension, each with its sample. It may be a list, and as other tools write it, a single sample or a map by
 * language.
 */
function partsOf(value: Node): readonly (readonly [part: Node, sample: CodeSample | undefined])[] {
  if (value.kind === "list") return itemsOf(value).map((item) => [item, sampleOf(item)] as const);
  if (value.kind !== "map" || valueOf(value, "source") || valueOf(value, "code")) return [[value, sampleOf(value)]];
  return entriesOf(value).map((entry) => [entry.value, sampleOf(entry.value, entry.key)] as const);
}

/** The code samples among the extensions of an object. */
export function codeSamplesOf(extensions: readonly NamedValue[]): CodeSamples {
  const parts = extensions.filter(({ key }) => NAMES.has(key)).flatMap(({ value }) => partsOf(value));
  return {
    samples: parts.flatMap(([, sample]) => sample ?? []),
    wrong: parts.flatMap(([part, sample]) => (sample ? [] : [part])),
  };
}
