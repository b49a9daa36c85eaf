import type { Node, TextFile } from "../json/index.ts";
import { isBetween } from "./is-between.ts";

/** Without an anchor there is no alias (YAML 1.2.2 § 7.1); texts hold such signs too, so that this only says when to look closer. */
const ANCHOR = /(?:^|[\s,[{:-])&\S/;

/** Whether each value stands after its key and inside of what it is a part of. A value that an alias put there does not. */
function standsInOrder(root: Node): boolean {
  const open: Node[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    let from = node.start;
    const parts = node.kind === "map" ? node.entries : node.kind === "list" ? node.items : [];
    for (const part of parts) {
      const value = "key" in part ? part.value : part;
      if (!isBetween(part, from, node.end) || !isBetween(value, part.start, node.end)) return false;
      from = Math.max(part.end, value.end);
      if (value.kind === "map" || value.kind === "list") open.push(value);
    }
  }
  return true;
}

/** Whether every value of a file is written where it stands, so that the text of a part says all about that part. */
export function isTree(file: TextFile, root: Node): boolean {
  return file.language === "json" || !file.text.includes("&") || !ANCHOR.test(file.text) || standsInOrder(root);
}
