import type { FootnoteDefinition, FootnoteReference, Link, List, ListItem, PhrasingContent } from "mdast";
import { PREFIX_MARKER } from "./escape-html.ts";
import type { MarkdownNode, RewriteContext, NodeContext } from "./rewriting.ts";

/** The id of a footnote. Its colon separates it from headings, whose ids have none. */
function idOf(kind: "fn" | "fnref", identifier: string, use = 1): string {
  const safe = identifier.replace(/[^A-Za-z0-9_-]/g, (character) => `~${character.charCodeAt(0).toString(16)}~`);
  return `${PREFIX_MARKER}${kind}:${safe}${use > 1 ? `:${use}` : ""}`;
}

function anchorLink(from: string, to: string, { className, text }: { className: string; text: string }): Link {
  const hProperties = { href: `#${to}`, className: [className], ...(from ? { id: from } : {}) };
  return { type: "link", url: "", children: [{ type: "text", value: text }], data: { hProperties } };
}

/** A footnote reference as a linked number. Numbers count in the order of first references, as in GFM. */
export function rewriteFootnoteReference({ node, state }: NodeContext<FootnoteReference>): MarkdownNode[] {
  const identifier = node.identifier.toUpperCase();
  const use = state.footnoteUses.get(identifier) ?? { number: state.footnoteUses.size + 1, count: 0 };
  const { number, count: uses } = { ...use, count: use.count + 1 };
  state.footnoteUses.set(identifier, { number, count: uses });
  const link = anchorLink(idOf("fnref", identifier, uses), idOf("fn", identifier), { className: "footnote", text: String(number) });
  const sup: PhrasingContent = { type: "emphasis", children: [link], data: { hName: "sup" } };
  if (!state.afterLink) return [sup];
  state.afterLink.push(sup);
  return [];
}

/** The text of one footnote, with links back to its references. */
function footnoteItem(
  identifier: string,
  number: number,
  { children, uses }: { children: FootnoteDefinition["children"]; uses: number },
): ListItem {
  const back = Array.from({ length: uses }, (_, use): PhrasingContent[] => {
    const text = uses === 1 ? `↩ ${number}` : `↩ ${number}.${use + 1}`;
    return [{ type: "text", value: " " }, anchorLink("", idOf("fnref", identifier, use + 1), { className: "back", text })];
  }).flat();
  const last = children.at(-1);
  const closed: FootnoteDefinition["children"] =
    last?.type === "paragraph" && !last.data
      ? [...children.slice(0, -1), { ...last, children: [...last.children, ...back] }]
      : [...children, { type: "paragraph", children: back }];
  return { type: "listItem", spread: true, children: closed, data: { hProperties: { id: idOf("fn", identifier) } } };
}

/** The footnotes that are used, already rewritten, without those that are shown in place. */
export function footnoteSection(state: RewriteContext, shown: ReadonlyMap<FootnoteDefinition, unknown>): MarkdownNode[] {
  const items = [...state.footnoteUses].flatMap(([identifier, { number, count: uses }]) => {
    const definition = state.footnotes.get(identifier);
    return definition && !shown.has(definition) ? [footnoteItem(identifier, number, { children: definition.children, uses })] : [];
  });
  if (items.length === 0) return [];
  const list: List = { type: "list", ordered: true, spread: true, children: items };
  return [{ type: "blockquote", children: [list], data: { hName: "section", hProperties: { className: ["footnotes"] } } }];
}

/** An unused footnote, shown where it is written, with its label. */
export function showUnused(node: FootnoteDefinition, children: FootnoteDefinition["children"]): MarkdownNode[] {
  const label = { type: "text" as const, value: `[^${node.label ?? node.identifier}]: ` };
  const [first, ...rest] = children;
  if (first?.type === "paragraph" && !first.data) return [{ ...first, children: [label, ...first.children] }, ...rest];
  return [{ type: "paragraph", children: [label] }, ...children];
}
