import type { Box, Drawing } from "./svg.ts";
import { drawArrow, drawBox, drawing } from "./svg.ts";

const WIDTH = 760;
const BOX = 300;
const ROW = 48;
const GAP = 12;

/** What refers to a thing, drawn as boxes that point at it. Drawn whole: keep to those that matter before. */
export function drawReferrers(target: Box, referrers: readonly Box[], label: string): Drawing {
  const height = Math.max(referrers.length * (ROW + GAP) - GAP, ROW) + 2;
  const center = { x: WIDTH - BOX - 1, y: (height - ROW) / 2, width: BOX, height: ROW };
  const parts = referrers.flatMap((box, index) => {
    const rect = { x: 1, y: 1 + index * (ROW + GAP), width: BOX, height: ROW };
    return [drawArrow({ x: BOX + 1, y: rect.y + ROW / 2 }, { x: center.x - 2, y: center.y + ROW / 2 }, "plain"), drawBox(box, rect)];
  });
  parts.push(drawBox({ ...target, tone: "app" }, center));
  return drawing(parts, { width: WIDTH, height, label });
}
