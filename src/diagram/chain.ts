import type { Box, Drawing, Point } from "./svg.ts";
import { drawArrow, drawBox, drawing, drawLabel } from "./svg.ts";
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
  readonly boxWidth: (count: number) => number;
  readonly step: (boxWidth: number) => Point;
  readonly height: (count: number) => number;
  /** Where an arrow ends, seen from the corner of the box that it starts at. */
  readonly arrow: (boxWidth: number) => readonly [Point, Point];
}

const ROW = 52;
const LINE = 16;
const BETWEEN = 20;
const SPACE = 48;
const WIDTH = 720;

/** From left to right, a line a chain. */
const across: Layout = {
  width: WIDTH,
  boxWidth: (count) => Math.min(300, (WIDTH - SPACE * (count - 1) - 2) / Math.max(count, 1)),
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
  boxWidth: () => NARROW - 2,
  step: () => ({ x: 0, y: ROW + DROP }),
  height: (count) => count * (ROW + DROP) - DROP,
  arrow: (width) => [
    { x: width / 2, y: ROW + 2 },
    { x: width / 2, y: ROW + DROP - 4 },
  ],
};

function drawChain({ boxes, tone }: Chain, top: number, layout: Layout): string[] {
  const width = layout.boxWidth(boxes.length);
  const step = layout.step(width);
  const [from, to] = layout.arrow(width);
  const parts = boxes.flatMap((box, index) => {
    const at = { x: 1 + index * step.x, y: top + index * step.y };
    const by = ({ x, y }: Point): Point => ({ x: at.x + x, y: at.y + y });
    const drawn = drawBox(box, { ...at, width, height: ROW });
    return index < boxes.length - 1 ? [drawn, drawArrow(by(from), by(to), tone)] : [drawn];
  });
  return parts;
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
    return [...head.drawn, ...drawChain(chain, top + head.height, layout)];
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
