import type { Code, ListItem, Table } from "mdast";
import { codeElement } from "./code-element.ts";
import { isEmbed, refuseEmbed } from "./rewrite-embed.ts";
import type { Content, Site } from "./rewriting.ts";

/** Code with its tokens; what stands after the fence is kept whole, for the theme to show. */
export function rewriteCode(site: Site<Code>): Content[] {
  const { node } = site;
  if (isEmbed(site)) refuseEmbed(site);
  const info = [node.lang, node.meta].filter(Boolean).join(" ");
  const { properties, children } = codeElement(node.value, info);
  return [
    {
      type: "paragraph",
      children: [{ type: "text", value: node.value }],
      data: { hName: "pre", hProperties: properties, hChildren: children },
    },
  ];
}

/** A task's box as a character: a control that does nothing would be in the way of the keyboard, and needs a name. */
export function rewriteListItem({ node }: Site<ListItem>): Content[] {
  if (typeof node.checked !== "boolean") return [node];
  const box = { type: "text" as const, value: node.checked ? "☑ " : "☐ " };
  const [first, ...rest] = node.children;
  const children: ListItem["children"] =
    first?.type === "paragraph"
      ? [{ ...first, children: [box, ...first.children] }, ...rest]
      : [{ type: "paragraph", children: [box] }, ...node.children];
  return [{ ...node, checked: null, children, data: { hProperties: { className: ["task"] } } }];
}

/** Alignment as classes, headers with their scope, and a frame that scrolls. GFM drops cells beyond the header's: here they stay. */
export function rewriteTable({ node }: Site<Table>): Content[] {
  const columns = Math.max(...node.children.map((row) => row.children.length));
  const align = Array.from({ length: columns }, (_, column) => node.align?.[column] ?? null);
  for (const [at, row] of node.children.entries()) {
    for (const [column, cell] of row.children.entries()) {
      const side = align[column];
      cell.data = { hProperties: { ...(at === 0 ? { scope: "col" } : {}), ...(side ? { className: [side] } : {}) } };
    }
  }
  const frame = { hName: "div", hProperties: { className: ["table"], tabIndex: 0 } };
  return [{ type: "blockquote", children: [{ ...node, align }], data: frame }];
}
