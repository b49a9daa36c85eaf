import type { Root } from "mdast";
import { ALLOWED } from "./allowed.ts";
import { escapeCloses } from "./escape-html.ts";
import { asWritten, overBudget } from "./limits.ts";
import { cutAtMarkers } from "./marker.ts";
import type { Rendered, RenderOptions } from "./rendered.ts";
import { rewrite } from "./rewrite.ts";
import type { Range } from "./rewriting.ts";

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
    // The parser drops a byte order mark without counting it.
    const skipped = text.startsWith("\u{feff}") ? 1 : 0;
    // CommonMark 0.31 § 2.3; from here on U+0000 is ours (see the markers).
    const source = text.slice(skipped).replaceAll("\0", "\u{fffd}");
    const root: Root = processor.parse(source);
    const over = overBudget(root, source);
    if (over) return asWritten(text, over);
    const { slots, problems, headings, plain } = rewrite(root, source, options);
    const moved = <T extends Range>(range: T): T => ({ ...range, start: range.start + skipped, end: range.end + skipped });
    const html = processor.stringify(root).trimEnd();
    // No other text has a `>` in it.
    const pieces = cutAtMarkers(/[>&]/.test(source) ? escapeCloses(html) : html, slots.map(moved));
    return { pieces, plain, headings, problems: problems.map(moved) };
  };
}

let loading: Promise<Pipeline> | undefined;

/** The pipeline; its libraries are loaded on first use. */
export function loadPipeline(): Promise<Pipeline> {
  return (loading ??= load());
}
