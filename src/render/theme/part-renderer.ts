import type { SharedPart } from "#pages";
import { ofOurs } from "./template-ast.ts";

/** Marks the number of a part: a control character, which no text of a page contains. */
const HERE = "\u0003";

/** The text of a shared part, split where pages differ. */
export class SharedText {
  readonly pieces: readonly string[];

  constructor(text: string, mark: string) {
    // `split` makes flat strings. The template's result is a tree of pieces in V8.
    this.pieces = text.split(mark === "" ? HERE : mark);
  }

  /** The text for a page that inserts `as`. */
  on(as: string): string {
    return this.pieces.join(as);
  }

  /** Appends the pieces of that text to a list. */
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

/** A rendered page with its own texts and its shared parts. */
export interface PartedPage {
  readonly html: string;
  /** The page's own texts before, between and after the parts: one more than there are parts. */
  readonly own: readonly string[];
  readonly parts: readonly PartOnPage[];
}

/** Joins the pieces of a page, of which every second is the number of a part. All are joined at once, so that no part is copied twice. */
function together(pieces: readonly string[], parts: readonly PartOnPage[]): string {
  const texts: string[] = [];
  for (const [at, piece] of pieces.entries()) {
    const part = at % 2 === 0 ? undefined : parts[Number(piece)];
    if (part) part.text.onto(texts, part.as);
    else texts.push(piece);
  }
  return texts.join("");
}

/** Renders shared partials once, and records which parts of a page are shared. */
export class PartRenderer {
  /** The parts of the page being rendered; `undefined` if parts are inserted at once. */
  #parts: PartOnPage[] | undefined;

  /** Wraps a partial so that it is rendered once for all pages that share it. */
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

  /** Renders a page with its shared parts kept apart. */
  parted(render: () => string): PartedPage {
    const parts: PartOnPage[] = [];
    this.#parts = parts;
    try {
      const pieces = render().split(HERE);
      // The template contains the mark itself, or prints a partial twice.
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

  /** Renders with all parts inserted. */
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
