import { oncePerObject, spellHidden } from "#text";
import { partsOfText } from "./blocks.ts";
import type { CodePart, CodeText, DocumentText, Figure, Line, Look, NamePiece } from "./blocks.ts";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

/** Text as HTML text or attribute value, with hidden characters spelled out. */
export function escapeHtml(text: string): string {
  const shown = spellHidden(text);
  return /[&<>"']/.test(shown) ? shown.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "") : shown;
}

/** ASCII that stays as it is: most code. One look tells it, and code has many short parts. */
const PLAIN_CODE = /^[\n -%'-;=?-~]*$/;

/** Code as HTML text, with hidden characters spelled out. Its many quotes stay as they are, so it must not become the value of an attribute. */
export function escapeCode(text: string): string {
  if (PLAIN_CODE.test(text)) return text;
  const shown = spellHidden(text);
  return /[&<>]/.test(shown) ? shown.replace(/[&<>]/g, (character) => ENTITIES[character] ?? "") : shown;
}

/** Words without separators that are wider than a column of names. */
const LONG_WORD = /[\p{L}\p{N}]{17,}/gu;

/** The boundaries between the words of a camelCase name: `parse|HTTP|Header`. */
const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;

/** HTML text in which a long name may break after a separator, and in long words between the words of a camelCase name. */
export function breakableHtml(text: string): string {
  return escapeHtml(text)
    .replace(/[^\s./:_-][./:_-](?=[^\s./:_-])/g, "$&<wbr>")
    .replace(LONG_WORD, (word) => word.replace(HUMP, "<wbr>"));
}

/** A text with the code in it as HTML. */
function codedHtml(text: string, html: (part: string) => string): string {
  if (!text.includes("`")) return html(text);
  return partsOfText(text).map((part, at) => (at % 2 === 1 ? `<code>${html(part)}</code>` : html(part))).join(""); // prettier-ignore
}

/** A name as HTML. It is kept, because links to one thing share its name. */
const nameHtml = oncePerObject(({ name, after, isPath = false }: NamePiece): string => {
  if (isPath) return escapeHtml(name).replaceAll("/", "/<wbr>");
  if (after === undefined) return codedHtml(name, breakableHtml);
  if (after === "separator") return `<wbr>${breakableHtml(name)}`;
  // With a sign before it, a separator at the beginning counts as one within a name.
  const html = breakableHtml(`}${name}`).slice(1);
  // The word joiner prevents a line break after the ellipsis.
  return after === "ellipsis" ? `…\u2060${html}` : html;
});

/** A text with more HTML characters than this is split if a page shows its beginning first. */
const SHORT = 500;

/** A text of the document as HTML. Of a long one, the first paragraph is the beginning. It is kept, because rows are weighed by it. */
const textHtml = oncePerObject(({ written, prose, site, part }: DocumentText): string => {
  const html = prose.html(written, site);
  if (part === undefined) return html;
  const end = html.startsWith("<p>") ? html.indexOf("</p>") + 4 : 0;
  const split = html.length <= SHORT || end === html.trimEnd().length ? html.length : end;
  return part === "intro" ? html.slice(0, split) : html.slice(split);
});

/** A part of code as HTML. */
export function codeHtml(part: CodePart): string {
  if (typeof part === "string") return escapeCode(part);
  if ("missing" in part) return `<i class="ghost" data-missing="${escapeHtml(part.missing)}"></i>`;
  const { type, mark } = part;
  // Joined at once: a text that grows piece by piece is slow to read and to write.
  let html = "parts" in part ? part.parts.map(codeHtml).join("") : escapeCode(part.text);
  const named = type === undefined ? "" : ` class="${type}"`;
  if ("href" in part && part.href !== undefined) html = `<a${named} href="${escapeHtml(part.href)}">${html}</a>`;
  else if (type !== undefined) html = `<span${named}>${html}</span>`;
  // A checkbox, because a `pre` may not contain `details`. Copied and printed text is always complete.
  if ("fold" in part) html = `<input type="checkbox" class="twist" aria-label="${escapeHtml(part.fold ?? "")}"><i></i><span>${html}</span>`;
  return mark === undefined ? html : `<mark${mark === true ? "" : ` id="${escapeHtml(mark)}"`}>${html}</mark>`;
}

/** Code as HTML. It is kept, because it is also printed to see how long it is. */
const wholeCodeHtml = oncePerObject((code: CodeText) => codeHtml(code));

const LOOKS: Readonly<Record<Look, readonly [string, string]>> = {
  strong: ["<b>", "</b>"],
  hint: ["<i>", "</i>"],
  small: ["<small>", "</small>"],
  aside: ['<span class="aside">', "</span>"],
  origin: ['<small class="aside">', "</small>"],
  format: ['<span class="schema-format">', "</span>"],
  added: ["<ins>", "</ins>"],
  removed: ["<del>", "</del>"],
};

function pieceHtml(piece: Exclude<Line, string | readonly Line[]>): string {
  if ("code" in piece) {
    const { code, breaks = false } = piece;
    return `<code>${typeof code === "object" ? wholeCodeHtml(code) : breaks ? breakableHtml(code) : escapeHtml(code)}</code>`;
  }
  if ("look" in piece) {
    const [before, after] = LOOKS[piece.look];
    return before + lineHtml(piece.line) + after;
  }
  if ("href" in piece) {
    const text = codedHtml(piece.text, piece.isWhole === true ? escapeHtml : breakableHtml);
    return piece.href === "" ? text : `<a href="${escapeHtml(piece.href)}">${text}</a>`;
  }
  if ("fold" in piece) {
    const items = piece.items.map((each) => `<li>${lineHtml(each)}</li>`).join("");
    return `<details${piece.open ? " open" : ""}><summary>${lineHtml(piece.fold)}</summary><ul class="schema-picks">${items}</ul></details>`;
  }
  if ("mark" in piece) return ` <span class="schema-version${piece.isBreaking === true ? " bad" : ""}">${escapeHtml(piece.mark)}</span>`;
  return "slot" in piece ? piece.slot : nameHtml(piece);
}

/**
 * What `{{html x}}` prints in templates: a line as HTML, escaped, a text of the document, code, a picture, and HTML from a trusted maker as it
 * is. Anything else prints nothing. Objects of a document are not plain, so that none passes for HTML.
 */
export function lineHtml(line: unknown): string {
  if (typeof line === "string") return codedHtml(line, escapeHtml);
  if (typeof line !== "object" || line === null) return "";
  if (Array.isArray(line)) {
    let html = "";
    for (const each of line) html += lineHtml(each);
    return html;
  }
  if (Object.getPrototypeOf(line) !== Object.prototype) return "";
  if ("html" in line) return typeof line.html === "string" ? line.html : "";
  if ("parts" in line) return wholeCodeHtml(line as CodeText);
  if ("draw" in line) return (line as Figure).draw((line as Figure).shows).svg;
  if ("prose" in line) return textHtml(line as DocumentText);
  return pieceHtml(line as Parameters<typeof pieceHtml>[0]);
}
