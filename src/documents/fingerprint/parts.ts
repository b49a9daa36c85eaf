import { keywordsHolding } from "#format";
import type { Entry, Node, Place, TextFile, Tile } from "#text";
import { entriesOf, entryOf, itemsOf, lastBefore, TileNotes } from "#text";
import type { Documents } from "../references/index.ts";
import { hashOf } from "./merkle.ts";

/** A range of a tile without meaning, relative to the start of the tile. */
interface BlankRange {
  readonly start: number;
  readonly end: number;
  /** The text that replaces it. */
  readonly mark: "" | "\0";
}

/** Whether an offset is inside a key or a scalar, where a `#` does not start a comment. */
function isInText(root: Node, offset: number): boolean {
  let node = root;
  while (offset >= node.start && offset < node.end) {
    if (node.kind !== "map" && node.kind !== "list") return true;
    const parts: readonly (Entry | Node)[] = node.kind === "map" ? node.entries : node.items;
    const part: Entry | Node | undefined = parts[lastBefore(parts, offset)];
    if (!part || offset < part.start) return false;
    if ("key" in part && offset < part.end) return true;
    node = "key" in part ? part.value : part;
  }
  return false;
}

/** The comment lines of a tile. */
function comments({ text, language }: TextFile, { start, end, node, path }: Tile): BlankRange[] {
  // With aliases, the offset does not determine the value.
  if (language === "json" || (path.length === 0 && node)) return [];
  const words = text.slice(start, end);
  if (!words.includes("#")) return [];
  const lines = [...words.matchAll(/^[ \t]*#.*\n?/gm)];
  // The tile's own key can span several lines in quotes. It is part of the name, which is hashed too.
  const isComment = (sign: number): boolean => !(node && isInText(node, sign));
  return lines
    .filter(({ index, 0: line }) => isComment(start + index + line.indexOf("#")))
    .map(({ index, 0: line }) => ({ start: index, end: index + line.length, mark: "" }));
}

/** Keywords of the Schema Object whose values are schemas, lists of schemas, or maps of schemas. */
const SCHEMAS = [...keywordsHolding(["schema"], "schema-object")];
const LISTS = [...keywordsHolding(["list of schemas"], "schema-object")];
const MAPS = [...keywordsHolding(["map of schemas"], "schema-object")];

function below(schema: Node): Node[] {
  return [
    ...SCHEMAS.flatMap((key) => entryOf(schema, key)?.value ?? []),
    ...LISTS.flatMap((key) => itemsOf(entryOf(schema, key)?.value)),
    ...MAPS.flatMap((key) => entriesOf(entryOf(schema, key)?.value).map(({ value }) => value)),
  ];
}

/**
 * The texts of the descriptions of a component schema and of its subschemas. The presence of a description is part of the fingerprint;
 * checks of its text use `textAt`.
 */
function descriptions({ start, node, path }: Tile): BlankRange[] {
  if (!node || path.length !== 3 || path[0] !== "components" || path[1] !== "schemas" || entryOf(node, "schemaFormat")) return [];
  const cuts: BlankRange[] = [];
  const open: Node[] = [node];
  for (let schema = open.pop(); schema; schema = open.pop()) {
    if (schema.kind !== "map" || entryOf(schema, "$ref")) continue;
    const text = entryOf(schema, "description")?.value;
    if (text?.kind === "string") cuts.push({ start: text.start - start, end: text.end - start, mark: "\0" });
    for (const part of below(schema)) open.push(part);
  }
  return cuts;
}

/** The ranges of a tile that do not affect its meaning: comments, and in the main document the descriptions of schemas. */
function cutsOf(file: TextFile, tile: Tile, isMain: boolean): readonly BlankRange[] {
  const cuts = isMain ? [...comments(file, tile), ...descriptions(tile)] : comments(file, tile);
  return cuts.sort((one, other) => one.start - other.start);
}

/** A text with its cuts removed. */
function removeCuts(text: string, cuts: readonly BlankRange[]): string {
  let kept = "";
  let at = 0;
  for (const { start, end, mark } of cuts) {
    kept += text.slice(at, start) + mark;
    at = end;
  }
  return kept + text.slice(at);
}

/** An offset in the text with the cuts removed. */
function offsetAfterCuts(offset: number, cuts: readonly BlankRange[]): number {
  let gone = 0;
  for (const { start, end } of cuts) {
    if (start >= offset) break;
    gone += Math.min(end, offset) - start;
  }
  return offset - gone;
}

/**
 * Constructs that look up schemas by name instead of by reference: discriminators, identifiers (JSON Schema § 8.2, `id` of draft 04),
 * and the type names of other languages. Escape sequences could spell any of these.
 */
const LOOKUPS = /discriminator|\$id|\$anchor|\$dynamic|\$recursive|draft-0[34]|avro|protobuf|raml/i;
const ESCAPES = /\\(?:u00[2-7]|x[2-7]|U000000[2-7])/;

/** Whether a text may look something up by name. False positives are harmless. */
function looksUpNames(text: string): boolean {
  return LOOKUPS.test(text) || ESCAPES.test(text);
}

/** What the text of a tile determines. */
interface PartHashes {
  /** The hash of the whole text. */
  readonly whole: string;
  /** The hash of the text without cuts. */
  readonly own: string;
  readonly cuts: readonly BlankRange[];
  readonly looksUpNames: boolean;
}

const notes = { main: new TileNotes<PartHashes>("parts of the main file"), others: new TileNotes<PartHashes>("parts") };

function hashPart(file: TextFile, tile: Tile, isMain: boolean): PartHashes {
  const memo = isMain ? notes.main : notes.others;
  const before = memo.of(tile.content);
  if (before) return before;
  const { name, surroundings } = tile.content;
  const text = file.text.slice(tile.start, tile.end);
  const whole = hashOf([name, surroundings, text]);
  const cuts = cutsOf(file, tile, isMain);
  const own = cuts.length === 0 ? whole : hashOf([name, surroundings, removeCuts(text, cuts), "without"]);
  const hashes = { whole, own, cuts, looksUpNames: looksUpNames(text) };
  memo.set(tile.content, hashes);
  return hashes;
}

/** A part of documents: a tile of a file, or a whole file. */
interface DocumentPart {
  readonly file: TextFile;
  readonly tile: Tile;
  readonly words: PartHashes;
}

/** A place as a part and the offset in it, without cuts. */
interface PartPosition {
  /** The part that contains the whole place. */
  readonly part: number;
  readonly at: number;
  /** The tile where it starts. */
  readonly tile: number;
}

interface NumberedFile {
  readonly tiles: readonly Tile[];
  /** The number of its first part. The number after that of its last tile is the part for the whole file. */
  readonly first: number;
  /** The tile of the last lookup: the next one is usually near. */
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

/** The parts of documents by number, with a lookup by place. */
export class DocumentPartIndex {
  readonly all: DocumentPart[] = [];
  readonly #files = new Map<TextFile, NumberedFile>();
  readonly #filesByPart = new Map<number, NumberedFile>();
  #lastPlace: Place | undefined;
  #lastSpot: PartPosition | undefined;

  constructor(documents: Documents, tilesOf: (file: TextFile) => readonly Tile[]) {
    for (const file of documents.files) this.#add(file, tilesOf(file), file === documents.main);
  }

  /** The parts of a part that is a whole file; none for any other part. */
  within(part: number): readonly number[] {
    const whole = this.#filesByPart.get(part);
    return whole ? whole.tiles.map((_, index) => whole.first + index) : [];
  }

  positionOf(place: Place): PartPosition {
    // Callers often ask several questions about the same place.
    if (this.#lastPlace === place && this.#lastSpot) return this.#lastSpot;
    this.#lastPlace = place;
    return (this.#lastSpot = this.#find(place));
  }

  #find({ file, start, end }: Place): PartPosition {
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
      at: cuts.length === 0 ? at : offsetAfterCuts(at, cuts),
      tile: first + index,
    };
  }

  #add(file: TextFile, tiles: readonly Tile[], isMain: boolean): void {
    const first = this.all.length;
    for (const tile of tiles) this.all.push({ file, tile, words: hashPart(file, tile, isMain) });
    const numbered = { tiles, first, last: 0 };
    this.#files.set(file, numbered);
    this.#filesByPart.set(this.all.length, numbered);
    const whole: Tile = { path: [], start: 0, end: file.text.length, content: { name: file.name, surroundings: "", notes: {} } };
    this.all.push({ file, tile: whole, words: { whole: file.name, own: file.name, cuts: [], looksUpNames: false } });
  }
}
