import type { Box, Drawing, Point } from "./svg.ts";
import { drawArrow, drawBox, drawing, drawLabel, wholeWidth } from "./svg.ts";
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

/** How chains lie: the size of a box, the way from one to the next, and from one chain to the next. */
interface Layout {
  readonly width: number;
  /** The widths of a chain's boxes, the same for all chains of so many. */
  readonly boxWidths: (chains: readonly Chain[], count: number) => readonly number[];
  readonly step: (boxWidth: number) => Point;
  readonly height: (count: number) => number;
  /** Where an arrow ends, seen from the corner of the box that it starts at. */
  readonly arrow: (boxWidth: number) => readonly [Point, Point];
}

const ROW = 52;
const LINE = 16;
const BETWEEN = 20;
const SPACE = 36;
/** About what the column of an operation's page has room for, so that texts are shown in their own size. */
const WIDTH = 590;
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

/** What the application gives way to: its name stands over every page, an address only here. */
const APPLICATION = 120;

function yielding(needs: readonly number[], chains: readonly Chain[], room: number): readonly number[] {
  const isApp = needs.map((_, at) => chains.some(({ boxes }) => boxes[at]?.tone === "app"));
  const over = needs.reduce((sum, need) => sum + need, 0) - room;
  const each = Math.max(0, over) / Math.max(1, isApp.filter(Boolean).length);
  return needs.map((need, at) => (isApp[at] ? Math.max(Math.min(need, APPLICATION), need - each) : need));
}

function acrossWidths(chains: readonly Chain[], count: number): number[] {
  const alike = chains.filter(({ boxes }) => boxes.length === count);
  const needs = Array.from({ length: count }, (_, at) => Math.max(LEAST, ...alike.flatMap(({ boxes }) => boxes[at] ?? []).map(wholeWidth)));
  const room = WIDTH - SPACE * (count - 1) - 2;
  return shared(yielding(needs, alike, room), room);
}

/** From left to right, a line a chain. */
const across: Layout = {
  width: WIDTH,
  boxWidths: acrossWidths,
  step: (width) => ({ x: width + SPACE, y: 0 }),
  height: () => ROW,
  arrow: (width) => [
    { x: width, y: ROW / 2 },
    { x: width + SPACE - 2, y: ROW / 2 },
  ],
};

const NARROW = 330;
const DROP = 28;

/** From top to bottom, for narrow pages. */
const down: Layout = {
  width: NARROW,
  boxWidths: (_, count) => Array.from({ length: count }, () => NARROW - 2),
  step: () => ({ x: 0, y: ROW + DROP }),
  height: (count) => count * (ROW + DROP) - DROP,
  arrow: (width) => [
    { x: width / 2, y: ROW + 2 },
    { x: width / 2, y: ROW + DROP - 4 },
  ],
};

/** The layout of one picture: how wide the boxes of its chains are. */
interface Placing {
  readonly layout: Layout;
  readonly chains: readonly Chain[];
}

function drawChain({ boxes, tone }: Chain, top: number, { layout, chains }: Placing): string[] {
  const widths = layout.boxWidths(chains, boxes.length);
  let at: Point = { x: 1, y: top };
  return boxes.flatMap((box, index) => {
    const width = widths[index] ?? 0;
    const { x, y } = at;
    const [from, to] = layout.arrow(width).map((point): Point => ({ x: x + point.x, y: y + point.y }));
    const step = layout.step(width);
    at = { x: x + step.x, y: y + step.y };
    const drawn = drawBox(box, { x, y, width, height: ROW });
    return from && to && index < boxes.length - 1 ? [drawn, drawArrow(from, to, tone)] : [drawn];
  });
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
    y = top + head.height + layout.height(chain.boxes.length);
    return [...head.drawn, ...drawChain(chain, top + head.height, { layout, chains })];
  });
  return drawing(parts, { width: layout.width, height: y + 2, label });
}

/** Draws chains one below the other, a request over its reply. */
export function drawChains(picture: ChainsPicture): Drawing {
  return drawAll(picture, across);
}

/** The same for narrow pages: each chain goes down. */
export function drawChainsNarrow(picture: ChainsPicture): Drawing {
  return drawAll(picture, down);
}
