import type { Definition, Link, LinkReference, PhrasingContent } from "mdast";
import { judgeUrl, lowerScheme } from "./judge-url.ts";
import { plainText, slotMarker } from "./escape-html.ts";
import type { MarkdownNode, SourceRange, RewriteContext, NodeContext } from "./rewriting.ts";

const LONGEST_TARGET = 300;

/** A target as text. Only `data:` and similar URLs are long enough to be cut. */
export function targetText(url: string): string {
  return url.length > LONGEST_TARGET ? `${url.slice(0, LONGEST_TARGET)}…` : url;
}

/** Shows a link with an unsafe target: its label, then the target as code, and its title. */
export function showUnsafe(label: PhrasingContent[], url: string, title: string | null | undefined): PhrasingContent[] {
  const note = title ? ` “${title}”` : "";
  if (plainText({ type: "paragraph", children: label }).trim() === url.trim()) return [...label, { type: "text", value: note }];
  return [...label, { type: "text", value: " (" }, { type: "inlineCode", value: targetText(url) }, { type: "text", value: `${note})` }];
}

/** The label of a link. If it is empty, the target is used, because a link needs a name. */
function named(link: Link, range: SourceRange, state: RewriteContext): PhrasingContent[] {
  if (plainText(link).trim() !== "") return link.children;
  state.problems.push({
    code: "text/structure",
    blanks: { what: `The link to ${targetText(link.url)} has no text` },
    hint: "Say in the brackets where it leads.",
    ...range,
  });
  const name = (link.title ?? "") || link.url.replace(/^[a-z]+:(?!\/)/i, "") || "…";
  return [...link.children, { type: "text", value: name }];
}

function rewritten(link: Link, range: SourceRange, state: RewriteContext): PhrasingContent[] {
  const kind = judgeUrl(link.url);
  if (kind === "unsafe") {
    state.problems.push({ code: "text/unsafe-link", blanks: { url: targetText(link.url) }, ...range });
    return showUnsafe(link.children, link.url, link.title);
  }
  const safe: Link = { ...link, children: named(link, range, state) };
  if (kind === "external") return [{ ...safe, url: lowerScheme(link.url) }];
  state.slots.push({ kind: "link", target: link.url, ...range });
  return [{ ...safe, url: "", data: { hProperties: { href: slotMarker(state.slots.length - 1) } } }];
}

/** A link with rewritten children: followed, left to the page to resolve, or shown as text. */
export function rewriteLink({ node, range, state }: NodeContext<Link>): MarkdownNode[] {
  return rewritten(node, range, state);
}

/** The definition for a reference. In CommonMark, case does not matter and the first definition counts. */
export function definitionOf(identifier: string, state: RewriteContext): Definition | undefined {
  const definition = state.definitions.get(identifier.toUpperCase());
  if (definition) state.usedDefinitions.add(definition);
  return definition;
}

export function rewriteLinkReference({ node, range, state }: NodeContext<LinkReference>): MarkdownNode[] {
  const definition = definitionOf(node.identifier, state);
  if (!definition) return [{ type: "text", value: state.source.slice(range.start, range.end) }];
  const { url, title } = definition;
  return rewritten({ type: "link", url, title: title ?? null, children: node.children }, range, state);
}
