import type { Box, Drawing, Point } from "./svg.ts";
import { drawArrow, drawBox, drawing, drawLabel, rowHeight, wholeWidth, wrappedWidth, wrapText } from "./svg.ts";

/** Boxes in a row with an arrow between neighbours: the path of a message, or of its reply. */
export interface Chain {
  readonly boxes: readonly Box[];
  readonly tone: "send" | "receive";
  /** The name of the message, above the first box. */
  readonly label?: string | undefined;
}

/** Several chains and a text alternative for them. */
export interface ChainsPicture {
  readonly chains: readonly Chain[];
  readonly label: string;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** How chains are laid out: the sizes of boxes and the distances between boxes and between chains. */
interface Layout {
  readonly width: number;
  /** The widths of the boxes in chains of `count` boxes. */
  readonly boxWidths: (chains: readonly Chain[], count: number) => readonly number[];
  readonly step: (box: Size) => Point;
  /** The height of a chain with boxes of this height. */
  readonly height: (count: number, boxHeight: number) => number;
  /** Both ends of an arrow, relative to the corner of the box it starts at. */
  readonly arrow: (box: Size) => readonly [Point, Point];
}

const ROW = 52;
const LINE = 16;
const BETWEEN = 20;
const SPACE = 36;
/**
 * The least width of a picture; it grows up to `most` only if a title does not fit in two lines. Pages scale the picture to their
 * column.
 */
const WIDTH = { least: 590, most: 720 };
/** Boxes up to this width keep their title on one line: breaking "other side" into two lines gains nothing. */
const SMALL = 160;
const BOX = { least: 96, most: 300 };

/** Shares a width among boxes. Each gets what it needs; if that is too much, the widest are cut to the same width. */
function shared(needs: readonly number[], room: number): number[] {
  let [left, open] = [room, needs.length];
  const widths: number[] = [];
  for (const need of needs.toSorted((a, b) => a - b)) {
    const width = Math.min(need, left / open);
    [left, open] = [left - width, open - 1];
    widths.push(width);
  }
  const widest = widths.at(-1) ?? room;
  const more = left / Math.max(needs.length, 1);
  return needs.map((need) => Math.min(BOX.most, Math.min(need, widest) + more));
}

/** Shrinks needs until their sum fits a room. Boxes shrink evenly, but none below its floor: the width it needs for two lines. */
function yielding(needs: readonly number[], floors: readonly number[], room: number): readonly number[] {
  const over = needs.reduce((sum, need) => sum + need, 0) - room;
  const given = needs.map((need, at) => Math.max(0, need - (floors[at] ?? need)));
  const all = given.reduce((sum, each) => sum + each, 0);
  if (over <= 0 || all === 0) return needs;
  return needs.map((need, at) => need - (given[at] ?? 0) * Math.min(1, over / all));
}

/** The boxes of all chains of `count` boxes, by column. */
function columnsOf(chains: readonly Chain[], count: number): Box[][] {
  const alike = chains.filter(({ boxes }) => boxes.length === count);
  return Array.from({ length: count }, (_, at) => alike.flatMap(({ boxes }) => boxes[at] ?? []));
}

function widest(boxes: readonly Box[], widthOf: (box: Box) => number): number {
  return Math.max(BOX.least, ...boxes.map(widthOf));
}

/** The width that arrows and edges take among `count` boxes. */
function between(count: number): number {
  return SPACE * (count - 1) + 2;
}

/** The width that a column needs if titles may break into two lines. Small boxes are not broken. */
function wrappedNeed(boxes: readonly Box[]): number {
  return Math.min(widest(boxes, wholeWidth), Math.max(SMALL, widest(boxes, wrappedWidth)));
}

/** The width of a picture in which no text is cut, or the greatest width allowed. */
function acrossWidth(chains: readonly Chain[]): number {
  const needs = chains.map(({ boxes: { length } }) => {
    return columnsOf(chains, length).reduce((sum, boxes) => sum + wrappedNeed(boxes), between(length));
  });
  return Math.min(WIDTH.most, Math.max(WIDTH.least, ...needs));
}

/** The widths of a chain's boxes. The application's box shrinks first: its name is in the header of every page, an address is only here. */
function acrossWidths(chains: readonly Chain[], count: number, width: number): number[] {
  const columns = columnsOf(chains, count);
  const whole = columns.map((boxes) => widest(boxes, wholeWidth));
  const wrapped = columns.map(wrappedNeed);
  const isApp = columns.map((boxes) => boxes.some(({ tone }) => tone === "app"));
  const room = width - between(count);
  const appFirst = yielding(whole, wrapped.map((each, at) => (isApp[at] ? each : Infinity)), room); // prettier-ignore
  return shared(yielding(appFirst, wrapped, room), room);
}

/** The layout from left to right, one line for each chain. */
function across(width: number): Layout {
  return {
    width,
    boxWidths: (chains, count) => acrossWidths(chains, count, width),
    step: (box) => ({ x: box.width + SPACE, y: 0 }),
    height: (_, boxHeight) => boxHeight,
    arrow: (box) => [
      { x: box.width, y: box.height / 2 },
      { x: box.width + SPACE - 2, y: box.height / 2 },
    ],
  };
}

const NARROW = 330;
const DROP = 28;

/** The layout from top to bottom, for narrow pages. */
const down: Layout = {
  width: NARROW,
  boxWidths: (_, count) => Array.from({ length: count }, () => NARROW - 2),
  step: ({ height }) => ({ x: 0, y: height + DROP }),
  height: (count, boxHeight) => count * (boxHeight + DROP) - DROP,
  arrow: ({ width, height }) => [
    { x: width / 2, y: height + 2 },
    { x: width / 2, y: height + DROP - 4 },
  ],
};

/** Draws the boxes of a chain at one height, and returns their total height. */
function drawChain(
  { boxes, tone }: Chain,
  top: number,
  { layout, chains }: { readonly layout: Layout; readonly chains: readonly Chain[] },
): { readonly drawn: readonly string[]; readonly height: number } {
  const widths = layout.boxWidths(chains, boxes.length);
  const height = Math.max(...boxes.map((box, index) => rowHeight([box], widths[index] ?? 0, ROW)));
  let at: Point = { x: 1, y: top };
  const drawn = boxes.flatMap((box, index) => {
    const size = { width: widths[index] ?? 0, height };
    const { x, y } = at;
    const [from, to] = layout.arrow(size).map((point): Point => ({ x: x + point.x, y: y + point.y }));
    const step = layout.step(size);
    at = { x: x + step.x, y: y + step.y };
    const shape = drawBox(box, { x, y, ...size });
    return from && to && index < boxes.length - 1 ? [shape, drawArrow(from, to, tone)] : [shape];
  });
  return { drawn, height: layout.height(boxes.length, height) };
}

/** The name of the message in up to two lines above its chain. */
function drawHead({ label }: Chain, top: number, layout: Layout): { readonly drawn: readonly string[]; readonly height: number } {
  const width = layout.width - 4;
  const lines = label === undefined ? [] : wrapText(label, width, { size: 12, lines: 2 });
  const drawn = lines.map((line, at) => drawLabel(line, { x: 2, y: top + 12 + at * LINE }, width));
  return { drawn, height: lines.length * LINE + (lines.length > 0 ? 6 : 0) };
}

function drawAll({ chains, label }: ChainsPicture, layout: Layout): Drawing {
  let y = 1;
  const parts = chains.flatMap((chain, index) => {
    const top = y + (index === 0 ? 0 : BETWEEN);
    const head = drawHead(chain, top, layout);
    const { drawn, height } = drawChain(chain, top + head.height, { layout, chains });
    y = top + head.height + height;
    return [...head.drawn, ...drawn];
  });
  return drawing(parts, { width: layout.width, height: y + 2, label });
}

/** Draws chains one below the other, a request above its reply. */
export function drawChains(picture: ChainsPicture): Drawing {
  return drawAll(picture, across(acrossWidth(picture.chains)));
}

/** The same for narrow pages: each chain goes down. */
export function drawChainsNarrow(picture: ChainsPicture): Drawing {
  return drawAll(picture, down);
}
