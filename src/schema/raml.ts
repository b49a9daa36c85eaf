import type { Node } from "#json";
import type { Read } from "./make-schema.ts";
export function readRaml(node: Node): Read {
  return { now: { asWritten: node } };
}
