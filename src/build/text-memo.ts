import type { Render, Rendered } from "#markdown";
import { prepareRender } from "#markdown";
import { Generations } from "./generations.ts";

/** A text as it was rendered, by its options, and what renders it with others. */
interface Prepared {
  readonly render: Render;
  readonly made: Map<string, Rendered>;
}

/** Rendered texts by what they say: a text that did not change is not rendered again. */
export class TextMemo {
  readonly #texts = new Generations<Prepared>();

  turn(): void {
    this.#texts.turn();
  }

  /** As `prepareRender`, only that texts which are known are not prepared again. */
  async prepare(texts: readonly string[]): Promise<Render> {
    const fresh = [...new Set(texts)].filter((text) => this.#texts.get(text) === undefined);
    const render = await prepareRender(fresh);
    for (const text of fresh) this.#texts.set(text, { render, made: new Map() });
    return (text, options) => {
      const prepared = this.#texts.get(text);
      if (!prepared) return render(text, options);
      const key = JSON.stringify(options ?? {});
      let rendered = prepared.made.get(key);
      if (!rendered) {
        rendered = prepared.render(text, options);
        prepared.made.set(key, rendered);
      }
      return rendered;
    };
  }
}
