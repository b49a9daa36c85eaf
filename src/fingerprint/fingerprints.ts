import type { Node, Place, TextFile } from "#json";
import type { Documents } from "#reference";
import { hashOf, merkle } from "./merkle.ts";
import { looksUpNames } from "./looks-up-names.ts";
import { spread } from "./spread.ts";
import type { Tile } from "./tiles.ts";
import { tilesOf } from "./tiles.ts";

/** A value of a file by itself. */
export interface Piece {
  readonly node: Node;
  /** The keys that lead to it from the root of its file. */
  readonly path: readonly string[];
  /** Its text as a hash, with its place among others. References do not count. */
  readonly text: string;
}

/** What the parts of documents say, told apart by hashes: a part is a channel, an operation, a component or another field. */
export interface Fingerprints {
  /**
   * What the part at a place says, where in it the place is, and what all says that references lead to from there. The same where
   * nothing of that has changed, wherever in the file it is written now.
   */
  at(place: Place): string;
  /** Whether what is at the place can mean something else although nothing that it refers to has changed: it is looked up by a name. */
  looksUpNames(place: Place): boolean;
  /** The values that are parts of the main document by themselves. What they have to be is decided by where they stand in it. */
  readonly parts: ReadonlySet<Node>;
  /** All files in pieces: what is not in them is only keys that lead to them. */
  readonly pieces: readonly Piece[];
  /** Whether one of some places is in the part at a place, or in what references lead to from there. */
  reaching(places: Iterable<Place>): (from: Place) => boolean;
}

interface TiledFile {
  readonly tiles: readonly Tile[];
  /** The number of its first part; the number after its last one stands for all of it. */
  readonly first: number;
  /** How tiles are named where references lead to them. */
  readonly names: readonly string[];
}

/** The index of the tile that holds an offset. */
function tileAt(tiles: readonly Tile[], offset: number): number {
  let low = 0;
  let high = tiles.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((tiles[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Where a line begins decides what its indentation means, and a flow collection has rules of its own. */
function surroundings({ text }: TextFile, { start }: Tile): string {
  return `${start - text.lastIndexOf("\n", start - 1)} ${/^\s*[{[]/.test(text.slice(0, 200)) ? "flow" : "block"}`;
}

class Parts implements Fingerprints {
  readonly parts: ReadonlySet<Node>;
  readonly pieces: readonly Piece[];
  readonly #files = new Map<TextFile, TiledFile>();
  /** Of each part the hash of its text, and where its references lead. */
  readonly #said: string[][] = [];
  readonly #targets: number[][] = [];
  readonly #closures: readonly string[];
  readonly #asked = new Map<Place, string>();
  readonly #lookups: (part: number) => boolean;

  constructor(documents: Documents) {
    const byName: number[] = [];
    for (const file of documents.files) this.#add(file, documents, byName);
    this.pieces = this.#pieces();
    for (const { from, target } of documents.edges) this.#connect(from, target);
    const own = this.#said.map((texts) => hashOf(texts));
    this.#closures = merkle({ own, targets: this.#targets });
    this.#lookups = spread(this.#targets, byName);
    this.parts = new Set(
      (this.#files.get(documents.main)?.tiles ?? []).flatMap(({ node }) => (node && node !== documents.root ? [node] : [])),
    );
  }

  at(place: Place): string {
    let known = this.#asked.get(place);
    if (known === undefined) {
      const { part, tile } = this.#find(place);
      known = `${this.#closures[part] ?? ""} ${place.start - tile.start}`;
      this.#asked.set(place, known);
    }
    return known;
  }

  looksUpNames(place: Place): boolean {
    return this.#lookups(this.#find(place).part);
  }

  reaching(places: Iterable<Place>): (from: Place) => boolean {
    const reaches = spread(
      this.#targets,
      [...places].map((place) => this.#find(place).part),
    );
    return (from) => reaches(this.#find(from).part);
  }

  #add(file: TextFile, documents: Documents, byName: number[]): void {
    const root = documents.rootOf(file);
    const tiles = root ? tilesOf(file, root) : [{ path: [], start: 0, end: file.text.length }];
    const first = this.#said.length;
    const names = tiles.map(({ path }) => JSON.stringify([file.name, ...path]));
    for (const [index, tile] of tiles.entries()) {
      const text = file.text.slice(tile.start, tile.end);
      if (looksUpNames(text)) byName.push(this.#said.length);
      this.#said.push([hashOf([names[index] ?? "", surroundings(file, tile), text])]);
      this.#targets.push([]);
    }
    this.#said.push([file.name]);
    this.#targets.push(tiles.map((_, index) => first + index));
    this.#files.set(file, { tiles, first, names });
  }

  #pieces(): Piece[] {
    return [...this.#files.values()].flatMap(({ tiles, first }) =>
      tiles.flatMap(({ node, path }, index) => (node ? [{ node, path, text: this.#said[first + index]?.[0] ?? "" }] : [])),
    );
  }

  #connect(from: Place, target: Place | undefined): void {
    const start = this.#find(from);
    const said = this.#said[start.part];
    if (!target) {
      said?.push(`${from.start - start.tile.start}`);
      return;
    }
    const end = this.#find(target);
    said?.push(`${from.start - start.tile.start} ${end.name} ${target.start - end.tile.start}`);
    this.#targets[start.part]?.push(end.part);
  }

  /** The part that holds all of a place: one tile, or its whole file. */
  #find(place: Place): { readonly part: number; readonly tile: Tile; readonly name: string } {
    const { tiles, first, names } = this.#files.get(place.file) ?? { tiles: [], first: 0, names: [] };
    const index = tileAt(tiles, place.start);
    const tile = tiles[index] ?? { path: [], start: 0, end: 0 };
    return { part: first + (place.end <= tile.end ? index : tiles.length), tile, name: names[index] ?? "" };
  }
}

/** Hashes what the documents say, part by part. Linear in the texts and the references. */
export function takeFingerprints(documents: Documents): Fingerprints {
  return new Parts(documents);
}
