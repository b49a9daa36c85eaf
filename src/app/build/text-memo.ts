import type { FilePiece } from "#documents";
import type { Node } from "#text";
import type { RenderText, RenderedText } from "#prose";
import { findTexts, prepareRender } from "#prose";
import { Generations } from "./generations.ts";

/** The rendered forms of a text by their options, and the function that renders further ones. */
interface CachedText {
  readonly render: RenderText;
  readonly made: Map<string, RenderedText>;
}

/** A piece wrapped in maps for the keys that lead to it. A key may mean that the value is text. */
function fromRoot({ node, path }: FilePiece): Node {
  const { file, start, end } = node;
  return path.reduceRight<Node>((value, key) => ({ kind: "map", file, start, end, entries: [{ file, start, end, key, value }] }), node);
}

/** Unused texts are dropped every so many rounds. Such a round takes a few milliseconds longer. */
const GOING_THROUGH = 16;

/** Keeps rendered texts by their source, so that an unchanged text is not rendered again. */
export class TextMemo {
  #turns = 0;
  /** The pieces whose texts are all prepared. */
  #prepared = new Set<string>();
  readonly #texts = new Generations<CachedText>();
  /** The texts of pieces, by the hash of the piece. */
  readonly #pieces = new Generations<readonly string[]>();

  turn(): void {
    this.#turns += 1;
    // A known piece is not searched, so its texts look unused. Therefore texts are only dropped now and then, after searching all
    // pieces.
    if (this.#turns % GOING_THROUGH !== 0) return;
    this.#texts.turn();
    this.#pieces.turn();
    this.#prepared = new Set();
  }

  /** Like `prepareRender`, for the texts in some pieces and for others. Texts that are known are neither searched nor prepared again. */
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
