import type { Entry, Node } from "#json";

/**
 * What the values of a node are: `names` are a schema's or a channel's own map of names, which are no keywords; `data` is what
 * somebody gives as an example; what is `fixed` counts whole.
 */
type Meaning = "keywords" | "names" | "data" | "fixed" | "info";

/** What is told apart by where it stands, each value of which is under a name. */
const NAMES = new Set([
  "properties",
  "patternProperties",
  "definitions",
  "$defs",
  "dependentSchemas",
  "parameters",
  "messages",
  "bindings",
]);

/** What says only something about what has it. */
const TOLD = new Set([
  "summary",
  "description",
  "pattern",
  "multipleOf",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
]);

const DATA = new Set(["enum", "const", "default", "example", "examples"]);

/** Counts wherever it stands: what something is called, and what leads elsewhere. */
const FIXED = new Set(["$ref", "name", "title"]);

const isScalar = ({ kind }: Node): boolean => kind !== "map" && kind !== "list";

function meaningOfKeyword({ key, value }: Entry): Meaning | "told" {
  if (FIXED.has(key) || key.startsWith("x-")) return "fixed";
  if (DATA.has(key)) return "data";
  if (isScalar(value)) return TOLD.has(key) ? "told" : "fixed";
  return NAMES.has(key) ? "names" : "keywords";
}

function meaningOf(entry: Entry, around: Meaning): Meaning | "told" {
  const { key, value } = entry;
  if (around === "keywords") return meaningOfKeyword(entry);
  if (around === "names") return "keywords";
  if (around === "info") return isScalar(value) && key === "description" ? "told" : "fixed";
  return FIXED.has(key) || key.startsWith("x-") ? "fixed" : around;
}

/** A node but for the values that only say something about what has it, with the line of everything in it. */
export interface Shape {
  readonly text: string;
  /** How many values under a key `$ref` there are: as many as references, unless some are none. */
  readonly references: number;
}

export function shapeOf(node: Node, begin: "keywords" | "info" | "fixed", lineOf: (offset: number) => number): Shape {
  const said: string[] = [];
  let references = 0;
  const scalar = (value: Exclude<Node, { kind: "map" | "list" }>, isTold: boolean): void => {
    if (isTold || value.kind === "null") said.push(value.kind);
    else said.push(JSON.stringify(value.kind === "number" ? [value.raw] : value.value));
  };
  const walk = (value: Node, meaning: Meaning | "told"): void => {
    said.push(String(lineOf(value.start)));
    if (value.kind === "map") {
      said.push("{");
      for (const entry of value.entries) {
        said.push(JSON.stringify(entry.key), String(lineOf(entry.start)));
        if (entry.key === "$ref") references += 1;
        walk(entry.value, meaningOf(entry, meaning === "told" ? "fixed" : meaning));
      }
      said.push("}");
    } else if (value.kind === "list") {
      said.push("[");
      for (const item of value.items) walk(item, meaning);
      said.push("]");
    } else scalar(value, meaning === "told" || meaning === "data");
  };
  walk(node, begin);
  return { text: said.join(" "), references };
}
