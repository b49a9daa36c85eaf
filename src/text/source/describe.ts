import type { Node } from "../json/index.ts";

const phrases = {
  string: "a string",
  number: "a number",
  boolean: "a boolean",
  null: "null",
  list: "a list",
  map: "an object",
} as const satisfies Record<Node["kind"], string>;

/** What kind of value a node is, in words: `a string`, `an object`, `null`. */
export function describe(node: Node): string {
  return phrases[node.kind];
}
