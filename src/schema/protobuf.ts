import type { Node } from "#json";
import type { Read } from "./make-schema.ts";
export function readProtobuf(node: Node): Read {
  return { now: { asWritten: node } };
}
