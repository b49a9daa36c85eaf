import type { Definition, Nodes, Parents, PhrasingContent, Root, RootContent } from "mdast";
import { judgeUrl, lowerScheme } from "./judge-url.ts";
import { overBudget, overLimit } from "./limits.ts";
import type { RenderOptions } from "./rendered.ts";
import { DEFAULT_OPTIONS } from "./rendered.ts";

/** Prints one text as Markdown that holds what its safe HTML holds, and ends where it ends. */
export type PrintMarkdown = (text: string, options?: Pick<RenderOptions, "headingBase" | "limitBytes">) => string;

/** Text of which no line can be more than the text of a paragraph: most texts. */
const PLAIN = /^[\p{L}"'(][^\\`*_[\]<>|~&#@\t\r\n\0]*(?:\n[\p{L}"'(][^\\`*_[\]<>|~&#@\t\r\n\0]*)*$/u;

/** A text as a block of code, whatever is in it. */
function fenced(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

const inOneLine = (text: string): string => text.replace(/\s+/g, " ");

interface PrintContext {
  readonly definitions: ReadonlyMap<string, Definition>;
  /** What is added to the depth of a heading. */
  readonly deeper: number;
}

function* nodesIn(root: Root): Generator<Nodes> {
  const open: Nodes[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    yield node;
    if ("children" in node) open.push(...[...node.children].reverse());
  }
}

/** A link that may be followed; of any other the label, and where it would have led as code: as on the pages. */
function safeLink(label: PhrasingContent[], { url, title }: { url: string; title?: string | null | undefined }): PhrasingContent[] {
  if (judgeUrl(url) === "external") return [{ type: "link", url: lowerScheme(url), title: title ?? null, children: label }];
  const target: PhrasingContent[] = url.trim() === "" ? [] : [{ type: "inlineCode", value: inOneLine(url) }];
  return label.length === 0 || target.length === 0
    ? [...label, ...target]
    : [...label, { type: "text", value: " (" }, ...target, { type: "text", value: ")" }];
}

function safeChildren(parent: Parents, tree: PrintContext, inLink: boolean): void {
  const children = parent.children as RootContent[];
  (parent as { children: RootContent[] }).children = children.flatMap((child) => safeNode(child, tree, inLink));
}

/** A node without anything that could act, or reach beyond it. Its depth has been checked: this recurses. */
function safeNode(node: RootContent, tree: PrintContext, inLink: boolean): RootContent[] {
  const isLink = node.type === "link" || node.type === "linkReference";
  if ("children" in node) safeChildren(node, tree, inLink || isLink);
  switch (node.type) {
    case "html":
      return [node.value.includes("\n") ? { type: "code", value: node.value } : { type: "text", value: node.value }];
    case "heading":
      return [{ ...node, depth: Math.min(6, node.depth + tree.deeper) as typeof node.depth }];
    case "link":
      return inLink ? node.children : safeLink(node.children, node);
    case "linkReference": {
      const definition = tree.definitions.get(node.identifier.toUpperCase());
      return definition && !inLink ? safeLink(node.children, definition) : node.children;
    }
    case "image":
    case "imageReference": {
      const label: PhrasingContent[] = node.alt ? [{ type: "text", value: inOneLine(node.alt) }] : [];
      const target = node.type === "image" ? node : tree.definitions.get(node.identifier.toUpperCase());
      return target && !inLink ? safeLink(label.length > 0 ? label : [{ type: "text", value: target.url }], target) : label;
    }
    case "definition":
      return [];
    // Labels of footnotes count for a whole file, which holds several texts.
    case "footnoteReference":
      return [{ type: "text", value: `[${node.label ?? node.identifier}]` }];
    case "footnoteDefinition":
      return [{ type: "paragraph", children: [{ type: "text", value: `[${node.label ?? node.identifier}]` }] }, ...node.children];
    default:
      return [node];
  }
}

const PHRASING_PARENTS = new Set(["paragraph", "heading", "tableCell", "emphasis", "strong", "delete", "link"]);

/** Addresses that readers of GFM link though nobody may follow them (GFM § 6.9); they stay text as code. */
const LINKED = /(xmpp:\S+)/i;

function withoutLinked(value: string): RootContent[] {
  return value
    .split(LINKED)
    .flatMap((part, at): RootContent[] => (part === "" ? [] : [{ type: at % 2 === 1 ? "inlineCode" : "text", value: part }]));
}

/** Text that became of a block of HTML stands in a paragraph; code that became of HTML within a line is text. */
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

function makeSafe(root: Root, headingBase: number): void {
  const definitions = new Map<string, Definition>();
  let highest = 6;
  for (const node of nodesIn(root)) {
    if (node.type === "heading") highest = Math.min(highest, node.depth);
    if (node.type === "definition" && !definitions.has(node.identifier.toUpperCase())) definitions.set(node.identifier.toUpperCase(), node);
  }
  safeChildren(root, { definitions, deeper: headingBase - highest }, false);
  settleHtml(root);
}

async function load(): Promise<PrintMarkdown> {
  const [{ unified }, parse, gfm, stringify] = await Promise.all([
    import("unified"),
    import("remark-parse"),
    import("remark-gfm"),
    import("remark-stringify"),
  ]);
  const processor = unified().use(parse.default).use(gfm.default).use(stringify.default, { fences: true, rule: "*", bullet: "-" }).freeze();
  return (text, given) => {
    const options = { ...DEFAULT_OPTIONS, ...given };
    if (PLAIN.test(text)) return text;
    const source = text.replace(/^\u{feff}/u, "").replaceAll("\0", "\u{fffd}");
    if (overLimit(source, options)) return fenced(source);
    const root: Root = processor.parse(source);
    if (overBudget(root, source)) return fenced(source);
    makeSafe(root, options.headingBase);
    return processor.stringify(root).trimEnd();
  };
}

let loading: Promise<PrintMarkdown> | undefined;

/** What prints texts as Markdown; its libraries are loaded on first use. */
export function loadMarkdownPrinter(): Promise<PrintMarkdown> {
  return (loading ??= load());
}
