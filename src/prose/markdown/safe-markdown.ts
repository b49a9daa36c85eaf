/** Prints texts as safe Markdown. */
import type { Blockquote, Definition, Nodes, Parents, PhrasingContent, Root, RootContent } from "mdast";
import { alertOf } from "./rendered.ts";
import { judgeUrl, lowerScheme } from "./rewrite-link.ts";
import { parserInput } from "./limits.ts";
import { EMBED_LANGUAGE, embedTarget, EMBEDS } from "./rewrite-state.ts";

/** What the targets of a text become in Markdown; `undefined` for those that lead nowhere. */
export interface MarkdownTargets {
  url(kind: "link" | "image", target: string): string | undefined;
  /** The Markdown of a part of the reference. */
  embed(target: string): string | undefined;
}

/**
 * Prints a text as Markdown with the same content as its safe HTML, with its headings from a level on. Nothing in it affects what
 * follows. The text must be one that can be rendered within the limits. Without `targets`, only links to other hosts are links.
 */
export type PrintMarkdown = (text: string, level: number, targets?: MarkdownTargets) => string;

/** Matches characters without a special meaning within a line. `>` has one only where a line starts or after `<`. */
const TEXT = String.raw`[^\\\x60*_[\]<|~&#@\t\r\n\0]`;
/** Matches a whole emphasis, code span or link to another host on one line, or an underscore within a word, which is plain text. */
const SPAN = String.raw`\*{1,2}[A-Za-z0-9]${TEXT}*\*{1,2}|(?<![\p{L}\p{N}_])_[A-Za-z0-9](?:${TEXT}*[A-Za-z0-9])?_(?![\p{L}\p{N}_])|(?<=[A-Za-z0-9])_(?=[A-Za-z0-9])|(?<!\x60)\x60[^\x60\n]+\x60(?!\x60)|(?<!!)\[${TEXT}+\]\(https?://[A-Za-z0-9][A-Za-z0-9\-._~:/?#=+,;%]*\)`;
/** Matches a line of a paragraph, of a list without nesting, a heading (also an empty one), or a table row. */
const PLAIN_LINE = new RegExp(
  String.raw`^(?:#{1,6}|(?:(?:[-*+]|\d{1,3}[.)]|#{1,6}) )?(?:[\p{L}"'(]|\d+(?![\d.)])|${SPAN})(?:${TEXT}|${SPAN})*|\|(?:${TEXT}|${SPAN}|\|)+\|)$`,
  "u",
);
const HEADING = /^#{1,6}(?= |$)/;
const FENCE = /^```[a-z]*$/;

/** The number of lines in a block of code with its fences; 0 if its end is unclear. */
function codeLines(lines: readonly string[], start: number): number {
  let end = start + 1;
  while (end < lines.length && !lines[end]?.includes("```")) end += 1;
  return lines[end] === "```" ? end + 1 - start : 0;
}

/**
 * Prints a text of simple lines unchanged, except that headings are moved below ours; `undefined` if a parser is needed. Most texts are
 * simple. Without this, a build of 100 channels takes a tenth longer, and a small one loads three libraries.
 */
function printPlain(text: string, level: number): string | undefined {
  if (text.length > 5_000 || /[\r\0\u{feff}]|xmpp:/iu.test(text)) return undefined;
  const lines = text.trim().split("\n");
  const headings: number[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (FENCE.test(line)) {
      const length = codeLines(lines, at);
      if (length === 0) return undefined;
      at += length - 1;
    } else if (line !== "" && !PLAIN_LINE.test(line)) return undefined;
    else if (HEADING.test(line)) headings.push(at);
  }
  const depthOf = (at: number): number => HEADING.exec(lines[at] ?? "")?.[0].length ?? 6;
  const deeper = level - Math.min(6, ...headings.map(depthOf));
  for (const at of headings) lines[at] = (lines[at] ?? "").replace(HEADING, "#".repeat(Math.min(6, depthOf(at) + deeper)));
  return lines.join("\n");
}

const inOneLine = (text: string): string => text.replace(/\s+/g, " ");

interface PrintContext {
  readonly definitions: ReadonlyMap<string, Definition>;
  /** The number added to the level of a heading. */
  readonly deeper: number;
  readonly targets: MarkdownTargets | undefined;
}

