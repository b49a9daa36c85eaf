import type { Nodes } from "mdast";

/** Blocks whose children are blocks: a line each. */
const CONTAINERS = new Set(["root", "blockquote", "list", "listItem", "table", "footnoteDefinition"]);

/** Line breaks as spaces, with what is blank around them. A run of blanks is looked at once, or megabytes of them would never end. */
export function inOneLine(text: string): string {
  return text.replace(/(?<![ \t])[ \t]+\n[ \t]*|\n[ \t]*/g, " ");
}

/** What a reader sees of a node: no markup, soft line breaks as spaces, a line a block, cells apart by a tab. */
export function plainText(node: Nodes): string {
  if (node.type === "break") return "\n";
  if (node.type === "text") return inOneLine(node.value);
  if ("value" in node) return node.value;
  if ("alt" in node) return node.alt ?? "";
  if (!("children" in node)) return "";
  const parts = node.children.map(plainText);
  if (CONTAINERS.has(node.type)) return parts.filter((part) => part !== "").join("\n");
  return parts.join(node.type === "tableRow" ? "\t" : "");
}
