import type { Place, TextFile, Tile } from "#text";
import { lastBefore, TileNotes } from "#text";
import type { Documents } from "../references/index.ts";
import type { Cut } from "./cuts.ts";
import { cutsOf, offsetWithout, without } from "./cuts.ts";
import { hashOf } from "./merkle.ts";

/**
 * What makes a schema look for others by a name instead of a reference: discriminators, identifiers (JSON Schema § 8.2, draft-04's
 * `id`), and the names of other languages' types. Characters written as escapes could spell any of these.
 */
const LOOKUPS = /discriminator|\$id|\$anchor|\$dynamic|\$recursive|draft-0[34]|avro|protobuf|raml/i;
const ESCAPES = /\\(?:u00[2-7]|x[2-7]|U000000[2-7])/;

/** Whether a text of a document may look something up by a name. Says so too often rather than too rarely. */
function looksUpNames(text: string): boolean {
  return LOOKUPS.test(text) || ESCAPES.test(text);
}

/** What is known of a tile by its words alone. */
interface Words {
  /** All of them as a hash. */
  readonly whole: string;
  /** Those that make a difference. */
  readonly own: string;
  readonly cuts: readonly Cut[];
  readonly looksUpNames: boolean;
}

const known = { main: new TileNotes<Words>(), others: new TileNotes<Words>() };

function wordsOf(file: TextFile, tile: Tile, isMain: boolean): Words {
  const memo = isMain ? known.main : known.others;
  const before = memo.of(tile.content);
  if (before) return before;
  const { name, surroundings } = tile.content;
  const text = file.text.slice(tile.start, tile.end);
  const whole = hashOf([name, surroundings, text]);
  const cuts = cutsOf(file, tile, isMain);
  const own = cuts.length === 0 ? whole : hashOf([name, surroundings, without(text, cuts), "without"]);
  const words = { whole, own, cuts, looksUpNames: looksUpNames(text) };
  memo.set(tile.content, words);
  return words;
}

/** A part of some documents: a tile of a file, or all of a file. */
interface Part {
  readonly file: TextFile;
  readonly tile: Tile;
  readonly words: Words;
}

/** A place by its part and where in it that is, comments and the like left out. */
interface Spot {
  /** The part that holds all of the place. */
  readonly part: number;
  readonly at: number;
  /** The tile where it begins. */
  readonly tile: number;
}

interface NumberedFile {
  readonly tiles: readonly Tile[];
  /** The number of its first part; the number after its last one stands for all of it. */
  readonly first: number;
  /** The tile that was found last: what is asked for next stands near. */
  last: number;
}

/** The index of the tile that holds an offset. */
function tileAt({ tiles, last }: NumberedFile, offset: number): number {
  for (const near of [last, last + 1]) {
    const tile = tiles[near];
    if (tile && offset >= tile.start && offset < tile.end) return near;
  }
  return lastBefore(tiles, offset);
}

/** The parts of documents by number, and which place is in which. */
export class Parts {
  readonly all: Part[] = [];
  readonly #files = new Map<TextFile, NumberedFile>();
  readonly #filesByPart = new Map<number, NumberedFile>();
  #lastPlace: Place | undefined;
  #lastSpot: Spot | undefined;

  constructor(documents: Documents, tilesOf: (file: TextFile) => readonly Tile[]) {
    for (const file of documents.files) this.#add(file, tilesOf(file), file === documents.main);
  }

  /** The numbers of the tiles that make up a part that is all of a file; none for any other part. */
  within(part: number): readonly number[] {
    const whole = this.#filesByPart.get(part);
    return whole ? whole.tiles.map((_, index) => whole.first + index) : [];
  }

  spotOf(place: Place): Spot {
    // Who asks for one thing about a place asks for the next.
    if (this.#lastPlace === place && this.#lastSpot) return this.#lastSpot;
    this.#lastPlace = place;
    return (this.#lastSpot = this.#find(place));
  }

  #find({ file, start, end }: Place): Spot {
    const numbered = this.#files.get(file);
    if (!numbered) return { part: -1, at: start, tile: -1 };
    const index = tileAt(numbered, start);
    numbered.last = index;
    const { tiles, first } = numbered;
    const part = this.all[first + index];
    if (!part) return { part: -1, at: start, tile: -1 };
    const at = start - part.tile.start;
    const { cuts } = part.words;
    return {
      part: first + (end <= part.tile.end ? index : tiles.length),
      at: cuts.length === 0 ? at : offsetWithout(at, cuts),
      tile: first + index,
    };
  }

  #add(file: TextFile, tiles: readonly Tile[], isMain: boolean): void {
    const first = this.all.length;
    for (const tile of tiles) this.all.push({ file, tile, words: wordsOf(file, tile, isMain) });
    const numbered = { tiles, first, last: 0 };
    this.#files.set(file, numbered);
    this.#filesByPart.set(this.all.length, numbered);
    const whole: Tile = { path: [], start: 0, end: file.text.length, content: { name: file.name, surroundings: "", notes: [] } };
    this.all.push({ file, tile: whole, words: { whole: file.name, own: file.name, cuts: [], looksUpNames: false } });
  }
}