function* nodesIn(root: Root): Generator<Nodes> {
  const open: Nodes[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    yield node;
    if ("children" in node) open.push(...[...node.children].reverse());
  }
}

/** A link that is allowed. For others, the label and the target as code, as on pages. */
function safeLink(
  label: PhrasingContent[],
  { url, title }: Pick<Definition, "url" | "title">,
  targets: MarkdownTargets | undefined,
): PhrasingContent[] {
  const kind = judgeUrl(url);
  const href = kind === "external" ? lowerScheme(url) : kind === "unsafe" ? undefined : targets?.url("link", url);
  if (href !== undefined) return [{ type: "link", url: href, title: title ?? null, children: label }];
  const target: PhrasingContent[] = url.trim() === "" ? [] : [{ type: "inlineCode", value: inOneLine(url) }];
  // Readers would make a link of an address that stands there as text.
  if (target.length > 0 && label.every((each) => each.type === "text" && [url, url.replace("http://", "")].includes(each.value)))
    return target;
  return label.length === 0 || target.length === 0
    ? [...label, ...target]
    : [...label, { type: "text", value: " (" }, ...target, { type: "text", value: ")" }];
}

/** An image of the site, otherwise a link to it. Within a link, only an image of the site is more than its label. */
function safeImage(
  alt: string,
  target: Pick<Definition, "url" | "title"> | undefined,
  { targets, inLink }: Pick<PrintContext, "targets"> & { readonly inLink: boolean },
): PhrasingContent[] {
  const url = target && judgeUrl(target.url) === "relative" ? targets?.url("image", target.url) : undefined;
  if (url !== undefined) return [{ type: "image", url, alt: inOneLine(alt), title: target?.title ?? null }];
  const label: PhrasingContent[] = alt === "" ? [] : [{ type: "text", value: inOneLine(alt) }];
  // No picture means its file as a page.
  return target && !inLink ? safeLink(label.length > 0 ? label : [{ type: "text", value: target.url }], target, undefined) : label;
}

/** Texts that follow each other as one, because the printer looks through each text for everything that it must escape. */
function joinTexts(nodes: readonly RootContent[]): RootContent[] {
  const joined: RootContent[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.type === "text" && last?.type === "text") joined[joined.length - 1] = { type: "text", value: last.value + node.value };
    else joined.push(node);
  }
  return joined;
}

function safeChildren(parent: Parents, tree: PrintContext, inLink: boolean): void {
  const children = parent.children as RootContent[];
  (parent as { children: RootContent[] }).children = joinTexts(children.flatMap((child) => safeNode(child, tree, inLink)));
}

/** A node without anything active, and without effects outside of it. It recurses, so the depth must have been checked. */
function safeNode(node: RootContent, tree: PrintContext, inLink: boolean): RootContent[] {
  const isLink = node.type === "link" || node.type === "linkReference";
  if ("children" in node) safeChildren(node, tree, inLink || isLink);
  switch (node.type) {
    case "html":
      return [node.value.includes("\n") ? { type: "code", value: node.value } : { type: "text", value: node.value }];
    case "heading":
      return [{ ...node, depth: Math.min(6, node.depth + tree.deeper) as typeof node.depth }];
    case "link":
      return inLink ? node.children : safeLink(node.children, node, tree.targets);
    case "linkReference": {
      const definition = tree.definitions.get(node.identifier.toUpperCase());
      return definition && !inLink ? safeLink(node.children, definition, tree.targets) : node.children;
    }
    case "image":
    case "imageReference": {
      const target = node.type === "image" ? node : tree.definitions.get(node.identifier.toUpperCase());
      return safeImage(node.alt ?? "", target, { ...tree, inLink });
    }
    case "definition":
      return [];
    // Footnote labels apply to the whole file, which contains several texts.
    case "footnoteReference":
      return [{ type: "text", value: `[${node.label ?? node.identifier}]` }];
    case "footnoteDefinition":
      return [{ type: "paragraph", children: [{ type: "text", value: `[${node.label ?? node.identifier}]` }] }, ...node.children];
    default:
      return [node];
  }
}

