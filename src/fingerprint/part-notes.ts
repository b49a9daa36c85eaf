import { partitionPoint } from "#json";
import type { Tile } from "#source";
import { lineStarts } from "#source";
import { hashOf } from "./merkle.ts";
import type { Part } from "./parts.ts";
import { shapeOf } from "./shape.ts";

/** What is noted of a part, so that a later run can tell what of it has changed. */
export interface PartNote {
  /** Its file and the keys that lead to it. */
  readonly name: string;
  /** All of its text, as a hash. */
  readonly text: string;
  /** The line of its file that it begins on, from 1. */
  readonly line: number;
  /** The same where only values differ that matter to nothing but what shows them, and stand on the same lines; as a hash. */
  readonly shape: string;
  /** Values under a key `$ref`. */
  readonly references: number;
}

/** Components that others only show: all else of them is known at more places, such as where a site says what there is. */
const SHOWN = new Set(["schemas", "messages", "messageTraits", "operationTraits", "parameters", "channels", "operations"]);

/** Whether something of a part of the main document may change without a word on anything but what leads to it. */
export function isShown({ path }: Tile): boolean {
  const [field = "", kind = ""] = path;
  if (field === "components") return path.length === 3 && SHOWN.has(kind);
  return path.length === 2 && (field === "channels" || field === "operations");
}

/** How a part's value is read for its shape. */
function readingOf(tile: Tile, isMain: boolean): "keywords" | "info" | "fixed" {
  if (!isMain) return tile.path.length > 0 ? "keywords" : "fixed";
  if (isShown(tile)) return "keywords";
  return tile.path.length === 1 && tile.path[0] === "info" ? "info" : "fixed";
}

/** What is noted of a part; `before` is what another run noted, of this one perhaps. */
export function noteOf({ file, tile, words }: Part, { isMain, before }: { isMain: boolean; before: PartNote | undefined }): PartNote {
  const starts = lineStarts(file);
  const lineOf = (offset: number): number => partitionPoint(starts.length, (index) => (starts[index] ?? 0) <= offset);
  const line = lineOf(tile.start);
  const { name } = tile.said;
  const text = words.whole;
  if (before?.name === name && before.text === text) return before.line === line ? before : { ...before, line };
  if (!tile.node) return { name, text, line, shape: text, references: 0 };
  const shape = shapeOf(tile.node, readingOf(tile, isMain), (offset) => lineOf(offset) - line);
  return { name, text, line, shape: hashOf([shape.text]), references: shape.references };
}
