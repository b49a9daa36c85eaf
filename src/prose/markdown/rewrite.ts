/** Makes a parsed text safe. */
import type { Element, ElementContent, Properties } from "hast";
import type {
  Blockquote,
  Code,
  Definition,
  FootnoteDefinition,
  ListItem,
  Nodes,
  Paragraph,
  Parents,
  Root,
  Table,
  FootnoteReference,
  Link,
  List,
  PhrasingContent,
  Html,
} from "mdast";
import { excerpt, LONGEST_QUOTED } from "#text";
import type { Heading, RenderOptions, TextProblem } from "./rendered.ts";
import { alertOf, plainText, PREFIX_MARKER } from "./rendered.ts";
import type { MarkdownNode, SourceRange, RewriteContext, NodeContext } from "./rewrite-state.ts";
import { Outline, rewriteHeading, isEmbed, refuseEmbed, rewriteEmbed, rangeOf } from "./rewrite-state.ts";
import { rewriteImage, rewriteImageReference, rewriteLink, rewriteLinkReference } from "./rewrite-link.ts";
import { tokenize } from "./code-tokens.ts";

/** Elements that authors use as HTML. Anything else in angle brackets is probably a placeholder meant as text. */
const MEANT =
  /^<\/?(?:a|abbr|b|br|blockquote|center|code|dd|del|details|div|dl|dt|em|font|h[1-6]|hr|i|iframe|img|ins|kbd|li|link|mark|ol|p|pre|s|script|small|span|strong|style|sub|summary|sup|svg|table|tbody|td|th|thead|tr|tt|u|ul|var|video)[\s/>]/i;
const INSTEAD: readonly (readonly [RegExp, string])[] = [
  [/^<br\b/i, "For a new line, begin a paragraph: put an empty line there. In a table, use a row for each line."],
  [/^<(?:b|strong)\b/i, "Write **text** for bold."],
  [/^<(?:i|em)\b/i, "Write *text* for emphasis."],
  [/^<a\b/i, "Write [text](address) for a link."],
  [/^<img\b/i, "Write ![text](path) for an image."],
  [/^<(?:code|tt|pre)\b/i, "Write code in backticks."],
];

/** The first line of a text, shortened for a message. */
function firstLine(text: string): string {
  return excerpt(text.split(/[\r\n]/, 1)[0] ?? "", LONGEST_QUOTED);
}

function hintFor(value: string): string | undefined {
  if (!MEANT.test(value) && /^<[A-Za-z][^<>]*>$/.test(value)) return `Put it in backticks to show it as it is: \`${firstLine(value)}\`.`;
  return INSTEAD.find(([pattern]) => pattern.test(value))?.[1];
}

/** The problem of raw HTML in a range of a text. */
export function rawHtmlProblem(value: string, range: SourceRange): TextProblem {
  const hint = hintFor(value.trim());
  return { code: "text/raw-html", blanks: { text: firstLine(value) }, ...range, ...(hint ? { hint } : {}) };
}

/** Shows raw HTML as text, so that nothing of it runs and nothing is lost. A block keeps its line breaks. */
function rewriteHtml({ node, range, inParagraph, state }: NodeContext<Html>): MarkdownNode[] {
  state.problems.push(rawHtmlProblem(node.value, range));
  if (inParagraph) return [{ type: "text", value: node.value }];
  const text = { type: "text" as const, value: node.value };
  return [{ type: "paragraph", children: [text], data: { hProperties: { className: ["raw"] }, hChildren: [text] } }];
}

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
function rewriteFootnoteReference({ node, state }: NodeContext<FootnoteReference>): MarkdownNode[] {
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
function footnoteSection(state: RewriteContext, shown: ReadonlyMap<FootnoteDefinition, unknown>): MarkdownNode[] {
  const items = [...state.footnoteUses].flatMap(([identifier, { number, count: uses }]) => {
    const definition = state.footnotes.get(identifier);
    return definition && !shown.has(definition) ? [footnoteItem(identifier, number, { children: definition.children, uses })] : [];
  });
  if (items.length === 0) return [];
  const list: List = { type: "list", ordered: true, spread: true, children: items };
  return [{ type: "blockquote", children: [list], data: { hName: "section", hProperties: { className: ["footnotes"] } } }];
}

/** An unused footnote, shown where it is written, with its label. */
function showUnused(node: FootnoteDefinition, children: FootnoteDefinition["children"]): MarkdownNode[] {
  const label = { type: "text" as const, value: `[^${node.label ?? node.identifier}]: ` };
  const [first, ...rest] = children;
  if (first?.type === "paragraph" && !first.data) return [{ ...first, children: [label, ...first.children] }, ...rest];
  return [{ type: "paragraph", children: [label] }, ...children];
}

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
    const what = `Nothing refers to the footnote ${firstLine(node.label ?? node.identifier)}`;
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
      const what = `Nothing refers to the link definition ${firstLine(state.source.slice(place.start, place.end))}, so it is not shown`;
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
