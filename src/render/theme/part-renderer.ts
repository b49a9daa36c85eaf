import type { SharedPart } from "#pages";
import { ofOurs } from "./template-ast.ts";

/** Stands around the number of a part: a control character, which no text of a page holds. */
const HERE = "\u0003";

/** The text of a shared part, cut where pages differ. */
export class SharedText {
  readonly pieces: readonly string[];

  constructor(text: string, mark: string) {
    // A split makes one flat string of what a template put together.
    this.pieces = text.split(mark === "" ? HERE : mark);
  }

  /** The text as a page has it. */
  on(as: string): string {
    return this.pieces.join(as);
  }

  /** Adds the same as pieces of a text that is yet to be put together. */
  onto(texts: string[], as: string): void {
    for (let at = 0; at < this.pieces.length; at += 1) {
      if (at > 0) texts.push(as);
      texts.push(this.pieces[at] ?? "");
    }
  }
}

/** A shared part on a page. */
export interface PartOnPage {
  readonly text: SharedText;
  readonly as: string;
}

/** A rendered page, and what of it is its own. */
export interface PartedPage {
  readonly html: string;
  /** Its text before, between and after the parts: one more than there are parts. */
  readonly own: readonly string[];
  readonly parts: readonly PartOnPage[];
}

/** A page of its own texts and, between any two of them, the number of a part. Put together once: no part is a text before it is on a page. */
function together(pieces: readonly string[], parts: readonly PartOnPage[]): string {
  const texts: string[] = [];
  for (const [at, piece] of pieces.entries()) {
    const part = at % 2 === 0 ? undefined : parts[Number(piece)];
    if (part) part.text.onto(texts, part.as);
    else texts.push(piece);
  }
  return texts.join("");
}

/** Renders partials that pages share once, and tells which parts of a page are such. */
export class PartRenderer {
  /** Parts of the page that is being rendered; `undefined` where they are put in at once. */
  #parts: PartOnPage[] | undefined;

  /** A partial rendered once for all pages that share it. */
  partial<More extends unknown[]>(render: (view: object, ...more: More) => string): (view: object, ...more: More) => string {
    const rendered = new WeakMap<object, SharedText>();
    return (view, ...more) => {
      const { shared } = view as { shared?: SharedPart };
      if (!shared) return render(view, ...more);
      let text = rendered.get(shared.key);
      if (!text) {
        text = new SharedText(
          this.#whole(() =>
            render(
              ofOurs(() => shared.view()),
              ...more,
            ),
          ),
          shared.mark,
        );
        rendered.set(shared.key, text);
      }
      return this.#put(text, shared);
    };
  }

  /** A page with its shared parts apart. */
  parted(render: () => string): PartedPage {
    const parts: PartOnPage[] = [];
    this.#parts = parts;
    try {
      const pieces = render().split(HERE);
      // A template that holds the character itself, or says something twice.
      if (pieces.length !== 2 * parts.length + 1) return this.#plain(render);
      return { html: together(pieces, parts), own: pieces.filter((_, at) => at % 2 === 0), parts };
    } finally {
      this.#parts = undefined;
    }
  }

  #plain(render: () => string): PartedPage {
    const html = this.#whole(render);
    return { html, own: [html], parts: [] };
  }

  /** Renders with every part in its place. */
  #whole(render: () => string): string {
    const outside = this.#parts;
    this.#parts = undefined;
    try {
      return render();
    } finally {
      this.#parts = outside;
    }
  }

  #put(text: SharedText, { mark, as }: SharedPart): string {
    if (mark === "" || !this.#parts) return text.on(as);
    return `${HERE}${this.#parts.push({ text, as }) - 1}${HERE}`;
  }
}
