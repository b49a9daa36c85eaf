import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { parseFragment } from "parse5";
import type { HtmlPiece } from "#prose";

/** Element → attributes → what their values may be. Written down a second time, on purpose: it must not be read from the code under test. */
const classes = (...names: string[]) => new RegExp(`^(?:${names.join("|")})$`);
const TOKEN = classes(..."k s n c cm p f t g a in de m".split(" "));
const URL_OR_FRAGMENT = /^(?:https?:\/\/|mailto:|#)/;
const ID = /^P-\S+$/;
const SET: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  a: { href: URL_OR_FRAGMENT, title: /^/, id: ID, class: classes("remote-image", "footnote", "back") },
  pre: { tabindex: /^0$/, "data-language": /^/, class: /^raw$/ },
  span: { class: TOKEN },
  div: { tabindex: /^0$/, class: /^(?:table|alert alert-(?:note|tip|important|warning|caution))$/ },
  section: { class: /^footnotes$/ },
  p: { class: /^(?:raw|alert-title)$/ },
  li: { id: ID, class: /^task$/ },
  ol: { start: /^\d+$/ },
  th: { scope: /^col$/, class: classes("left", "center", "right") },
  td: { class: classes("left", "center", "right") },
  ...Object.fromEntries("h1 h2 h3 h4 h5 h6".split(" ").map((name) => [name, { id: ID }])),
  ...Object.fromEntries("ul blockquote code em strong del br hr sup table thead tbody tr".split(" ").map((name) => [name, {}])),
};

/** Pieces with links and images left out, as a page would have them with every target broken. */
export function htmlOf(pieces: readonly HtmlPiece[]): string {
  return pieces.map((piece) => (typeof piece === "string" ? piece : piece.kind === "prefix" ? "P-" : "")).join("");
}

function offendersIn(element: Tree.Element): string[] {
  const allowed = Object.hasOwn(SET, element.tagName) ? SET[element.tagName] : undefined;
  if (!allowed) return [`<${element.tagName}>`];
  return element.attrs.flatMap(({ name, value }) => {
    const pattern = Object.hasOwn(allowed, name) ? allowed[name] : undefined;
    return pattern?.test(value) ? [] : [`<${element.tagName} ${name}="${value}">`];
  });
}

/** What an independent parser finds in HTML that is not in the closed set. */
export function outsideOfSet(html: string): string[] {
  const found: string[] = [];
  const open: Tree.ChildNode[] = [...parseFragment(html).childNodes];
  for (let node = open.pop(); node; node = open.pop()) {
    if ("tagName" in node) found.push(...offendersIn(node));
    else if (node.nodeName !== "#text") found.push(node.nodeName);
    if ("childNodes" in node) open.push(...node.childNodes);
  }
  return found;
}

/** The text that a reader sees in HTML. */
export function textOf(html: string): string {
  const parts: string[] = [];
  const walk = (node: Tree.Node): void => {
    if ("value" in node) parts.push(node.value);
    if ("childNodes" in node) for (const child of node.childNodes) walk(child);
  };
  walk(parseFragment(html));
  return parts.join("");
}
