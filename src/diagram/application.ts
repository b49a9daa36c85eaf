import type { Box, Drawing, Point, Rect } from "./svg.ts";
import { drawArrow, drawBox, drawing, drawLabel } from "./svg.ts";

/** An application with what it receives on the left and what it sends on the right. */
export interface ApplicationPicture {
  readonly application: Box;
  readonly receives: readonly Box[];
  readonly sends: readonly Box[];
  /** Said of the whole picture to those who do not see it. */
  readonly label: string;
  /** Heads of the columns. */
  readonly receivesLabel: string;
  readonly sendsLabel: string;
}

const WIDTH = 1000;
const SIDE = 300;
const CENTER = 220;
const ROW = 50;
const GAP = 14;
const HEAD = 26;

/** The column of boxes on one side, centred on the height of the picture. */
function column(boxes: readonly Box[], x: number, height: number): { readonly box: Box; readonly rect: Rect }[] {
  const all = boxes.length * (ROW + GAP) - GAP;
  const top = HEAD + (height - HEAD - all) / 2;
  return boxes.map((box, index) => ({ box, rect: { x, y: top + index * (ROW + GAP), width: SIDE, height: ROW } }));
}

/** Where arrows meet the application's side: spread over it, in the order of the boxes. */
function port(app: Rect, side: { readonly x: number; readonly index: number; readonly count: number }): Point {
  const step = app.height / (side.count + 1);
  return { x: side.x, y: app.y + step * (side.index + 1) };
}

/** Draws an application. Both columns are drawn whole: group what is many before. */
export function drawApplication(picture: ApplicationPicture): Drawing {
  const { receives, sends } = picture;
  const rows = Math.max(receives.length, sends.length, 1);
  const height = HEAD + Math.max(rows * (ROW + GAP) - GAP, 110);
  const appHeight = Math.min(height - HEAD, 260);
  const app = { x: (WIDTH - CENTER) / 2, y: HEAD + (height - HEAD - appHeight) / 2, width: CENTER, height: appHeight };
  const parts: string[] = [];
  if (receives.length > 0) parts.push(drawLabel(picture.receivesLabel, { x: 2, y: 12 }, SIDE));
  if (sends.length > 0) parts.push(drawLabel(picture.sendsLabel, { x: WIDTH - SIDE + 2, y: 12 }, SIDE));
  column(receives, 1, height).forEach(({ box, rect }, index) => {
    const to = port(app, { x: app.x - 2, index, count: receives.length });
    parts.push(drawArrow({ x: rect.x + SIDE, y: rect.y + ROW / 2 }, to, "receive"), drawBox({ tone: "receive", ...box }, rect));
  });
  column(sends, WIDTH - SIDE - 1, height).forEach(({ box, rect }, index) => {
    const from = port(app, { x: app.x + CENTER, index, count: sends.length });
    parts.push(drawArrow(from, { x: rect.x - 2, y: rect.y + ROW / 2 }, "send"), drawBox({ tone: "send", ...box }, rect));
  });
  parts.push(drawBox({ ...picture.application, tone: "app" }, app));
  return drawing(parts, { width: WIDTH, height: height + 2, label: picture.label });
}
