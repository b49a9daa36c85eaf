import type { Drawing } from "./svg.ts";
import { drawText, escapeText, fitText, textWidth } from "./svg.ts";

/** A row and a column of a matrix. */
export interface MatrixEntry {
  readonly title: string;
  readonly href?: string | undefined;
  /** Whether a line separates it from the entry before. */
  readonly begins?: boolean;
}

export interface MatrixCell {
  readonly row: number;
  readonly column: number;
  readonly count: string;
  /** The shade of the cell, 3 being the darkest. */
  readonly level: 1 | 2 | 3;
  readonly bad: boolean;
  /** A text alternative for the cell. */
  readonly title: string;
  readonly href: string;
}

export interface MatrixPicture {
  readonly entries: readonly MatrixEntry[];
  readonly cells: readonly MatrixCell[];
  /** Marks the diagonal, because no entry sends to itself. */
  readonly noSelf: boolean;
  readonly label: string;
}

const CELL = 26;
const TITLE_WIDTH = 190;
const GAP = 2;

/** Draws a square that shows who sends to whom: rows send, columns receive. */
export function drawMatrix({ entries, cells, noSelf, label }: MatrixPicture): Drawing {
  const widest = Math.min(TITLE_WIDTH, Math.max(...entries.map(({ title }) => textWidth(title, 12))));
  const left = Math.ceil(widest) + 12;
  // Column headings lean by 60 degrees.
  const top = Math.ceil(widest * 0.87) + 20;
  const side = entries.length * CELL;
  const [width, height] = [left + side + Math.ceil(widest * 0.5) + 16, top + side + 2];
  const at = (index: number): number => index * CELL;
  const linked = (href: string | undefined, body: string): string =>
    href === undefined ? body : `<a href="${escapeText(href)}">${body}</a>`;
  const parts: string[] = [`<rect class="matrix-ground" x="${left}" y="${top}" width="${side}" height="${side}"/>`];
  for (const [index, { title, href, begins }] of entries.entries()) {
    const name = `<title>${escapeText(title)}</title>`;
    const shown = fitText(title, TITLE_WIDTH, { size: 12 });
    const own = at(index);
    const [x, y] = [left + own + CELL / 2 + 4, top - 8];
    parts.push(
      linked(href, `<g>${name}${drawText(shown, { x: left - 8, y: top + own + CELL / 2 + 4 }, "matrix-row")}</g>`),
      // The row has the same link: one is enough for readers who use the keyboard.
      `<g aria-hidden="true" transform="translate(${x} ${y}) rotate(-60)">${drawText(shown, { x: 0, y: 0 }, "matrix-column")}</g>`,
    );
    if (noSelf) parts.push(`<rect class="matrix-self" x="${left + own}" y="${top + own}" width="${CELL}" height="${CELL}"/>`);
    const line = begins === true || index === 0 ? "matrix-edge" : "matrix-line";
    parts.push(`<path class="${line}" d="M${left} ${top + own}h${side}M${left + own} ${top}v${side}"/>`);
  }
  parts.push(`<path class="matrix-edge" d="M${left} ${top + side}h${side}v${-side}"/>`);
  for (const { row, column, count, level, bad, title, href } of cells) {
    const [x, y] = [left + at(column) + GAP, top + at(row) + GAP];
    const size = CELL - 2 * GAP;
    const corner = bad ? `<path class="matrix-corner" d="M${x + size - 8} ${y}h8v8z"/>` : "";
    const shape = `<rect class="matrix-cell ${bad ? "matrix-bad" : `level${level}`}" x="${x}" y="${y}" width="${size}" height="${size}" rx="3"/>`;
    const number = drawText(count, { x: x + size / 2, y: y + size / 2 + 4 }, "matrix-count");
    parts.push(linked(href, `<title>${escapeText(title)}</title>${shape}${corner}${number}`));
  }
  const svg = `<svg class="matrix" role="group" aria-label="${escapeText(label)}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${parts.join("")}</svg>`;
  return { svg, width, height };
}
