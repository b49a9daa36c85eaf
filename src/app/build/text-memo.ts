import type { RenderText, RenderedText } from "#prose";
import { prepareRender } from "#prose";

/** The rendered forms of a text by their options, and the function that renders further ones. */
interface CachedText {
  readonly render: RenderText;
  readonly made: Map<string, RenderedText>;
}

/** Keeps rendered texts by their source, so that an unchanged text is not rendered again. It is all that `watch` keeps. */
export class TextMemo {
  /** The texts of the last document. The memory of all others is freed. */
  #texts: ReadonlyMap<string, CachedText> = new Map();

  /** Like `prepareRender`. Texts that the last call prepared are not prepared again. */
  async prepare(texts: Iterable<string>): Promise<RenderText> {
    const wanted = new Set(texts);
    const render = await prepareRender([...wanted].filter((text) => !this.#texts.has(text)));
    const kept = new Map([...wanted].map((text) => [text, this.#texts.get(text) ?? { render, made: new Map<string, RenderedText>() }]));
    this.#texts = kept;
    return (text, options) => {
      const cached = kept.get(text);
      if (!cached) return render(text, options);
      const key = JSON.stringify(options ?? {});
      let rendered = cached.made.get(key);
      if (!rendered) cached.made.set(key, (rendered = cached.render(text, options)));
      return rendered;
    };
  }
}
