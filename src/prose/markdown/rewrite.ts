import type { Element, ElementContent, Properties } from "hast";
import type { Blockquote, Code, Definition, FootnoteDefinition, ListItem, Nodes, Paragraph, Parents, Root, Table } from "mdast";
import { alertOf } from "./alerts.ts";
import { plainText } from "./escape-html.ts";
import { footnoteSection, rewriteFootnoteReference, showUnused } from "./footnotes.ts";
import { Outline, rewriteHeading } from "./headings-at.ts";
import type { Heading, RenderOptions } from "./rendered.ts";
import { isEmbed, refuseEmbed, rewriteEmbed } from "./rewrite-embed.ts";
import { excerpt, rewriteHtml } from "./rewrite-html.ts";
import { rewriteImage, rewriteImageReference } from "./rewrite-image.ts";
import { rewriteLink, rewriteLinkReference } from "./rewrite-link.ts";
import type { MarkdownNode, SourceRange, RewriteContext, NodeContext } from "./rewriting.ts";
import { rangeOf } from "./rewriting.ts";
import { tokenize } from "./tokenize.ts";

/** The content of a `pre` for code, with token classes if the language is known. */
function codeElement(code: string, info: string): { properties: Properties; children: Element[] } {
  const children = tokenize(code === "" ? "" : `${code}\n`, info).map(({ text, type }): ElementContent =>
    type === undefined
      ? { type: "text", value: text }
      : { type: "element", tagName: "span", properties: { className: [type] }, children: [{ type: "text", value: text }] },
  );
  return {
    properties: { tabIndex: 0, ...(info ? { dataLanguage: info } : {}) },
    children: [{ type: "element", tagName: "code", properties: {}, children }],
  };
}

