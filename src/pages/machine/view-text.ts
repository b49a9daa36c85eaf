import { code, destination, inline, LOWEST, twinHref as hrefOf } from "../blocks/index.ts";

export { hrefOf, LOWEST };

/* How the data of a page is read and put into words, for those who print it as Markdown. */

export type View = Readonly<Record<string, unknown>>;

/** A text of the document as HTML and as Markdown. Neither can affect what surrounds it. */
export interface ProseValue {
  readonly html: string;
  readonly markdown: (level: number) => string;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };

function unescaped(html: string): string {
  return html.includes("&") ? html.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole) : html;
}

/** The text in HTML that we made. */
export function textOf(html: string): string {
  return unescaped(html.includes("<") ? html.replace(/<[^>]*>/g, "") : html);
}

export function linkTo(href: string, text: string): string {
  if (href === "" || href.startsWith("#")) return inline(text);
  return `[${inline(text)}](${destination(hrefOf(href))})`;
}

/** Our own HTML as Markdown: code, links and text. Other elements are dropped. */
export function phrase({ html }: { readonly html: string }): string {
  if (!/[<&]/.test(html)) return inline(html);
  const pieces: string[] = [];
  const token = /<code[^>]*>([^]*?)<\/code>|<a [^>]*?href="([^"]*)"[^>]*>([^]*?)<\/a>|<\/?li[^>]*>|<[^>]*>|[^<]+/g;
  for (const [whole, ofCode, href, ofLink] of html.matchAll(token)) {
    if (ofCode !== undefined) pieces.push(code(textOf(ofCode)));
    else if (href !== undefined) pieces.push(linkTo(unescaped(href), textOf(ofLink ?? "")));
    else if (whole.startsWith("<li")) pieces.push("; ");
    else if (!whole.startsWith("<")) pieces.push(/^\s|\s$/.test(whole) ? spaced(unescaped(whole)) : inline(unescaped(whole)));
  }
  return pieces.join("").trim();
}

/** Text that keeps one space at each end that had some. */
function spaced(text: string): string {
  return `${/^\s/.test(text) ? " " : ""}${inline(text)}${/\s$/.test(text) && text.trim() !== "" ? " " : ""}`;
}

export function indented(text: string, by: string): string {
  return text.replace(/^(?=.)/gm, by);
}

/** A text within a line: as code if it is one word, such as a name, an address or a media type. */
export function said(text: string): string {
  return /^\S+$/.test(text) ? code(text) : inline(text);
}

export const isView = (value: unknown): value is View => typeof value === "object" && value !== null && !Array.isArray(value);
export const isProse = (value: unknown): value is ProseValue => isView(value) && typeof value.markdown === "function";
export const isHtml = (value: unknown): value is { readonly html: string } => isView(value) && typeof value.html === "string";
export const isValue = (value: unknown): boolean =>
  isView(value) && (typeof value.text === "string" || isHtml(value.inline) || isHtml(value.block)) && !("href" in value);
export const isLink = (value: unknown): boolean =>
  isView(value) && typeof value.href === "string" && [value.text, value.name].some((text) => typeof text === "string");
/** The address of a channel in parts, as the text of a link. */
export const isAddressed = (value: unknown): boolean => isView(value) && typeof value.href === "string" && Array.isArray(value.address);
export const isVerdict = (value: View): boolean => "sign" in value && typeof value.text === "string";
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);
export const viewsOf = (value: unknown): readonly View[] => listOf(value) as readonly View[];
export const stringOf = (value: unknown): string => (typeof value === "string" ? value : "");
/** A text of the interface or of the document within a line. */
export const plain = (value: unknown): string => inline(stringOf(value));

/** Joins the parts that say something. */
export function joined(parts: readonly string[], by: string): string {
  return parts.filter((part) => part !== "").join(by);
}

export function heading(level: number, title: string): string {
  return `${"#".repeat(Math.min(level, LOWEST))} ${title}`;
}
