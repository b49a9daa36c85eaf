import type { Box, Drawing, Point, Rect } from "./svg.ts";
import { drawArrow, drawBox, drawCentered, drawing, drawLabel, fitsBox, rowHeight } from "./svg.ts";

/** An application, what it receives and what it sends. The caller chooses the point of view with tones and labels. */
export interface ApplicationPicture {
  readonly application: { readonly title: string; readonly detail: string };
  readonly receives: ApplicationSide;
  readonly sends: ApplicationSide;
  /** The width of the application's box on a wide page, for long texts in it. */
  readonly width?: number;
  /** A text alternative for the whole picture. */
  readonly label: string;
}

/** One column of boxes and its heading. */
export interface ApplicationSide {
  readonly label: string;
  readonly tone: "send" | "receive";
  readonly boxes: readonly Box[];
}

const ROW = 48;
const GAP = 10;
const HEAD = 26;
const APP = 96;

function heightOf({ boxes }: ApplicationSide, row: number): number {
  return boxes.length * (row + GAP) - GAP;
}

function boxesOf(side: ApplicationSide, first: Rect): { readonly box: Box; readonly rect: Rect }[] {
  return side.boxes.map((box, index) => ({
    box: { ...box, tone: box.tone ?? side.tone },
    rect: { ...first, y: first.y + index * (first.height + GAP) },
  }));
}

/** Where the arrow of a row meets the application's box: rows are spread along its side, as near to their boxes as possible. */
function port(app: Rect, row: { readonly index: number; readonly count: number }, x: number): Point {
  const step = Math.min(app.height / (row.count + 1), 26);
  return { x, y: app.y + app.height / 2 + (row.index - (row.count - 1) / 2) * step };
}

const WIDE = { width: 780, side: 272, app: 132 } as const;

/** Draws three columns: what it receives, the application, what it sends. If it only receives or only sends, there are two. */
export function drawApplication(picture: ApplicationPicture): Drawing {
  const { receives, sends, application } = picture;
  const both = receives.boxes.length > 0 && sends.boxes.length > 0;
  const { width: own = WIDE.app } = picture;
  const sideWidth = WIDE.side - (own - WIDE.app) / 2;
  const width = both ? WIDE.width : (WIDE.width + own) / 2;
  const row = rowHeight([...receives.boxes, ...sends.boxes], sideWidth, ROW);
  const height = Math.max(heightOf(receives, row), heightOf(sends, row), APP);
  const x = receives.boxes.length > 0 ? (WIDE.width - own) / 2 : 1;
  const appHeight = Math.min(Math.max(height * 0.6, APP), 240);
  const app = { x, y: HEAD + (height - appHeight) / 2, width: own, height: appHeight };
  const parts: string[] = [];
  const column = (
    side: ApplicationSide,
    left: number,
    arrow: (box: Rect, end: { index: number; count: number }) => [Point, Point],
  ): void => {
    const count = side.boxes.length;
    if (count === 0) return;
    const top = HEAD + (height - heightOf(side, row)) / 2;
    parts.push(drawLabel(side.label, { x: left + 2, y: top - 10 }, sideWidth));
    boxesOf(side, { x: left, y: top, width: sideWidth, height: row }).forEach(({ box, rect }, index) => {
      const [from, to] = arrow(rect, { index, count });
      parts.push(drawArrow(from, to, box.tone === "bad" ? "bad" : side.tone), drawBox(box, rect));
    });
  };
  column(receives, 1, (box, end) => [{ x: box.x + box.width, y: box.y + row / 2 }, port(app, end, app.x - 3)]);
  column(sends, width - sideWidth - 1, (box, end) => [port(app, end, app.x + app.width), { x: box.x - 3, y: box.y + row / 2 }]);
  parts.push(drawCentered(application, app));
  return drawing(parts, { width, height: HEAD + height + 2, label: picture.label });
}

const NARROW = 330;
const STEP = 34;

/** Whether a narrow page shows boxes in pairs: only if there are many and no text would be cut. */
function byTwo({ boxes }: ApplicationSide): boolean {
  const room = (NARROW - 2 - GAP) / 2;
  return boxes.length > 4 && boxes.every((box) => fitsBox(box, room));
}

/** The boxes of a side for a narrow page, and their total height. */
function narrowBoxes(side: ApplicationSide, top: number): { readonly drawn: readonly string[]; readonly height: number } {
  const columns = byTwo(side) ? 2 : 1;
  const width = (NARROW - 2 - (columns - 1) * GAP) / columns;
  const height = rowHeight(side.boxes, width, ROW);
  const drawn = side.boxes.map((box, index) => {
    const x = 1 + (index % columns) * (width + GAP);
    return drawBox({ ...box, tone: box.tone ?? side.tone }, { x, y: top + Math.floor(index / columns) * (height + GAP), width, height });
  });
  return { drawn, height: Math.ceil(side.boxes.length / columns) * (height + GAP) - GAP };
}

/** Draws one column for narrow pages: what it receives above the application, what it sends below. */
export function drawApplicationNarrow(picture: ApplicationPicture): Drawing {
  const parts: string[] = [];
  let y = 0;
  const side = (each: ApplicationSide): void => {
    if (each.boxes.length === 0) return;
    parts.push(drawLabel(each.label, { x: 2, y: y + 14 }, NARROW));
    const { drawn, height } = narrowBoxes(each, y + HEAD);
    parts.push(...drawn);
    y += HEAD + height;
  };
  const arrow = (tone: "send" | "receive"): void => {
    parts.push(drawArrow({ x: NARROW / 2, y: y + 2 }, { x: NARROW / 2, y: y + STEP - 4 }, tone));
    y += STEP;
  };
  side(picture.receives);
  if (picture.receives.boxes.length > 0) arrow(picture.receives.tone);
  parts.push(drawCentered(picture.application, { x: 1, y: y + 1, width: NARROW - 2, height: APP - 12 }));
  y += APP - 10;
  if (picture.sends.boxes.length > 0) arrow(picture.sends.tone);
  side(picture.sends);
  return drawing(parts, { width: NARROW, height: y + 2, label: picture.label });
}
