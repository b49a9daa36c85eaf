import type { Image, ImageReference, PhrasingContent } from "mdast";
import { judgeUrl, lowerScheme } from "./judge-url.ts";
import { slotMarker } from "./escape-html.ts";
import { definitionOf, showUnsafe, targetText } from "./rewrite-link.ts";
import type { MarkdownNode, SourceRange, RewriteContext, NodeContext } from "./rewriting.ts";

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

function rewritten(picture: ImageSource, range: SourceRange, state: RewriteContext): PhrasingContent[] {
  const { url, title } = picture;
  const kind = judgeUrl(url);
  const alt = altOf(picture, range, state);
  if (kind === "external" && !/^mailto:/i.test(url)) {
    state.problems.push({ code: "text/remote-image", blanks: { url: targetText(url) }, ...range });
    return remote(picture, alt, state);
  }
  if (kind !== "relative") {
    state.problems.push({ code: "text/unsafe-link", blanks: { url: targetText(url) }, ...range });
    return showUnsafe([{ type: "text", value: alt }], url, title);
  }
  state.slots.push({ kind: "image", target: url, alt, ...(title ? { title } : {}), ...range });
  const mark = { type: "text" as const, value: slotMarker(state.slots.length - 1) };
  // Where only text is needed (names of headings and links, search), this gives the alternative text.
  return [{ type: "emphasis", children: [{ type: "text", value: alt }], data: { hName: "span", hChildren: [mark] } }];
}

export function rewriteImage({ node, range, state }: NodeContext<Image>): MarkdownNode[] {
  return rewritten({ url: node.url, title: node.title, alt: node.alt ?? "" }, range, state);
}

export function rewriteImageReference({ node, range, state }: NodeContext<ImageReference>): MarkdownNode[] {
  const definition = definitionOf(node.identifier, state);
  if (!definition) return [{ type: "text", value: state.source.slice(range.start, range.end) }];
  return rewritten({ url: definition.url, title: definition.title, alt: node.alt ?? "" }, range, state);
}
