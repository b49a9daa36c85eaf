import type { Box, Drawing } from "./svg.ts";
import { drawArrow, drawBox, drawing, rowHeight } from "./svg.ts";

/** A thing and what refers to it. All of it is drawn, so pass only the referrers that matter. */
export interface ReferrersPicture {
  readonly target: Box;
  readonly referrers: readonly Box[];
  readonly label: string;
}

const WIDTH = 760;
const BOX = 300;
const ROW = 48;
const GAP = 12;

/** What refers to a thing, as boxes that point at it. */
export function drawReferrers({ target, referrers, label }: ReferrersPicture): Drawing {
  const row = rowHeight([target, ...referrers], BOX, ROW);
  const height = Math.max(referrers.length * (row + GAP) - GAP, row) + 2;
  const center = { x: WIDTH - BOX - 1, y: (height - row) / 2, width: BOX, height: row };
  const parts = referrers.flatMap((box, index) => {
    const rect = { x: 1, y: 1 + index * (row + GAP), width: BOX, height: row };
    return [drawArrow({ x: BOX + 1, y: rect.y + row / 2 }, { x: center.x - 2, y: center.y + row / 2 }, "plain"), drawBox(box, rect)];
  });
  parts.push(drawBox({ ...target, tone: "app" }, center));
  return drawing(parts, { width: WIDTH, height, label });
}

const NARROW = 330;
const DROP = 34;

/** The same for narrow pages: the thing below all that refers to it. */
export function drawReferrersNarrow({ target, referrers, label }: ReferrersPicture): Drawing {
  const row = rowHeight([target, ...referrers], NARROW - 2, ROW);
  const rect = (index: number) => ({ x: 1, y: 1 + index * (row + GAP), width: NARROW - 2, height: row });
  const end = referrers.length * (row + GAP) - GAP + 1;
  const arrow = drawArrow({ x: NARROW / 2, y: end + 2 }, { x: NARROW / 2, y: end + DROP - 4 }, "plain");
  const boxes = referrers.map((box, index) => drawBox(box, rect(index)));
  const below = { ...rect(0), y: end + DROP };
  return drawing([...boxes, arrow, drawBox({ ...target, tone: "app" }, below)], { width: NARROW, height: below.y + row + 1, label });
}
