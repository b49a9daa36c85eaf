import { spellHidden } from "#text";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

/** Text as HTML text or attribute value, with hidden characters spelled out. */
export function escapeHtml(text: string): string {
  const shown = spellHidden(text);
  return /[&<>"']/.test(shown) ? shown.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "") : shown;
}

/** Code as HTML text, with hidden characters spelled out. Its many quotes stay as they are, so it must not become the value of an attribute. */
export function escapeCode(text: string): string {
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
