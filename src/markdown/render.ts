import { fastRender } from "./fast-blocks.ts";
import { loadLanguages } from "./highlighter.ts";
import { asWritten, overLimit } from "./limits.ts";
import type { Pipeline } from "./pipeline.ts";
import { loadPipeline } from "./pipeline.ts";
import type { Rendered, RenderOptions } from "./rendered.ts";
import { DEFAULT_OPTIONS } from "./rendered.ts";

/** Renders one text, synchronously. */
export type Render = (text: string, options?: RenderOptions) => Rendered;

function renderWith(text: string, options: Required<RenderOptions>, pipeline: Pipeline | undefined): Rendered {
  const reason = overLimit(text, options);
  if (reason !== undefined) return asWritten(text, reason);
  const fast = fastRender(text, options);
  if (fast) return fast;
  if (!pipeline) throw new Error("A text was not among those that rendering was prepared for.");
  return pipeline(text, options);
}

/** What stands after a fence: more than there are, so that no language is missing. */
const FENCED = /(?:`{3,}|~{3,})[ \t]*([^\s`~]+)/g;

/** A superset of the languages that code in the texts names. */
function languagesIn(texts: Iterable<string>): Set<string> {
  const found = new Set<string>();
  for (const text of texts) for (const [, language] of text.matchAll(FENCED)) if (language) found.add(language);
  return found;
}

/**
 * A function that renders the given texts (and any other, once one of them needed the pipeline). What they need is loaded
 * first: nothing where all of them are plain.
 */
export async function prepareRender(texts: Iterable<string>): Promise<Render> {
  const distinct = new Set(texts);
  const options = DEFAULT_OPTIONS;
  const plain = (text: string) => overLimit(text, options) !== undefined || fastRender(text, options) !== undefined;
  await loadLanguages(languagesIn(distinct));
  const needed = [...distinct].some((text) => !plain(text));
  const pipeline = needed ? await loadPipeline() : undefined;
  return (text, given) => renderWith(text, { ...options, ...given }, pipeline);
}

/** Renders many texts at once: for worker threads, to which only strings go and from which plain data returns. */
export async function renderAll(texts: readonly string[], options?: RenderOptions): Promise<Rendered[]> {
  const render = await prepareRender(texts);
  return texts.map((text) => render(text, options));
}
