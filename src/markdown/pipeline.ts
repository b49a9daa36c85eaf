import type { Root } from "mdast";
import { ALLOWED } from "./allowed.ts";
import { asWritten, overBudget } from "./limits.ts";
import { cutAtMarkers } from "./marker.ts";
import type { Rendered, RenderOptions } from "./rendered.ts";
import { rewrite } from "./rewrite.ts";

/** Renders one text in whole CommonMark with GFM. */
export type Pipeline = (text: string, options: Required<RenderOptions>) => Rendered;

async function load(): Promise<Pipeline> {
  const [{ unified }, parse, gfm, html] = await Promise.all([
    import("unified"),
    import("remark-parse"),
    import("remark-gfm"),
    import("remark-html"),
  ]);
  const processor = unified().use(parse.default).use(gfm.default).use(html.default, { sanitize: ALLOWED }).freeze();
  return (text, options) => {
    // CommonMark 0.31 § 2.3; from here on U+0000 is ours (see the markers).
    const source = text.replaceAll("\0", "\u{fffd}");
    const root: Root = processor.parse(source);
    const reason = overBudget(root, source);
    if (reason !== undefined) return asWritten(text, reason);
    const { slots, problems, headings, plain } = rewrite(root, source, options);
    return { pieces: cutAtMarkers(processor.stringify(root).trimEnd(), slots), plain, headings, problems };
  };
}

let loading: Promise<Pipeline> | undefined;

/** The pipeline; its libraries are loaded on first use. */
export function loadPipeline(): Promise<Pipeline> {
  return (loading ??= load());
}
