import type { Node } from "#text";
import { entriesOf, itemsOf, stringOf, valueOf } from "#text";
import type { NamedValue } from "./entity.ts";

/** Code that the document itself gives for an operation. */
export interface CodeSample {
  /** The language as written; empty where the document does not say. */
  readonly language: string;
  readonly label: string;
  readonly text: string;
}

/** The samples of an object, and the parts of the extension that are none. */
export interface CodeSamples {
  readonly samples: readonly CodeSample[];
  readonly wrong: readonly Node[];
}

const NAMES: ReadonlySet<string> = new Set(["x-codeSamples", "x-code-samples"]);

/** The first text at one of some keys. */
function textAt(node: Node, ...keys: readonly string[]): string | undefined {
  return keys.map((key) => stringOf(node, key)).find((text) => text !== undefined);
}

function sampleOf(node: Node, key = ""): CodeSample | undefined {
  if (node.kind === "string") return key === "" ? undefined : { language: key, label: "", text: node.value };
  const text = textAt(node, "source", "code");
  if (text === undefined) return undefined;
  return { language: textAt(node, "lang", "language") ?? key, label: textAt(node, "label", "title") ?? "", text };
}

/** A list of samples; other tools write one sample, or a map from languages, as well. */
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
