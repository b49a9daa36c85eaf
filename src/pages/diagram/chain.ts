import type { Box, Drawing, Point } from "./svg.ts";
import { drawArrow, drawBox, drawing, drawLabel, rowHeight, wholeWidth, wrappedWidth } from "./svg.ts";
import { wrapText } from "./text-width.ts";

/** Boxes from first to last with an arrow between neighbours: the way of a message, and of its reply after it. */
export interface Chain {
  readonly boxes: readonly Box[];
  readonly tone: "send" | "receive";
  /** What travels, written over the first box. */
  readonly label?: string | undefined;
}

/** Several chains, and what is said of them to those who do not see them. */
export interface ChainsPicture {
  readonly chains: readonly Chain[];
  readonly label: string;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** How chains lie: the size of a box, the way from one to the next, and from one chain to the next. */
interface Layout {
  readonly width: number;
  /** The widths of a chain's boxes, the same for all chains of so many. */
  readonly boxWidths: (chains: readonly Chain[], count: number) => readonly number[];
  readonly step: (box: Size) => Point;
  /** How high a chain is whose boxes are so high. */
  readonly height: (count: number, boxHeight: number) => number;
  /** Where an arrow ends, seen from the corner of the box that it starts at. */
  readonly arrow: (box: Size) => readonly [Point, Point];
}

const ROW = 52;
const LINE = 16;
const BETWEEN = 20;
const SPACE = 36;
/** A picture is as wide as this, and wider only where two lines a title are not enough: pages scale it to their column. */
const WIDTH = { least: 590, most: 720 };
/** Boxes up to this wide stay whole: breaking "other side" into two lines wins nothing. */
const SMALL = 160;
const LEAST = 96;
const MOST = 300;

/** Widths that share a room: each as it needs, the widest ones cut to the same where that is too much. */
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
  return needs.map((need) => Math.min(MOST, Math.min(need, widest) + more));
}

/** What boxes need where their sum is too much for a room: those that yield give way evenly, down to what they need in two lines. */
function yielding(needs: readonly number[], floors: readonly number[], room: number): readonly number[] {
  const over = needs.reduce((sum, need) => sum + need, 0) - room;
  const given = needs.map((need, at) => Math.max(0, need - (floors[at] ?? need)));
  const all = given.reduce((sum, each) => sum + each, 0);
  if (over <= 0 || all === 0) return needs;
  return needs.map((need, at) => need - (given[at] ?? 0) * Math.min(1, over / all));
}

/** The boxes that stand one below the other in all chains of so many. */
function columnsOf(chains: readonly Chain[], count: number): Box[][] {
  const alike = chains.filter(({ boxes }) => boxes.length === count);
  return Array.from({ length: count }, (_, at) => alike.flatMap(({ boxes }) => boxes[at] ?? []));
}

function widest(boxes: readonly Box[], widthOf: (box: Box) => number): number {
  return Math.max(LEAST, ...boxes.map(widthOf));
}

/** What the arrows and the edges of so many boxes take. */
function between(count: number): number {
  return SPACE * (count - 1) + 2;
}

/** What a column of boxes needs where titles are broken into two lines: a small box is not. */
function wrappedNeed(boxes: readonly Box[]): number {
  return Math.min(widest(boxes, wholeWidth), Math.max(SMALL, widest(boxes, wrappedWidth)));
}

/** The width of a picture in which no text is cut, or the most that there may be. */
function acrossWidth(chains: readonly Chain[]): number {
  const needs = chains.map(({ boxes: { length } }) => {
    return columnsOf(chains, length).reduce((sum, boxes) => sum + wrappedNeed(boxes), between(length));
  });
  return Math.min(WIDTH.most, Math.max(WIDTH.least, ...needs));
}

/** The application gives way first: its name stands over every page, an address only here. */
function acrossWidths(chains: readonly Chain[], count: number, width: number): number[] {
  const columns = columnsOf(chains, count);
  const whole = columns.map((boxes) => widest(boxes, wholeWidth));
  const wrapped = columns.map(wrappedNeed);
  const isApp = columns.map((boxes) => boxes.some(({ tone }) => tone === "app"));
  const room = width - between(count);
  const appFirst = yielding(whole, wrapped.map((each, at) => (isApp[at] ? each : Infinity)), room); // prettier-ignore
  return shared(yielding(appFirst, wrapped, room), room);
}

/** From left to right, a line a chain. */
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

/** From top to bottom, for narrow pages. */
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

/** The layout of one picture: how wide the boxes of its chains are. */
interface Placing {
  readonly layout: Layout;
  readonly chains: readonly Chain[];
}

/** The boxes of a chain, all of one height, and how high they are together. */
function drawChain(
  { boxes, tone }: Chain,
  top: number,
  { layout, chains }: Placing,
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

/** What travels, in up to two lines over its chain. */
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

/** Draws chains one below the other, a request over its reply. */
export function drawChains(picture: ChainsPicture): Drawing {
  return drawAll(picture, across(acrossWidth(picture.chains)));
}

/** The same for narrow pages: each chain goes down. */
export function drawChainsNarrow(picture: ChainsPicture): Drawing {
  return drawAll(picture, down);
}
