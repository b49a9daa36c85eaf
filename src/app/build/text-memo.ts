import type { FilePiece } from "#documents";
import type { Node } from "#text";
import type { RenderText, RenderedText } from "#prose";
import { findTexts, prepareRender } from "#prose";
import { Generations } from "./generations.ts";

/** A text as it was rendered, by its options, and what renders it with others. */
interface CachedText {
  readonly render: RenderText;
  readonly made: Map<string, RenderedText>;
}

/** A piece with the keys that lead to it, which may say that it is text. */
function fromRoot({ node, path }: FilePiece): Node {
  const { file, start, end } = node;
  return path.reduceRight<Node>((value, key) => ({ kind: "map", file, start, end, entries: [{ file, start, end, key, value }] }), node);
}

/** Every so many rounds what is not used is forgotten; a round that did so is a few milliseconds longer. */
const GOING_THROUGH = 16;

/** Rendered texts by what they say: a text that did not change is not rendered again. */
export class TextMemo {
  #turns = 0;
  /** The pieces whose texts are all known. */
  #prepared = new Set<string>();
  readonly #texts = new Generations<CachedText>();
  /** The texts of pieces of documents, by what the pieces say. */
  readonly #pieces = new Generations<readonly string[]>();

  turn(): void {
    this.#turns += 1;
    // What is known of pieces is known of their texts: all are gone through only now and then, to forget what is no longer used.
    if (this.#turns % GOING_THROUGH !== 0) return;
    this.#texts.turn();
    this.#pieces.turn();
    this.#prepared = new Set();
  }

  /**
   * As `prepareRender` for the texts of some pieces and others, only that texts which are known are not looked for and prepared again.
   */
  async prepare(pieces: readonly FilePiece[], others: readonly string[]): Promise<RenderText> {
    const open = pieces.filter((piece) => !this.#prepared.has(piece.text));
    const texts = new Set([...open.flatMap((piece) => this.#textsOf(piece)), ...others]);
    const fresh = [...texts].filter((text) => this.#texts.get(text) === undefined);
    const render = await prepareRender(fresh);
    const known = (text: string): CachedText => {
      const made = { render, made: new Map() };
      this.#texts.set(text, made);
      return made;
    };
    fresh.forEach(known);
    for (const piece of open) this.#prepared.add(piece.text);
    return (text, options) => {
      const { made, render: own } = this.#texts.get(text) ?? known(text);
      const key = JSON.stringify(options ?? {});
      let rendered = made.get(key);
      if (!rendered) {
        rendered = own(text, options);
        made.set(key, rendered);
      }
      return rendered;
    };
  }

  #textsOf(piece: FilePiece): readonly string[] {
    const known = this.#pieces.get(piece.text);
    if (known) return known;
    const texts = findTexts([fromRoot(piece)]).map(({ value }) => value);
    this.#pieces.set(piece.text, texts);
    return texts;
  }
}
