import { fastRender } from "./fast-blocks.ts";
import { TOP_LEVEL } from "./headings-at.ts";
import { hasGrammar, loadLanguages } from "./highlighter.ts";
import { asWritten, overLimit } from "./limits.ts";
import { loadPipeline } from "./pipeline.ts";
import { EMBEDS } from "./rewrite-embed.ts";
import type { Rendered, RenderOptions } from "./rendered.ts";
import { DEFAULT_OPTIONS } from "./rendered.ts";

/** Renders one text, synchronously. */
export type Render = (text: string, options?: RenderOptions) => Rendered;

/** What stands after a fence: more than there are, so that no language is missing. */
const FENCED = /(?:(?<!`)`{3,}|(?<!~)~{3,})[ \t]*([^\s`~]+)/g;

/** A superset of the languages that code in a text names and that there are grammars for. */
function languagesIn(text: string): string[] {
  return [...text.matchAll(FENCED)].flatMap(([, language]) => (language !== undefined && hasGrammar(language) ? [language] : []));
}

/** What needs no pipeline: plain texts, and those that are not parsed at all. */
function withoutPipeline(text: string, options: Required<RenderOptions>): Rendered | undefined {
  const over = overLimit(text, options);
  if (over) return asWritten(text, over);
  return options.embeds && EMBEDS.test(text) ? undefined : fastRender(text, options);
}

/**
 * A function that renders the given texts (and any other, once one of them needed the pipeline). What they need is loaded
 * first: nothing where all of them are plain.
 */
export async function prepareRender(texts: Iterable<string>): Promise<Render> {
  const distinct = new Set(texts);
  await loadLanguages([...distinct].flatMap(languagesIn));
  const made = new Map<string, Rendered>();
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

/** Renders many texts at once: for worker threads, to which only strings go and from which plain data returns. */
export async function renderAll(texts: readonly string[], options?: RenderOptions): Promise<Rendered[]> {
  const render = await prepareRender(texts);
  return texts.map((text) => render(text, options));
}
