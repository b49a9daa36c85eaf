import type { Place, StringNode } from "../json/index.ts";
import { oncePerObject } from "../json/index.ts";
import { scanBlockScalar, scanFlowScalar, scanJsonString } from "./scan-scalar.ts";
import type { ValueMap } from "./scan-scalar.ts";

function scan(node: StringNode): ValueMap | undefined {
  if (node.file.language === "json") return scanJsonString(node);
  switch (node.file.text.charAt(node.start)) {
    case '"':
      return scanFlowScalar(node, "double");
    case "'":
      return scanFlowScalar(node, "single");
    case "|":
    case ">":
      return scanBlockScalar(node, node.value);
    default:
      return scanFlowScalar(node, "plain");
  }
}

const mapOf = oncePerObject((node: StringNode): ValueMap | undefined => {
  const found = scan(node);
  return found?.value === node.value ? found : undefined;
});

/**
 * Maps a range of a string's value (UTF-16 units, `end` exclusive) to its place in the source, through the escape sequences,
 * indentation and folding of every YAML and JSON style. Returns the whole string if its value was not written in that text.
 */
export function placeWithin(node: StringNode, start: number, end: number): Place {
  // The value of such a file is its source.
  const { language } = node.file;
  if (language === "markdown" || language === "protobuf") return { file: node.file, start: node.start + start, end: node.start + end };
  const map = mapOf(node);
  if (!map || start < 0 || end > node.value.length || start > end) return { file: node.file, start: node.start, end: node.end };
  const last = map.ends.at(-1) ?? node.start;
  const from = map.starts[start] ?? last;
  const to = end > start ? (map.ends[end - 1] ?? last) : from;
  return { file: node.file, start: from, end: to };
}
