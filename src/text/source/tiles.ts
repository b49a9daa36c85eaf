import type { Entry, Node, Place, TextFile } from "../json/index.ts";
import { entriesOf, areSameLists } from "../json/index.ts";

/** The content of a tile. It is the same object in successive versions of a file as long as it has not changed. */
export interface TileContent {
  /** The name of its file and the keys that lead to it, as JSON. */
  readonly name: string;
  /** The column of its first key, which gives its indentation a meaning, and whether the file is a flow or a block collection. */
  readonly surroundings: string;
  /** Storage of {@link TileNotes}. */
  readonly notes: Record<string, unknown>;
}

/** A range of a file. The tiles of a file cover its whole text without a gap. */
export interface Tile {
  /** The keys that lead to its value; empty for the text before the first key. */
  readonly path: readonly string[];
  readonly start: number;
  readonly end: number;
  /** The value under the last key if this tile holds all of it; the root of a file that is one tile. */
  readonly node?: Node;
  readonly content: TileContent;
}

/** A file and its tiles. */
export interface TiledFile {
  readonly file: TextFile;
  readonly tiles: readonly Tile[];
}

/** The latest tiles of each file, by the id of the file. */
export interface TileMemo {
  get(id: string): TiledFile | undefined;
  set(id: string, tiled: TiledFile): void;
}

/** Fields of a document whose entries are tiles, and how many levels of maps deep the entries are. */
const DEPTH: ReadonlyMap<string, number> = new Map([
  ["servers", 1],
  ["channels", 1],
  ["operations", 1],
  ["components", 2],
]);

type TileStart = Pick<Tile, "path" | "start" | "node">;

function addStarts(starts: TileStart[], { start, value }: Entry, path: readonly string[], depth: number): void {
  const inside = depth > 0 ? entriesOf(value) : [];
  starts.push(inside.length > 0 ? { path, start } : { path, start, node: value });
  for (const each of inside) addStarts(starts, each, [...path, each.key], depth - 1);
}

function startsOf(root: Node): TileStart[] {
  const starts: TileStart[] = [{ path: [], start: 0 }];
  for (const entry of entriesOf(root)) addStarts(starts, entry, [entry.key], DEPTH.get(entry.key) ?? 0);
  return starts;
}

/** The tiles of the previous version of a file. Most tiles keep their order, so the next one is tried before the index by path. */
class PreviousTiles {
  readonly #text: string;
  readonly #tiles: readonly Tile[];
  #next = 0;
  #byPath: ReadonlyMap<string, number> | undefined;

  constructor({ file, tiles }: TiledFile) {
    this.#text = file.text;
    this.#tiles = tiles;
  }

  /** The content of the previous tile with the same path, surroundings and text. */
  contentIfSame({ path }: TileStart, surroundings: string, text: string): TileContent | undefined {
    const tile = this.#at(path);
    if (tile?.content.surroundings !== surroundings) return undefined;
    return tile.end - tile.start === text.length && this.#text.slice(tile.start, tile.end) === text ? tile.content : undefined;
  }

  #at(path: readonly string[]): Tile | undefined {
    const next = this.#tiles[this.#next];
    if (!next || !areSameLists(next.path, path)) {
      this.#byPath ??= new Map(this.#tiles.map((tile, index) => [JSON.stringify(tile.path), index]));
      const found = this.#byPath.get(JSON.stringify(path));
      if (found === undefined) return undefined;
      this.#next = found;
    }
    this.#next += 1;
    return this.#tiles[this.#next - 1];
  }
}

/** Whether a place lies in a range of its text. */
function isBetween(place: Place, from: number, to: number): boolean {
  return place.start >= from && place.end <= to;
}

/**
 * Matches texts that may have an anchor. Without an anchor there is no alias (YAML 1.2.2 § 7.1). Other texts match as well, so a match
 * only leads to a closer look.
 */
const ANCHOR = /(?:^|[\s,[{:-])&\S/;

/** Whether each value lies after its key and inside its parent. An aliased value does not. */
function isInTextOrder(root: Node): boolean {
  const open: Node[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    let from = node.start;
    const parts = node.kind === "map" ? node.entries : node.kind === "list" ? node.items : [];
    for (const part of parts) {
      const value = "key" in part ? part.value : part;
      if (!isBetween(part, from, node.end) || !isBetween(value, part.start, node.end)) return false;
      from = Math.max(part.end, value.end);
      if (value.kind === "map" || value.kind === "list") open.push(value);
    }
  }
  return true;
}

/** Whether a file has no aliases, so that the text of a part determines its value. */
function isTree(file: TextFile, root: Node): boolean {
  return file.language === "json" || !file.text.includes("&") || !ANCHOR.test(file.text) || isInTextOrder(root);
}

/** The surroundings of a tile that starts at an offset: its column, and the kind of collection that the file is. */
function surroundings({ text }: TextFile): (start: number) => string {
  const kind = /^\s*[{[]/.test(text.slice(0, 200)) ? "flow" : "block";
  return (start) => `${start - text.lastIndexOf("\n", start - 1)} ${kind}`;
}

/**
 * Splits a file into tiles: its channels, operations, servers and components, and its other top-level fields. A tile reaches from its
 * key to the next key, with comments and blank lines. A file with aliases, or without a value, is one tile.
 */
export function tilesOf(file: TextFile, root: Node | undefined, memo?: TileMemo): readonly Tile[] {
  const last = memo?.get(file.id);
  if (last?.file === file) return last.tiles;
  const before = last?.file.name === file.name ? new PreviousTiles(last) : undefined;
  const canSplit = root?.kind === "map" && isTree(file, root);
  const starts: readonly TileStart[] = canSplit ? startsOf(root) : [root ? { path: [], start: 0, node: root } : { path: [], start: 0 }];
  const around = surroundings(file);
  const tiles = starts.map((each, index): Tile => {
    const end = starts[index + 1]?.start ?? file.text.length;
    const said = before?.contentIfSame(each, around(each.start), file.text.slice(each.start, end));
    return {
      ...each,
      end,
      content: said ?? { name: JSON.stringify([file.name, ...each.path]), surroundings: around(each.start), notes: {} },
    };
  });
  memo?.set(file.id, { file, tiles });
  return tiles;
}

/**
 * Notes of one kind about tiles, by their content. A note is stored on the content and not in a map: a save looks up thousands, most
 * of them once.
 */
export class TileNotes<T> {
  readonly #kind: string;

  constructor(kind: string) {
    this.#kind = kind;
  }

  of({ notes }: TileContent): T | undefined {
    return notes[this.#kind] as T | undefined;
  }

  set({ notes }: TileContent, note: T): void {
    notes[this.#kind] = note;
  }
}
