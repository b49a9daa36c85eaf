/** Judges and rewrites links and pictures. */
import type { Definition, Link, LinkReference, PhrasingContent, Image, ImageReference } from "mdast";
import { excerpt, LONGEST_TEXT_QUOTED } from "#text";
import { plainText, slotMarker } from "./rendered.ts";
import type { MarkdownNode, SourceRange, RewriteContext, NodeContext } from "./rewrite-state.ts";

/** The kind of a link's target. An `unsafe` one is shown as text. */
type UrlKind = "external" | "entity" | "anchor" | "relative" | "unsafe";

/** The kinds of entities that a link can name, as in `message:lightMeasured`. */
const ENTITY_SCHEMES = ["channel", "operation", "message", "schema", "server", "security", "tag"] as const;

/**
 * Characters that browsers remove from a URL before they look for its scheme, and further ones: controls (which are U+FFFD by now),
 * spaces, invisible characters.
 */
const IGNORED = /[\p{Cc}\p{Cf}\p{Z}\u{fffd}]/gu;
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const EXTERNAL = /^(?:https?:\/\/|mailto:)/i;

/** Whether a web address is none to a browser, such as `http://host>` or `http://localhost:port`. */
export function isUnreadable(url: string): boolean {
  return /^https?:/i.test(url) && !URL.canParse(url);
}

/**
 * Judges a target as written, with character references decoded. http, https and mailto are allowed. `//host` is not relative, because
 * it means another host (RFC 3986 § 4.2). `\` counts as `/`, as in browsers. What no browser takes for an address leads nowhere.
 */
export function judgeUrl(url: string): UrlKind {
  const seen = url.replace(IGNORED, "");
  if (seen.startsWith("#")) return "anchor";
  if (/^[\\/]{2}/.test(seen)) return "unsafe";
  const scheme = SCHEME.exec(seen)?.[1]?.toLowerCase();
  if (scheme === undefined) return "relative";
  if (EXTERNAL.test(url)) return isUnreadable(url) ? "unsafe" : "external";
  return ENTITY_SCHEMES.some((name) => name === scheme) && url.toLowerCase().startsWith(`${scheme}:`) ? "entity" : "unsafe";
}

/** An external target with its scheme in lower case, as the list of allowed schemes has it. */
export function lowerScheme(url: string): string {
  return url.replace(SCHEME, (scheme) => scheme.toLowerCase());
}

/** A target as text. Only `data:` and similar URLs are long enough to be cut. */
export function targetText(url: string): string {
  return excerpt(url, LONGEST_TEXT_QUOTED);
}

/** The problem of a target that nobody can follow. */
function unsafe(url: string, range: SourceRange): RewriteContext["problems"][number] {
  const hint = isUnreadable(url) ? { hint: "No browser reads this as an address: correct its host or port." } : {};
  return { code: "text/unsafe-link", blanks: { url: targetText(url) }, ...hint, ...range };
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
    // An address that stands in a text by itself is no link to its author.
    const isWritten = /[[<]/.test(state.source.charAt(range.start)) || !isUnreadable(link.url);
    if (isWritten) state.problems.push(unsafe(link.url, range));
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

interface ImageSource {
  readonly url: string;
  readonly title: string | null | undefined;
  readonly alt: string;
}

/** A name for an image without a description: that of its file. */
function fileTitle(url: string): string {
  const file =
    url
      .replace(/[?#].*$/s, "")
      .split("/")
      .pop() ?? "";
  return file.replace(/\.\w+$/, "").replace(/[-_]+/g, " ") || url || "…";
}

function altOf({ alt, url }: ImageSource, range: SourceRange, state: RewriteContext): string {
  if (alt.trim() !== "") return alt;
  state.problems.push({
    code: "text/structure",
    blanks: { what: `The image ${targetText(url)} has no alternative text` },
    hint: "Say in the brackets what it shows.",
    ...range,
  });
  return judgeUrl(url) === "unsafe" ? "" : fileTitle(url);
}

/** An image on another host, as a link, because pages load nothing from other hosts. Within a link, it follows that link. */
function remote(picture: ImageSource, alt: string, state: RewriteContext): PhrasingContent[] {
  const link: PhrasingContent = {
    type: "link",
    url: lowerScheme(picture.url),
    title: picture.title ?? null,
    children: [{ type: "text", value: alt }],
    data: { hProperties: { className: ["remote-image"] } },
  };
  if (!state.afterLink) return [link];
  state.afterLink.push(
    { type: "text", value: " (" },
    { ...link, children: [{ type: "text", value: picture.url }] },
    { type: "text", value: ")" },
  );
  return [{ type: "text", value: alt }];
}

function rewrittenImage(picture: ImageSource, range: SourceRange, state: RewriteContext): PhrasingContent[] {
  const { url, title } = picture;
  const kind = judgeUrl(url);
  const alt = altOf(picture, range, state);
  if (kind === "external" && !/^mailto:/i.test(url)) {
    state.problems.push({ code: "text/remote-image", blanks: { url: targetText(url) }, ...range });
    return remote(picture, alt, state);
  }
  if (kind !== "relative") {
    state.problems.push(unsafe(url, range));
    return showUnsafe([{ type: "text", value: alt }], url, title);
  }
  state.slots.push({ kind: "image", target: url, alt, ...(title ? { title } : {}), ...range });
  const mark = { type: "text" as const, value: slotMarker(state.slots.length - 1) };
  // Where only text is needed (names of headings and links, search), this gives the alternative text.
  return [{ type: "emphasis", children: [{ type: "text", value: alt }], data: { hName: "span", hChildren: [mark] } }];
}

export function rewriteImage({ node, range, state }: NodeContext<Image>): MarkdownNode[] {
  return rewrittenImage({ url: node.url, title: node.title, alt: node.alt ?? "" }, range, state);
}

export function rewriteImageReference({ node, range, state }: NodeContext<ImageReference>): MarkdownNode[] {
  const definition = definitionOf(node.identifier, state);
  if (!definition) return [{ type: "text", value: state.source.slice(range.start, range.end) }];
  return rewrittenImage({ url: definition.url, title: definition.title, alt: node.alt ?? "" }, range, state);
}