const PHRASING_PARENTS = new Set(["paragraph", "heading", "tableCell", "emphasis", "strong", "delete", "link"]);

/** Addresses that GFM turns into links although they are not allowed (GFM § 6.9). They are printed as code. */
const LINKED = /(xmpp:\S+)/i;

function withoutLinked(value: string): RootContent[] {
  return value
    .split(LINKED)
    .flatMap((part, at): RootContent[] => (part === "" ? [] : [{ type: at % 2 === 1 ? "inlineCode" : "text", value: part }]));
}

/** Wraps text made from a block of HTML in a paragraph, and turns code made from inline HTML into text. */
function settleHtml(root: Root): void {
  for (const node of nodesIn(root)) {
    if (!("children" in node)) continue;
    const isPhrasing = PHRASING_PARENTS.has(node.type);
    (node as { children: RootContent[] }).children = (node.children as RootContent[]).flatMap((child): RootContent[] => {
      if (isPhrasing && child.type === "code") return withoutLinked(inOneLine(child.value));
      if (child.type !== "text") return [child];
      const parts = LINKED.test(child.value) ? withoutLinked(child.value) : [child];
      return isPhrasing ? parts : [{ type: "paragraph", children: parts as PhrasingContent[] }];
    });
  }
}

/** Keeps the marker of an alert. It is printed raw, because as text it would be escaped; the marker is always one of ours. */
function keepMarker(quotation: Blockquote): void {
  const alert = alertOf(quotation);
  if (!alert) return;
  const marker: PhrasingContent = { type: "html", value: `[!${alert.kind.toUpperCase()}]` };
  const below: PhrasingContent[] = alert.said.length === 0 ? [] : [{ type: "text", value: "\n" }, ...alert.said];
  quotation.children = [{ type: "paragraph", children: [marker, ...below] }, ...alert.rest];
}

/** Puts parts of the reference in the place of the fences that ask for them. As on pages, this happens only between blocks. */
function putEmbeds(root: Root, targets: MarkdownTargets): void {
  root.children = root.children.map((node) => {
    const markdown = node.type === "code" && node.lang === EMBED_LANGUAGE ? targets.embed(embedTarget(node)) : undefined;
    return markdown === undefined ? node : { type: "html", value: markdown };
  });
}

function makeSafe(root: Root, level: number, targets: MarkdownTargets | undefined): void {
  const definitions = new Map<string, Definition>();
  let highest = 6;
  for (const node of nodesIn(root)) {
    if (node.type === "heading") highest = Math.min(highest, node.depth);
    if (node.type === "definition" && !definitions.has(node.identifier.toUpperCase())) definitions.set(node.identifier.toUpperCase(), node);
  }
  safeChildren(root, { definitions, deeper: level - highest, targets }, false);
  settleHtml(root);
  if (targets) putEmbeds(root, targets);
  for (const node of nodesIn(root)) if (node.type === "blockquote") keepMarker(node);
}

async function loadPrinter(): Promise<PrintMarkdown> {
  const [{ unified }, parse, gfm, stringify] = await Promise.all([
    import("unified"),
    import("remark-parse"),
    import("remark-gfm"),
    import("remark-stringify"),
  ]);
  const processor = unified().use(parse.default).use(gfm.default).use(stringify.default, { fences: true, rule: "*", bullet: "-" }).freeze();
  return (text, level, targets) => {
    const root: Root = processor.parse(parserInput(text));
    makeSafe(root, level, targets);
    return processor.stringify(root).trimEnd();
  };
}

/**
 * Loads what the given texts need, and returns a function that prints them as Markdown. If one of them needs a parser, the function can
 * print any other text too. If all are simple, nothing is loaded.
 */
export async function prepareMarkdown(texts: Iterable<string>): Promise<PrintMarkdown> {
  let printer: PrintMarkdown | undefined;
  for (const text of texts) if (!printer && (EMBEDS.test(text) || printPlain(text, 1) === undefined)) printer = await loadPrinter();
  return (text, level, targets) => {
    const plain = targets && EMBEDS.test(text) ? undefined : printPlain(text, level);
    if (plain !== undefined) return plain;
    if (!printer) throw new Error("A text was not among those that printing was prepared for.");
    return printer(text, level, targets);
  };
}
