import type { WordKey, Words } from "#text";
import type { SafeHtml } from "./context.ts";
import { breakableHtml, escapeHtml } from "./value-html.ts";

/** A piece of a sentence: safe HTML, or text that will be escaped. */
export type Piece = SafeHtml | string | number;

/** A name or value of the document, as code. */
export function code(text: string): SafeHtml {
  return { html: `<code>${escapeHtml(text)}</code>` };
}

/** A name as code, with places where a long one may break. */
export function codeName(name: string): SafeHtml {
  return { html: `<code>${breakableHtml(name)}</code>` };
}

/** A link within our own site; `href` comes from the routes. */
/** A link; only its text if `href` is empty, as for a source that is not shown. */
export function link(href: string, text: string): SafeHtml {
  if (href === "") return { html: breakableHtml(text) };
  return { html: `<a href="${escapeHtml(href)}">${breakableHtml(text)}</a>` };
}

export function strong(text: string): SafeHtml {
  return { html: `<b>${escapeHtml(text)}</b>` };
}

function html(piece: Piece | undefined): string {
  return typeof piece === "object" ? piece.html : escapeHtml(String(piece ?? ""));
}

/** Joins pieces with a text between them. */
export function join(pieces: readonly Piece[], between: string): SafeHtml {
  return { html: pieces.map(html).join(escapeHtml(between)) };
}

/** Fills the phrases of one language. Placeholders may get markup. */
export type Say = (key: WordKey, blanks?: Readonly<Record<string, Piece>>) => SafeHtml;

/**
 * Makes a {@link Say}. The phrase is first filled with marks that no vocabulary contains, then split at them, so that inserted text is
 * never filled itself.
 */
export function sayWith(words: Words): Say {
  const phrases = new Map<string, readonly string[]>();
  /** Phrases without placeholders, which are most: the same object is returned each time. */
  const plain = new Map<WordKey, SafeHtml>();
  return (key, blanks) => {
    if (!blanks) {
      let said = plain.get(key);
      if (!said) plain.set(key, (said = { html: escapeHtml(words(key)) }));
      return said;
    }
    const names = Object.keys(blanks);
    const { count } = blanks;
    const phrase = `${key} ${names.join(" ")}`;
    let pieces = typeof count === "number" ? undefined : phrases.get(phrase);
    if (!pieces) {
      const marks = Object.fromEntries(names.map((name, at) => [name, `\u0000${at}\u0000`]));
      // A number is passed on, because it chooses between singular and plural.
      pieces = words(key, typeof count === "number" ? { ...marks, count } : marks)
        .split("\u0000")
        .map((text, at) => (at % 2 === 0 ? escapeHtml(text) : (names[Number(text)] ?? "")));
      phrases.set(phrase, pieces);
    }
    let said = pieces[0] ?? "";
    for (let at = 1; at < pieces.length; at += 2) said += html(blanks[pieces[at] ?? ""]) + (pieces[at + 1] ?? "");
    return { html: said };
  };
}
