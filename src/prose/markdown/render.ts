/** Renders Markdown as safe HTML. */
import type { Root } from "mdast";
import { fastRender } from "./fast-blocks.ts";
import { hasGrammar, loadLanguages } from "./code-tokens.ts";
import { asWritten, overBudget, overLimit, parserInput } from "./limits.ts";
import type { RenderedText, RenderOptions } from "./rendered.ts";
import { ALLOWED, cutAtMarkers, escapeCloses, DEFAULT_OPTIONS } from "./rendered.ts";
import type { SourceRange } from "./rewrite-state.ts";
import { TOP_LEVEL, EMBEDS } from "./rewrite-state.ts";
import { rewrite } from "./rewrite.ts";
import { sourceForm } from "./source-markdown.ts";

/** Renders a text as CommonMark with GFM. */
export type Pipeline = (text: string, options: Required<RenderOptions>) => RenderedText;

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
    // From here on, U+0000 only occurs in our markers.
    const source = parserInput(text);
    const root: Root = processor.parse(source);
    const over = overBudget(root, source);
    if (over) return asWritten(text, over);
    const markdown = source === text ? sourceForm(root, source) : undefined;
    const { slots, problems, headings, plain } = rewrite(root, source, options);
    const moved = <T extends SourceRange>(range: T): T => ({ ...range, start: range.start + skipped, end: range.end + skipped });
    const html = processor.stringify(root).trimEnd();
    // Texts without these characters contain no `>`.
    const pieces = cutAtMarkers(/[>&]/.test(source) ? escapeCloses(html) : html, slots.map(moved));
    return { pieces, plain, headings, problems: problems.map(moved), markdown };
  };
}

let loading: Promise<Pipeline> | undefined;

/** The pipeline. Its libraries are loaded at the first use. */
export function loadPipeline(): Promise<Pipeline> {
  return (loading ??= load());
}

/** Renders one text, synchronously. */
export type RenderText = (text: string, options?: RenderOptions) => RenderedText;

/** Matches what may be the language after a fence. It finds too many rather than missing one. */
const FENCED = /(?:(?<!`)`{3,}|(?<!~)~{3,})[ \t]*([^\s`~]+)/g;

/** The languages of the code in a text, as far as they have a grammar. Some may not be languages of code at all. */
function languagesIn(text: string): string[] {
  return [...text.matchAll(FENCED)].flatMap(([, language]) => (language !== undefined && hasGrammar(language) ? [language] : []));
}

/** Renders texts that need no pipeline: simple ones, and those that are not parsed at all; `undefined` for others. */
function withoutPipeline(text: string, options: Required<RenderOptions>): RenderedText | undefined {
  const over = overLimit(text, options);
  if (over) return asWritten(text, over);
  return options.embeds && EMBEDS.test(text) ? undefined : fastRender(text, options);
}

/**
 * Loads what the given texts need, and returns a function that renders them. If one of them needs the pipeline, the function can render
 * any other text too. If all are simple, nothing is loaded.
 */
export async function prepareRender(texts: Iterable<string>): Promise<RenderText> {
  const distinct = new Set(texts);
  await loadLanguages([...distinct].flatMap(languagesIn));
  const made = new Map<string, RenderedText>();
  for (const text of distinct) {
    const rendered = withoutPipeline(text, { ...DEFAULT_OPTIONS, headingBase: TOP_LEVEL, embeds: true });
    if (rendered) made.set(text, rendered);
  }
  const pipeline = made.size < distinct.size ? await loadPipeline() : undefined;
  return (text, given) => {
    const options = { ...DEFAULT_OPTIONS, ...given };
    const isDefault = options.headingBase === TOP_LEVEL && options.limitBytes === DEFAULT_OPTIONS.limitBytes;
    const rendered = (isDefault ? made.get(text) : undefined) ?? withoutPipeline(text, options);
    if (rendered) return rendered;
    if (!pipeline) throw new Error("A text was not among those that rendering was prepared for.");
    return pipeline(text, options);
  };
}

/** Renders several texts. It is meant for worker threads: strings go in and plain data comes out. */
export async function renderAll(texts: readonly string[], options?: RenderOptions): Promise<RenderedText[]> {
  const render = await prepareRender(texts);
  return texts.map((text) => render(text, options));
}
