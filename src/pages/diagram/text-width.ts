import { spellHidden } from "#text";

/**
 * Text widths without a font, to lay out boxes at build time. The widths are those of the widest common sans-serif face at weight 600
 * (DejaVu Sans, close to Verdana), in thousandths of an em, rounded up. So text in the reader's own face is never wider than the room
 * for it.
 */
const advances: readonly (readonly [RegExp, number])[] = [
  [/[ijlI .,'/\\|`]/, 400],
  [/[frt!:;()[\]"\-_]/, 500],
  [/[mMW%@&]/, 1050],
  [/[w]/, 925],
  [/[#+<=>^~]/, 840],
  [/[A-Z]/, 800],
];

/** Characters that are one em wide: East Asian wide characters, fullwidth forms, emoji and everything above them. */
const WHOLE_EM = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\uff60\u{1f000}-\u{10ffff}]/u;

const ascii = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return advances.find(([characters]) => characters.test(character))?.[1] ?? 710;
});

function advance(code: number): number {
  return ascii[code] ?? (WHOLE_EM.test(String.fromCodePoint(code)) ? 1000 : 760);
}

/** The width of a text as it is drawn, in thousandths of an em; `mono` for a fixed-width face. */
function thousandths(written: string, mono: boolean): number {
  const text = spellHidden(written);
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0;
    if (code > 0xffff) at += 1;
    const own = advance(code);
    sum += mono && own < 1000 ? 610 : own;
  }
  return sum;
}

/** The width that a text needs at a font size, in the unit of the size; `mono` for a fixed-width face. */
export function textWidth(text: string, size: number, mono = false): number {
  return (thousandths(text, mono) * size) / 1000;
}

/** The rounding error of sums: a box exactly as wide as its text is wide enough. */
const ROUNDING = 0.01;

/**
 * A text shortened with an ellipsis to fit a width. Addresses and identifiers are cut in the middle, because their ends tell them
 * apart.
 */
export function fitText(text: string, width: number, face: { readonly size: number; readonly mono?: boolean }): string {
  const fits = (candidate: string) => textWidth(candidate, face.size, face.mono) <= width + ROUNDING;
  if (fits(text)) return text;
  const characters = Array.from(text.slice(0, 500));
  const inMiddle = face.mono === true || /^[ -~]*[!-~]{12}$/.test(text);
  let kept = Math.max(2, Math.floor((characters.length * width) / textWidth(text.slice(0, 500), face.size, face.mono)));
  for (; kept > 2; kept -= 1) {
    const head = inMiddle ? Math.ceil(kept / 2) : kept;
    const tail = inMiddle ? characters.slice(characters.length - (kept - head)).join("") : "";
    const candidate = `${characters.slice(0, head).join("")}…${tail}`;
    if (fits(candidate)) return candidate;
  }
  return "…";
}

/** Splits a text where a line may break: after words, and after the parts of addresses and compound names. */
function piecesOf(text: string): string[] {
  const plain = text.slice(0, 500).trim().replace(/\s+/g, " ");
  return plain.split(/(?<= )|(?<=[/._-])(?![/._ -])/);
}

/** The words of a name such as `receivePayload`, for a name too long for a line. */
function wordsOf(piece: string): string[] {
  return piece.split(/(?<=[\p{Ll}\d])(?=\p{Lu})/u);
}

/** How to wrap a text: its size, its face and the number of lines. */
export interface Wrapping {
  readonly size: number;
  readonly mono?: boolean;
  readonly lines: number;
}

/** Breaks a text into lines that fit a width. What does not fit on the last line is cut with an ellipsis. */
export function wrapText(text: string, width: number, { lines, ...face }: Wrapping): string[] {
  const made: string[] = [];
  let current = "";
  const pieces = piecesOf(text).flatMap((piece) => (textWidth(piece, face.size, face.mono) > width ? wordsOf(piece) : [piece]));
  for (const [at, piece] of pieces.entries()) {
    if (current === "" || textWidth((current + piece).trimEnd(), face.size, face.mono) <= width + ROUNDING) {
      current += piece;
      continue;
    }
    if (made.length === lines - 1) {
      current += pieces.slice(at).join("");
      break;
    }
    made.push(fitText(current.trimEnd(), width, face));
    current = piece;
  }
  return [...made, fitText(current.trimEnd(), width, face)];
}

/** The least width in which a text fits on two lines. */
export function twoLineWidth(text: string, size: number, mono = false): number {
  const pieces = piecesOf(text);
  const space = thousandths(" ", mono);
  const whole = thousandths(pieces.join(""), mono);
  let before = 0;
  let least = whole;
  for (const piece of pieces) {
    before += thousandths(piece, mono);
    // The space at the end of a line takes no room.
    least = Math.min(least, Math.max(piece.endsWith(" ") ? before - space : before, whole - before));
  }
  return (least * size) / 1000;
}
