import type { Nodes } from "mdast";

/** Blocks whose children are blocks: a line each. */
const CONTAINERS = new Set(["root", "blockquote", "list", "listItem", "table", "footnoteDefinition"]);

/** What a reader sees of a node: no markup, soft line breaks as spaces, a line a block, cells apart by a tab. */
export function plainText(node: Nodes): string {
  if (node.type === "break") return "\n";
  if (node.type === "text") return node.value.replace(/[ \t]*\n[ \t]*/g, " ");
  if ("value" in node) return node.value;
  if ("alt" in node) return node.alt ?? "";
  if (!("children" in node)) return "";
  const parts = node.children.map(plainText);
  if (CONTAINERS.has(node.type)) return parts.filter((part) => part !== "").join("\n");
  return parts.join(node.type === "tableRow" ? "\t" : "");
}
