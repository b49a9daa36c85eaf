import type { Box, Drawing } from "./svg.ts";
import { drawArrow, drawBox, drawing, drawLabel } from "./svg.ts";

/** Boxes from left to right with an arrow between neighbours: the way of a message, and of its reply on a second line. */
export interface Chain {
  readonly boxes: readonly Box[];
  readonly tone: "send" | "receive";
  /** What travels, written over the first arrow. */
  readonly label?: string | undefined;
}

const WIDTH = 720;
const ROW = 58;
const LINE = 104;
const SPACE = 48;

function drawChain(chain: Chain, top: number): string[] {
  const count = chain.boxes.length;
  const width = Math.min(300, (WIDTH - SPACE * (count - 1) - 2) / Math.max(count, 1));
  const parts: string[] = [];
  chain.boxes.forEach((box, index) => {
    const x = 1 + index * (width + SPACE);
    if (index > 0) parts.push(drawArrow({ x: x - SPACE, y: top + ROW / 2 }, { x: x - 2, y: top + ROW / 2 }, chain.tone));
    parts.push(drawBox(box, { x, y: top, width, height: ROW }));
  });
  if (chain.label !== undefined) parts.push(drawLabel(chain.label, { x: 2, y: top - 10 }, WIDTH / 2));
  return parts;
}

/** Draws chains one below the other: a request over its reply. */
export function drawChains(chains: readonly Chain[], label: string): Drawing {
  const parts = chains.flatMap((chain, index) => drawChain(chain, 24 + index * LINE));
  return drawing(parts, { width: WIDTH, height: 24 + chains.length * LINE - (LINE - ROW) + 2, label });
}
