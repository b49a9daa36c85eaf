import type { Box, Drawing } from "./svg.ts";
import { drawArrow, drawBox, drawing } from "./svg.ts";

/** A thing and what refers to it. Drawn whole: keep to those that matter before. */
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
  const height = Math.max(referrers.length * (ROW + GAP) - GAP, ROW) + 2;
  const center = { x: WIDTH - BOX - 1, y: (height - ROW) / 2, width: BOX, height: ROW };
  const parts = referrers.flatMap((box, index) => {
    const rect = { x: 1, y: 1 + index * (ROW + GAP), width: BOX, height: ROW };
    return [drawArrow({ x: BOX + 1, y: rect.y + ROW / 2 }, { x: center.x - 2, y: center.y + ROW / 2 }, "plain"), drawBox(box, rect)];
  });
  parts.push(drawBox({ ...target, tone: "app" }, center));
  return drawing(parts, { width: WIDTH, height, label });
}

const NARROW = 330;
const DROP = 34;

/** The same for narrow pages: the thing below all that refers to it. */
export function drawReferrersNarrow({ target, referrers, label }: ReferrersPicture): Drawing {
  const rect = (index: number) => ({ x: 1, y: 1 + index * (ROW + GAP), width: NARROW - 2, height: ROW });
  const end = referrers.length * (ROW + GAP) - GAP + 1;
  const arrow = drawArrow({ x: NARROW / 2, y: end + 2 }, { x: NARROW / 2, y: end + DROP - 4 }, "plain");
  const boxes = referrers.map((box, index) => drawBox(box, rect(index)));
  const below = { ...rect(0), y: end + DROP };
  return drawing([...boxes, arrow, drawBox({ ...target, tone: "app" }, below)], { width: NARROW, height: below.y + ROW + 1, label });
}
