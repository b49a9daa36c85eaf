import type { Entry, Node, TextFile } from "../json/index.ts";
import { entriesOf } from "../json/index.ts";
import { isTree } from "./convert-yaml.ts";

/** What a tile says. The same object in one version of a file after the other, as long as nothing of it has changed. */
export interface Said {
  /** Its file and the keys that lead to it, as JSON. */
  readonly name: string;
  /** Where its line begins decides what its indentation means, and a flow collection has rules of its own. */
  readonly surroundings: string;
  /** What is known of it besides, for {@link TileNotes} alone. */
  readonly notes: unknown[];
}

/** A stretch of a file. The tiles of a file are all of its text, without a gap. */
export interface Tile {
  /** The keys that lead to what is written there; empty for what stands before the first key. */
  readonly path: readonly string[];
  readonly start: number;
  readonly end: number;
  /** The value under the last key, where all of it is written here; of a file that is one tile its whole value. */
  readonly node?: Node;
  readonly said: Said;
}

/** A file in tiles. */
export interface TiledFile {
  readonly file: TextFile;
  readonly tiles: readonly Tile[];
}

/** The files as they were tiled last, by their ids. */
export interface TileMemo {
  get(id: string): TiledFile | undefined;
  set(id: string, tiled: TiledFile): void;
}

/** Fields of a document whose entries are parts of their own, and how many maps deep these are. */
const DEPTH: ReadonlyMap<string, number> = new Map([
  ["servers", 1],
  ["channels", 1],
  ["operations", 1],
  ["components", 2],
]);

type Start = Pick<Tile, "path" | "start" | "node">;

interface Below {
  readonly path: readonly string[];
  readonly depth: number;
}

function addStarts(starts: Start[], { start, value }: Entry, { path, depth }: Below): void {
  const inside = depth > 0 ? entriesOf(value) : [];
  starts.push(inside.length > 0 ? { path, start } : { path, start, node: value });
  for (const each of inside) addStarts(starts, each, { path: [...path, each.key], depth: depth - 1 });
}

function startsOf(root: Node): Start[] {
  const starts: Start[] = [{ path: [], start: 0 }];
  for (const entry of entriesOf(root)) addStarts(starts, entry, { path: [entry.key], depth: DEPTH.get(entry.key) ?? 0 });
  return starts;
}

function samePath(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index]);
}

/** The tiles of the version before: most stand where they stood, one further or one less far. */
class Before {
  readonly #text: string;
  readonly #tiles: readonly Tile[];
  #next = 0;
  #byPath: ReadonlyMap<string, number> | undefined;

  constructor({ file, tiles }: TiledFile) {
    this.#text = file.text;
    this.#tiles = tiles;
  }

  /** What a tile said that had the same keys and words. */
  same({ path }: Start, surroundings: string, text: string): Said | undefined {
    const tile = this.#at(path);
    if (tile?.said.surroundings !== surroundings) return undefined;
    return tile.end - tile.start === text.length && this.#text.slice(tile.start, tile.end) === text ? tile.said : undefined;
  }

  #at(path: readonly string[]): Tile | undefined {
    const next = this.#tiles[this.#next];
    if (!next || !samePath(next.path, path)) {
      this.#byPath ??= new Map(this.#tiles.map((tile, index) => [JSON.stringify(tile.path), index]));
      const found = this.#byPath.get(JSON.stringify(path));
      if (found === undefined) return undefined;
      this.#next = found;
    }
    this.#next += 1;
    return this.#tiles[this.#next - 1];
  }
}

/** Where the lines of a file's tiles begin, and what kind of collection they stand in. */
function surroundings({ text }: TextFile): (start: number) => string {
  const kind = /^\s*[{[]/.test(text.slice(0, 200)) ? "flow" : "block";
  return (start) => `${start - text.lastIndexOf("\n", start - 1)} ${kind}`;
}

/**
 * A file as its channels, operations, servers and components, and its other fields: each from its key to the next key, comments
 * and blank lines included. A file in which aliases put values elsewhere is one tile, and so is one that holds no value.
 */
export function tilesOf(file: TextFile, root: Node | undefined, memo?: TileMemo): readonly Tile[] {
  const last = memo?.get(file.id);
  if (last?.file === file) return last.tiles;
  const before = last?.file.name === file.name ? new Before(last) : undefined;
  const isOfParts = root?.kind === "map" && isTree(file, root);
  const starts: readonly Start[] = isOfParts ? startsOf(root) : [root ? { path: [], start: 0, node: root } : { path: [], start: 0 }];
  const around = surroundings(file);
  const tiles = starts.map((each, index): Tile => {
    const end = starts[index + 1]?.start ?? file.text.length;
    const said = before?.same(each, around(each.start), file.text.slice(each.start, end));
    return { ...each, end, said: said ?? { name: JSON.stringify([file.name, ...each.path]), surroundings: around(each.start), notes: [] } };
  });
  memo?.set(file.id, { file, tiles });
  return tiles;
}

let kinds = 0;

/**
 * What one of the rooms knows of tiles by what they say. It is kept on the tile, not in a table of all: thousands are asked after
 * each save, most of them once.
 */
export class TileNotes<T> {
  readonly #kind = kinds++;

  of({ notes }: Said): T | undefined {
    return notes[this.#kind] as T | undefined;
  }

  set({ notes }: Said, note: T): void {
    while (notes.length <= this.#kind) notes.push(undefined);
    notes[this.#kind] = note;
  }
}
