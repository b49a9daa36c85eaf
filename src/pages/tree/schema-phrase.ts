/** Phrases and sentences, as HTML and as pieces for Markdown. */
import type { WordKey, Words } from "#text";
import type { Line, Phrase } from "../blocks/index.ts";
import { breakableHtml, escapeHtml } from "../frame/index.ts";

/** A piece of a sentence: a phrase, or text that will be escaped. */
export type Piece = Phrase | string | number;

/** A phrase of one piece. `html` is the piece as HTML. */
function phraseOf(html: string, line: Line): Phrase {
  return { html, line: () => line };
}

/** A phrase that is a text. */
export function text(words: string): Phrase {
  return phraseOf(escapeHtml(words), words);
}

/** A name or value of the document, as code. */
export function code(text: string): Phrase {
  return phraseOf(`<code>${escapeHtml(text)}</code>`, { code: text });
}

/** A name as code, with places where a long one may break. One that nobody would see is in quotes. */
export function codeName(name: string): Phrase {
  const shown = name.trim() === "" ? JSON.stringify(name) : name;
  return phraseOf(`<code>${breakableHtml(shown)}</code>`, { code: shown });
}

/** A name as text, with places where a long one may break. */
export function breakable(name: string): Phrase {
  return phraseOf(breakableHtml(name), name);
}

/** A link; only its text if `href` is empty, as for a source that is not shown. */
export function link(href: string, text: string): Phrase {
  if (href === "") return breakable(text);
  return phraseOf(`<a href="${escapeHtml(href)}">${breakableHtml(text)}</a>`, { text, href });
}

/** A link whose text does not break. */
export function plainLink(href: string, text: string): Phrase {
  return phraseOf(`<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`, { text, href });
}

export function strong(text: string): Phrase {
  return phraseOf(`<b>${escapeHtml(text)}</b>`, text);
}

/** A phrase within an element of HTML that is only for its look. */
export function within(element: "i" | "small" | "span", phrase: Phrase, className = ""): Phrase {
  return { html: `<${element}${className === "" ? "" : ` class="${className}"`}>${phrase.html}</${element}>`, line: phrase.line };
}

/** A phrase about how a schema is written. It says nothing more of a value, so the page shows it among the details of the schema. */
export function aside(phrase: Phrase): Phrase {
  return within("span", phrase, "aside");
}

function html(piece: Piece | undefined): string {
  return typeof piece === "object" ? piece.html : escapeHtml(String(piece ?? ""));
}

function lineOf(piece: Piece | undefined): Line {
  return typeof piece === "object" ? piece.line() : String(piece ?? "");
}

/** Joins pieces with a text between them. */
export function join(pieces: readonly Piece[], between: string): Phrase {
  return {
    html: pieces.map(html).join(escapeHtml(between)),
    line: () => pieces.flatMap((piece, at) => (at === 0 ? [lineOf(piece)] : [between, lineOf(piece)])),
  };
}

/** Fills the phrases of one language. Placeholders may get markup. */
export type Say = (key: WordKey, blanks?: Readonly<Record<string, Piece>>) => Phrase;

/**
 * Makes a {@link Say}. The phrase is first filled with marks that no vocabulary contains, then split at them, so that inserted text is
 * never filled itself.
 */
export function sayWith(words: Words): Say {
  const phrases = new Map<string, readonly string[]>();
  /** Phrases without placeholders, which are most: the same object is returned each time. */
  const plain = new Map<WordKey, Phrase>();
  return (key, blanks) => {
    if (!blanks) {
      let said = plain.get(key);
      if (!said) plain.set(key, (said = text(words(key))));
      return said;
    }
    const names = Object.keys(blanks);
    const { count } = blanks;
    const phrase = `${key} ${names.join(" ")}`;
    let known = typeof count === "number" ? undefined : phrases.get(phrase);
    if (!known) {
      const marks = Object.fromEntries(names.map((name, at) => [name, `\u0000${at}\u0000`]));
      // A number is passed on, because it chooses between singular and plural.
      known = words(key, typeof count === "number" ? { ...marks, count } : marks)
        .split("\u0000")
        .map((text, at) => (at % 2 === 0 ? text : (names[Number(text)] ?? "")));
      phrases.set(phrase, known);
    }
    const pieces = known;
    let said = "";
    for (const [at, each] of pieces.entries()) said += at % 2 === 0 ? escapeHtml(each) : html(blanks[each]);
    return { html: said, line: () => pieces.map((each, at) => (at % 2 === 0 ? each : lineOf(blanks[each]))) };
  };
}
