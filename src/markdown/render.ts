import { asWritten, overLimit } from "./limits.ts";
import { loadPipeline } from "./pipeline.ts";
import type { Rendered, RenderOptions } from "./rendered.ts";
import { DEFAULT_OPTIONS } from "./rendered.ts";

/** Renders one text, synchronously. */
export type Render = (text: string, options?: RenderOptions) => Rendered;

/** A function that renders any text; what the given texts need is loaded first. */
export async function prepareRender(_texts: Iterable<string>): Promise<Render> {
  const pipeline = await loadPipeline();
  return (text, options) => {
    const all = { ...DEFAULT_OPTIONS, ...options };
    const reason = overLimit(text, all);
    return reason === undefined ? pipeline(text, all) : asWritten(text, reason);
  };
}