/** Rewrites code with its tokens. Everything after the fence is kept for the theme to show. */
function rewriteCode(site: NodeContext<Code>): MarkdownNode[] {
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

/** Shows the box of a task as a character. A real control would do nothing, get the keyboard focus and need a name. */
function rewriteListItem({ node }: NodeContext<ListItem>): MarkdownNode[] {
  if (typeof node.checked !== "boolean") return [node];
  const box = { type: "text" as const, value: node.checked ? "☑ " : "☐ " };
  const [first, ...rest] = node.children;
  const children: ListItem["children"] =
    first?.type === "paragraph"
      ? [{ ...first, children: [box, ...first.children] }, ...rest]
      : [{ type: "paragraph", children: [box] }, ...node.children];
  return [{ ...node, checked: null, children, data: { hProperties: { className: ["task"] } } }];
}

/**
 * Rewrites a table: alignment as classes, headers with their scope, and a frame that scrolls. Cells beyond the header, which GFM drops,
 * are kept.
 */
function rewriteTable({ node }: NodeContext<Table>): MarkdownNode[] {
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

/** Rewrites a quotation. If it is an alert, it is named by the word that the author chose. */
function rewriteQuotation({ node }: NodeContext<Blockquote>): MarkdownNode[] {
  const alert = alertOf(node);
  if (!alert) return [node];
  const name = `${alert.kind.charAt(0).toUpperCase()}${alert.kind.slice(1)}`;
  const title: Paragraph = {
    type: "paragraph",
    children: [{ type: "text", value: name }],
    data: { hProperties: { className: ["alert-title"] } },
  };
  const frame = { hName: "div", hProperties: { className: ["alert", `alert-${alert.kind}`] } };
  const said: Paragraph[] = alert.said.length === 0 ? [] : [{ type: "paragraph", children: alert.said }];
  return [{ type: "blockquote", children: [title, ...said, ...alert.rest], data: frame }];
}

const PARAGRAPHS = new Set(["paragraph", "heading", "tableCell", "emphasis", "strong", "delete", "link", "linkReference"]);

/** Collects all definitions before anything is rewritten, because a reference may precede its definition. */
function collect(root: Root): Pick<RewriteContext, "allDefinitions" | "definitions" | "footnotes"> {
  const allDefinitions: Definition[] = [];
  const definitions = new Map<string, Definition>();
  const footnotes = new Map<string, FootnoteDefinition>();
  const open: Nodes[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === "definition") allDefinitions.push(node);
    const map: Map<string, Nodes> | undefined =
      node.type === "definition" ? definitions : node.type === "footnoteDefinition" ? footnotes : undefined;
    if (map && "identifier" in node && !map.has(node.identifier.toUpperCase())) map.set(node.identifier.toUpperCase(), node);
    // It is a stack, so children are reversed: the first definition in the text counts.
    if ("children" in node) for (const child of [...node.children].reverse()) open.push(child);
  }
  return { allDefinitions, definitions, footnotes };
}

/** Rewrites a parsed text in place, so that nothing is left that the sanitizer would have to drop. */
class TextRewrite {
  readonly state: RewriteContext;
  readonly outline: Outline;

  constructor(state: RewriteContext) {
    this.state = state;
    this.outline = new Outline(state.options.headingBase);
  }

  children(parent: Parents, range: SourceRange): void {
    const inParagraph = PARAGRAPHS.has(parent.type);
    const children = parent.children.flatMap((child) => {
      const site = { range: rangeOf(child, range), inParagraph, state: this.state };
      if (parent.type === "root" && child.type === "code" && isEmbed({ ...site, node: child }))
        return rewriteEmbed({ ...site, node: child });
      return this.#node(child, site.range, inParagraph);
    });
    // The rewriter of a node returns content of the same kind: blocks for blocks, phrases for phrases.
    (parent as { children: MarkdownNode[] }).children = children;
  }

  #node(node: MarkdownNode, range: SourceRange, inParagraph: boolean): MarkdownNode[] {
    if (node.type === "link" || node.type === "linkReference") return this.#link(node, range);
    if (node.type === "footnoteDefinition") return this.#footnote(node, range);
    if ("children" in node) this.children(node, range);
    const { state } = this;
    switch (node.type) {
      case "heading":
        return [rewriteHeading(node, range, this.outline)];
      case "html":
        return rewriteHtml({ node, range, inParagraph, state });
      case "image":
        return rewriteImage({ node, range, inParagraph, state });
      case "imageReference":
        return rewriteImageReference({ node, range, inParagraph, state });
      case "footnoteReference":
        return rewriteFootnoteReference({ node, range, inParagraph, state });
      default:
        return this.#block(node, range);
    }
  }

  #block(node: MarkdownNode, range: SourceRange): MarkdownNode[] {
    const { state } = this;
    if (node.type === "code") return rewriteCode({ node, range, inParagraph: false, state });
    if (node.type === "listItem") return rewriteListItem({ node, range, inParagraph: false, state });
    if (node.type === "blockquote") return rewriteQuotation({ node, range, inParagraph: false, state });
    if (node.type === "table") return rewriteTable({ node, range, inParagraph: false, state });
    return node.type === "definition" ? [] : [node];
  }

  #link(node: Extract<MarkdownNode, { type: "link" | "linkReference" }>, range: SourceRange): MarkdownNode[] {
    const { state } = this;
    const after: MarkdownNode[] = [];
    const outer = state.afterLink;
    state.afterLink ??= after as NonNullable<RewriteContext["afterLink"]>;
    this.children(node, range);
    state.afterLink = outer;
    const site = { range, inParagraph: true, state };
    const link = node.type === "link" ? rewriteLink({ ...site, node }) : rewriteLinkReference({ ...site, node });
    return [...link, ...after];
  }

  /** Keeps the definition of a footnote for now. Only at the end of the text is it known whether it is used. */
  #footnote(node: FootnoteDefinition, range: SourceRange): MarkdownNode[] {
    if (this.state.footnotes.get(node.identifier.toUpperCase()) === node) return [node];
    this.children(node, range);
    return this.#unused(node, range);
  }

  #unused(node: FootnoteDefinition, range: SourceRange): MarkdownNode[] {
    const what = `Nothing refers to the footnote ${excerpt(node.label ?? node.identifier)}`;
    this.state.problems.push({ code: "text/structure", blanks: { what }, ...range });
    return showUnused(node, node.children);
  }

  /** Rewrites the footnotes that are used. One may refer to others, which are then added to the list. */
  #followUses(done: Set<FootnoteDefinition>, range: SourceRange): void {
    for (const identifier of this.state.footnoteUses.keys()) {
      const definition = this.state.footnotes.get(identifier);
      if (!definition || done.has(definition)) continue;
      done.add(definition);
      this.children(definition, rangeOf(definition, range));
    }
  }

  /** Finishes the text: used footnotes form a section at the end, unused ones are shown in place, and unused definitions are reported. */
  finish(root: Root, range: SourceRange): void {
    const { state } = this;
    const done = new Set<FootnoteDefinition>();
    const shown = new Map<FootnoteDefinition, MarkdownNode[]>();
    this.#followUses(done, range);
    for (const [identifier, definition] of state.footnotes) {
      if (done.has(definition)) continue;
      done.add(definition);
      const place = rangeOf(definition, range);
      this.children(definition, place);
      if (!state.footnoteUses.has(identifier)) shown.set(definition, this.#unused(definition, place));
      this.#followUses(done, range);
    }
    if (done.size > 0) settle(root, shown);
    root.children.push(...footnoteSection(state, shown));
    for (const definition of state.allDefinitions) {
      if (state.usedDefinitions.has(definition)) continue;
      const place = rangeOf(definition, range);
      const what = `Nothing refers to the link definition ${excerpt(state.source.slice(place.start, place.end))}, so it is not shown`;
      state.problems.push({ code: "text/structure", blanks: { what }, ...place });
    }
  }
}

/** Inserts unused footnotes in their place, and removes the used ones from the text. */
function settle(parent: Parents, shown: ReadonlyMap<FootnoteDefinition, MarkdownNode[]>): void {
  const children = parent.children.flatMap((child): MarkdownNode[] => {
    if (child.type === "footnoteDefinition") return shown.get(child) ?? [];
    if ("children" in child) settle(child, shown);
    return [child];
  });
  (parent as { children: MarkdownNode[] }).children = children;
}

/** The result of rewriting one text. */
interface RewriteResult {
  readonly root: Root;
  readonly slots: RewriteContext["slots"];
  readonly problems: RewriteContext["problems"];
  readonly headings: readonly Heading[];
  readonly plain: string;
}

/** Rewrites a parsed text in place. It recurses, so the depth must have been checked. */
export function rewrite(root: Root, source: string, options: Required<RenderOptions>): RewriteResult {
  const state: RewriteContext = {
    source,
    options,
    slots: [],
    problems: [],
    ...collect(root),
    usedDefinitions: new Set(),
    footnoteUses: new Map(),
    afterLink: undefined,
  };
  const whole = { start: 0, end: source.length };
  const walk = new TextRewrite(state);
  walk.children(root, whole);
  walk.finish(root, whole);
  const problems = [...state.problems, ...walk.outline.problems].sort((a, b) => a.start - b.start || a.end - b.end);
  return { root, slots: state.slots, problems, headings: walk.outline.headings, plain: plainText(root) };
}
