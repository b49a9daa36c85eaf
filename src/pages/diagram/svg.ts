import { spellHidden } from "#text";
import { fitText, textWidth, twoLineWidth, wrapText } from "./text-width.ts";

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
