import type { Node, Place, TextFile } from "#json";
import type { Documents } from "#reference";
import { lineStarts } from "#source";
import type { PartNote } from "./part-notes.ts";
import { isShown } from "./part-notes.ts";
import type { Part, Parts } from "./parts.ts";
import { spread } from "./spread.ts";

/** What is no longer as it was in an earlier run, of documents that are made of the same things in the same places. */
export interface Touched {
  /** Whether what is at a place, what it leads to, or what is near that has changed. Says so too often rather than too rarely. */
  reaches(place: Place): boolean;
  /** Whether a value that is a part by itself says what it said, in all its words but not in what it leads to; `undefined` of any other. */
  isSame(node: Node): boolean | undefined;
  /** Whether some of the lines of a file have changed; from 1, both included. */
  within(file: TextFile, first: number, last: number): boolean;
}

/** Documents in parts, and which lead to which. */
export interface Connected {
  readonly documents: Documents;
  readonly parts: Parts;
  readonly targets: readonly (readonly number[])[];
}

/** The parts whose text has changed; `undefined` where more than values has, or where they stand elsewhere. */
function changedParts(before: readonly PartNote[], now: readonly PartNote[]): readonly number[] | undefined {
  const isAlike = ({ name, line, shape }: PartNote, index: number): boolean => {
    const other = before[index];
    return other?.name === name && other.line === line && other.shape === shape;
  };
  if (before.length !== now.length || !now.every(isAlike)) return undefined;
  return now.flatMap(({ text }, index) => (text === before[index]?.text ? [] : [index]));
}

/** How many steps there are at most from what a page is of to what tells of it there: a message, its channel, its operations. */
const NEAR = 2;

/** Some parts with those that they lead to in few steps. */
function withNear(parts: readonly number[], targets: Connected["targets"]): ReadonlySet<number> {
  const found = new Set(parts);
  let last = parts;
  for (let step = 0; step < NEAR; step += 1) {
    last = last.flatMap((part) => targets[part] ?? []).filter((part) => !found.has(part));
    for (const part of last) found.add(part);
  }
  return found;
}

/** Whether a part is all of a file, which leads to everything in it. */
const isWhole = ({ tile }: Part): boolean => tile.path.length === 0;

/** Whether anything may depend on a part: what it says may be shown on every page. */
function isEverywhere({ file, tile }: Part, { main }: Documents): boolean {
  return file === main && tile.path.length > 0 && !isShown(tile) && tile.path[0] !== "info";
}

function lineRange({ file, tile }: Part): { readonly file: TextFile; readonly first: number; readonly last: number } {
  const starts = lineStarts(file);
  const lineOf = (offset: number): number => starts.findLastIndex((start) => start <= offset) + 1;
  return { file, first: lineOf(tile.start), last: lineOf(tile.end) };
}

export function touched(connected: Connected, before: readonly PartNote[], now: readonly PartNote[]): Touched | undefined {
  const { documents, parts, targets } = connected;
  const changed = changedParts(before, now);
  // What is written as a reference and is none to us may be followed all the same, as pointers into `$defs` are.
  const references = now.reduce((sum, note) => sum + note.references, 0);
  if (!changed || references !== documents.edges.length) return undefined;
  const above = spread(targets, changed);
  if (parts.all.some((part, index) => above(index) && isEverywhere(part, documents))) return undefined;
  // Who looks something up by its name leads to we know not what.
  const lookups = parts.all.flatMap(({ words }, index) => (words.looksUpNames ? [index] : []));
  const leading = spread(targets, [...changed, ...lookups]);
  const reached = parts.all.flatMap((part, index) => (leading(index) && !(isWhole(part) && part.file === documents.main) ? [index] : []));
  const near = withNear(reached, targets);
  const anew = changed.flatMap((index) => parts.all[index] ?? []);
  const ranges = anew.map(lineRange);
  const changedNodes = new Set(anew.map(({ tile }) => tile.node));
  const nodes = new Set(parts.all.map(({ tile }) => tile.node));
  return {
    reaches(place) {
      const { part } = parts.spotOf(place);
      return part === -1 || near.has(part);
    },
    isSame: (node) => (nodes.has(node) ? !changedNodes.has(node) : undefined),
    within: (file, first, last) => ranges.some((range) => range.file === file && range.first <= last && range.last >= first),
  };
}
