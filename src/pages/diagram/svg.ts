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
interface Wrapping {
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
function twoLineWidth(text: string, size: number, mono = false): number {
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

/** A box of a diagram: a name, with a link if it has a page. */
export interface Box {
  readonly title: string;
  /** A second line: a technical name, an address or a count. */
  readonly detail?: string | undefined;
  readonly href?: string | undefined;
  /** Sets the title as code, for addresses and technical names. */
  readonly mono?: boolean | undefined;
  /** `bad`: the connection between this box and the rest does not work. */
  readonly tone?: "app" | "send" | "receive" | "bad" | "plain" | undefined;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Rect extends Point {
  readonly width: number;
  readonly height: number;
}

/** A finished picture: safe markup and the size of its coordinate system. */
export interface Drawing {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** Text for SVG: hidden characters are spelled out, markup is escaped; other characters that XML cannot hold become U+FFFD. */
export function escapeText(text: string): string {
  return spellHidden(text)
    .replace(/[\p{Cc}\ufffe\uffff]/gu, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

const PADDING = 14;

/** One line of text at a point. Its class decides whether it starts, ends or is centred there. */
export function drawText(text: string, at: Point, className: string): string {
  return `<text class="${className}" x="${round(at.x)}" y="${round(at.y)}">${escapeText(text)}</text>`;
}

function frame(rect: Rect, tone: string): string {
  return `<rect class="diagram-box diagram-${tone}" x="${round(rect.x)}" y="${round(rect.y)}" width="${round(rect.width)}" height="${round(rect.height)}" rx="9"/>`;
}

/** The width that a box needs to show its texts in full, with the title on one line. */
export function wholeWidth(box: Box): number {
  return Math.max(textWidth(box.title, 14, box.mono), textWidth(box.detail ?? "", 12, true)) + 2 * PADDING;
}

/** The width that a box needs to show its texts in full, with the title on two lines. */
export function wrappedWidth(box: Box): number {
  return Math.max(twoLineWidth(box.title, 14, box.mono), textWidth(box.detail ?? "", 12, true)) + 2 * PADDING;
}

/** Whether a box of this width shows its texts in full. */
export function fitsBox(box: Box, width: number): boolean {
  return wholeWidth(box) <= width;
}

function titleLines(box: Box, width: number): string[] {
  return wrapText(box.title, width - 2 * PADDING, { size: 14, mono: box.mono ?? false, lines: 3 });
}

const LINE = 18;

/** The height of a row of boxes of this width: `least`, plus the further lines of the longest title. */
export function rowHeight(boxes: readonly Box[], width: number, least: number): number {
  return least + (Math.max(1, ...boxes.map((box) => titleLines(box, width).length)) - 1) * LINE;
}

/** Draws a box with its title in up to three lines, and its detail. A `title` element has the whole text, in case it is shortened. */
export function drawBox(box: Box, rect: Rect): string {
  const titles = titleLines(box, rect.width);
  const detail = box.detail === undefined ? undefined : fitText(box.detail, rect.width - 2 * PADDING, { size: 12, mono: true });
  const x = rect.x + PADDING;
  const more = ((titles.length - 1) * LINE) / 2;
  const first = rect.y + rect.height / 2 - more + (detail === undefined ? 5 : -4);
  const lines = titles.map((title, at) => drawText(title, { x, y: first + at * LINE }, titleClass(box)));
  if (detail !== undefined) lines.push(drawText(detail, { x, y: first + 2 * more + 19 }, "diagram-detail"));
  const shape = frame(rect, box.tone ?? "plain");
  const whole = box.detail === undefined ? box.title : `${box.title} · ${box.detail}`;
  const body = `<title>${escapeText(whole)}</title>${shape}${lines.join("")}`;
  return box.href === undefined ? `<g>${body}</g>` : `<a href="${escapeText(box.href)}">${body}</a>`;
}

function titleClass(box: Box): string {
  return box.mono ? "diagram-title diagram-mono" : "diagram-title";
}

/** Draws the subject of a picture: a box with a centred title in up to four lines and a word below. */
export function drawCentered(box: { readonly title: string; readonly detail: string }, rect: Rect): string {
  const lines = wrapText(box.title, rect.width - 2 * PADDING, { size: 14, lines: 4 });
  const x = rect.x + rect.width / 2;
  const top = rect.y + rect.height / 2 - ((lines.length + 1) * 18) / 2 + 13;
  const titles = lines.map((text, at) => drawText(text, { x, y: top + at * 18 }, "diagram-title diagram-centered")).join("");
  const detail = drawText(
    fitText(box.detail, rect.width - 2 * PADDING, { size: 12, mono: true }),
    { x, y: top + lines.length * 18 },
    "diagram-detail diagram-centered",
  );
  return `<g><title>${escapeText(`${box.title} · ${box.detail}`)}</title>${frame(rect, "app")}${titles}${detail}</g>`;
}

/** An arrow straight down. */
function drawDown(from: Point, to: Point, tone: string): string {
  const path = `M${round(from.x)} ${round(from.y)}V${round(to.y)}`;
  const head = `M${round(to.x - 5)} ${round(to.y - 8)}L${round(to.x)} ${round(to.y)}L${round(to.x + 5)} ${round(to.y - 8)}`;
  return `<path class="diagram-line diagram-${tone}" d="${path}"/><path class="diagram-line diagram-${tone}" d="${head}"/>`;
}

/** An arrow between two points with one bend half-way. Its head is drawn as a shape, so pictures share no marker definitions. */
export function drawArrow(from: Point, to: Point, tone: "send" | "receive" | "bad" | "plain"): string {
  if (from.x === to.x) return drawDown(from, to, tone);
  const half = (from.x + to.x) / 2;
  const path =
    from.y === to.y
      ? `M${round(from.x)} ${round(from.y)}H${round(to.x)}`
      : `M${round(from.x)} ${round(from.y)}C${round(half)} ${round(from.y)} ${round(half)} ${round(to.y)} ${round(to.x)} ${round(to.y)}`;
  const back = to.x > from.x ? -8 : 8;
  const head = `M${round(to.x + back)} ${round(to.y - 5)}L${round(to.x)} ${round(to.y)}L${round(to.x + back)} ${round(to.y + 5)}`;
  return `<path class="diagram-line diagram-${tone}" d="${path}"/><path class="diagram-line diagram-${tone}" d="${head}"/>`;
}

/** A small text beside a line. */
export function drawLabel(text: string, at: Point, width: number): string {
  return drawText(fitText(text, width, { size: 12 }), at, "diagram-label");
}

/** Wraps shapes into one SVG element. The label names the picture; its links and texts stay readable one by one. */
export function drawing(
  parts: readonly string[],
  size: { readonly width: number; readonly height: number; readonly label: string },
): Drawing {
  const { width, height, label } = size;
  const box = `viewBox="0 0 ${round(width)} ${round(height)}" width="${round(width)}" height="${round(height)}"`;
  return { svg: `<svg class="diagram" role="group" aria-label="${escapeText(label)}" ${box}>${parts.join("")}</svg>`, width, height };
}
