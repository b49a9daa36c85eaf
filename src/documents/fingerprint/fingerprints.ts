import type { Node, Place, TextFile, TileContent, TileMemo } from "#text";
import { TileNotes, tilesOf, areSameLists } from "#text";
import type { Documents } from "../references/index.ts";
import type { ClosureMemo, PartGraph } from "./merkle.ts";
import { merkle } from "./merkle.ts";
import { DocumentPartIndex } from "./parts.ts";

/** A reference: its offset in its part, and the tile and offset of its target. The tile is -1 if the reference does not resolve. */
interface Connection {
  readonly at: number;
  readonly end: number;
  readonly tile: number;
}

/** The closure of a tile and everything that it was computed from. */
interface ClosureRecord {
  readonly words: string;
  readonly connections: readonly Connection[];
  readonly ends: readonly (TileContent | undefined)[];
  readonly below: readonly string[];
  readonly closure: string;
}

const records = new TileNotes<ClosureRecord>("closures");

/** The references between the parts of documents. */
class Connections implements PartGraph, ClosureMemo {
  /** The targets of the references of each part. */
  readonly targets: readonly (readonly number[])[];
  readonly memo = this;
  readonly #parts: DocumentPartIndex;
  readonly #all: readonly Connection[][];

  constructor({ edges }: Documents, parts: DocumentPartIndex) {
    this.#parts = parts;
    const targets = parts.all.map((_, part) => [...parts.within(part)]);
    this.#all = parts.all.map(() => []);
    for (const { from, target } of edges) {
      const { part, at } = parts.positionOf(from);
      const end = target && parts.positionOf(target);
      this.#all[part]?.push({ at, end: end?.at ?? 0, tile: end?.tile ?? -1 });
      if (end) targets[part]?.push(end.part);
    }
    this.targets = targets;
  }

  own(part: number): readonly string[] {
    const { all } = this.#parts;
    const said = (this.#all[part] ?? []).map(({ at, end, tile }) =>
      tile === -1 ? `${at}` : `${at} ${end} ${all[tile]?.tile.content.name ?? ""}`,
    );
    return [all[part]?.words.own ?? "", ...said];
  }

  get(part: number, below: readonly string[]): string | undefined {
    const { all } = this.#parts;
    const own = all[part];
    const kept = own && records.of(own.tile.content);
    const connections = this.#all[part] ?? [];
    if (kept?.words !== own?.words.own || kept?.connections.length !== connections.length || !areSameLists(kept.below, below))
      return undefined;
    const isSame = kept.connections.every((before, index) => {
      const now = connections[index];
      return now?.at === before.at && now.end === before.end && this.#saidAt(now)?.name === kept.ends[index]?.name;
    });
    return isSame ? kept.closure : undefined;
  }

  set(part: number, below: readonly string[], closure: string): void {
    const own = this.#parts.all[part];
    const connections = this.#all[part] ?? [];
    const ends = connections.map((each) => this.#saidAt(each));
    if (own) records.set(own.tile.content, { words: own.words.own, connections, ends, below, closure });
  }

  #saidAt({ tile }: Connection): TileContent | undefined {
    return this.#parts.all[tile]?.tile.content;
  }
}

/** Returns whether a part is one of some parts or leads to one, directly or indirectly. */
function leadsTo(targets: readonly (readonly number[])[], to: readonly number[]): (part: number) => boolean {
  const found = new Set(to);
  if (found.size === 0) return () => false;
  const sources: number[][] = targets.map(() => []);
  for (const [source, all] of targets.entries()) for (const target of all) sources[target]?.push(source);
  // The set grows during the iteration.
  for (const part of found) for (const source of sources[part] ?? []) found.add(source);
  return (part) => found.has(part);
}

/** A part of a file with its value. */
export interface FilePiece {
  readonly node: Node;
  /** The keys that lead to it from the root of the file. */
  readonly path: readonly string[];
  /** The hash of its text and its path, without the targets of references. */
  readonly text: string;
}

/** The closure of a part, which is the hash of the part and of all parts that it leads to, and an offset in it. */
interface PartFingerprint {
  readonly closure: string;
  readonly at: number;
}

/**
 * Hashes of the parts of documents: a part is a channel, an operation, a component or another field. Comments do not count, nor do
 * descriptions in the component schemas of the main document.
 */
export interface Fingerprints {
  /**
   * The closure of the part at a place, and the offset of the place in it. Both stay the same if neither the part nor anything that it
   * leads to has changed, even if it moves in the file.
   */
  at(place: Place): PartFingerprint;
  /** The hash of the text of the part at a place: with comments and descriptions, without the targets of references. */
  textAt(place: Place): string;
  /** Whether the part at a place looks up names, so that its meaning can change although its closure stays the same. */
  looksUpNames(place: Place): boolean;
  /** The values that are parts of the main document. Their path determines what the format requires of them. */
  readonly parts: ReadonlySet<Node>;
  /** The parts of all files. What remains outside of parts is only the keys that lead to them. */
  readonly pieces: readonly FilePiece[];
  /** Returns whether the part at a place contains one of `places`, or leads to one. */
  reaching(places: Iterable<Place>): (from: Place) => boolean;
}

/** Computes the fingerprints from the parts and their references. */
class Closures implements Fingerprints {
  readonly parts: ReadonlySet<Node>;
  readonly pieces: readonly FilePiece[];
  readonly #parts: DocumentPartIndex;
  readonly #targets: readonly (readonly number[])[];
  readonly #closures: readonly string[];
  #lookups: ((part: number) => boolean) | undefined;

  constructor(documents: Documents, parts: DocumentPartIndex) {
    this.#parts = parts;
    const connections = new Connections(documents, parts);
    this.#targets = connections.targets;
    this.#closures = merkle(connections);
    this.pieces = parts.all.flatMap(({ tile: { node, path }, words }) => (node ? [{ node, path, text: words.whole }] : []));
    this.parts = new Set(this.pieces.flatMap(({ node }) => (node.file === documents.main && node !== documents.root ? [node] : [])));
  }

  at(place: Place): PartFingerprint {
    const { part, at } = this.#parts.positionOf(place);
    return { closure: this.#closures[part] ?? "", at };
  }

  textAt(place: Place): string {
    return this.#parts.all[this.#parts.positionOf(place).part]?.words.whole ?? "";
  }

  looksUpNames(place: Place): boolean {
    this.#lookups ??= leadsTo(
      this.#targets,
      this.#parts.all.flatMap(({ words }, part) => (words.looksUpNames ? [part] : [])),
    );
    return this.#lookups(this.#parts.positionOf(place).part);
  }

  reaching(places: Iterable<Place>): (from: Place) => boolean {
    const reaches = leadsTo(
      this.#targets,
      [...places].map((place) => this.#parts.positionOf(place).part),
    );
    return (from) => reaches(this.#parts.positionOf(from).part);
  }
}

/** Computes the fingerprints of documents. Linear in texts and references; with a memo, unchanged parts are not hashed again. */
export function takeFingerprints(documents: Documents, memo?: TileMemo): Fingerprints {
  const tiled = (file: TextFile): ReturnType<typeof tilesOf> => tilesOf(file, documents.rootOf(file), memo);
  return new Closures(documents, new DocumentPartIndex(documents, tiled));
}
