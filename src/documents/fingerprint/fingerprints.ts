import type { Node, Place, TextFile, TileMemo } from "#text";
import { tilesOf } from "#text";
import type { Documents } from "../references/index.ts";
import { Connections } from "./connections.ts";
import { merkle } from "./merkle.ts";
import { Parts } from "./parts.ts";

/** Which parts of a graph are some parts or lead to them, by whatever way. */
function spread(targets: readonly (readonly number[])[], to: readonly number[]): (part: number) => boolean {
  const found = new Set(to);
  if (found.size === 0) return () => false;
  const sources: number[][] = targets.map(() => []);
  for (const [source, all] of targets.entries()) for (const target of all) sources[target]?.push(source);
  // A set that grows while it is walked.
  for (const part of found) for (const source of sources[part] ?? []) found.add(source);
  return (part) => found.has(part);
}

/** A value of a file by itself. */
export interface Piece {
  readonly node: Node;
  /** The keys that lead to it from the root of its file. */
  readonly path: readonly string[];
  /** Its text as a hash, with its place among others. References do not count. */
  readonly text: string;
}

/** A part, by what it and all that it leads to say, and a place in it. */
interface Spot {
  readonly closure: string;
  readonly at: number;
}

/**
 * What the parts of documents say, told apart by hashes: a part is a channel, an operation, a component or another field. Comments
 * do not count, nor does what the schemas of the main document's components say in descriptions.
 */
export interface Fingerprints {
  /**
   * What the part at a place says, where in it the place is, and what all says that references lead to from there. The same where
   * nothing of that has changed, wherever in the file it is written now.
   */
  at(place: Place): Spot;
  /** The text of the part at a place as a hash: with comments and descriptions, and without what references lead to. */
  textAt(place: Place): string;
  /** Whether what is at the place can mean something else although nothing that it refers to has changed: it is looked up by a name. */
  looksUpNames(place: Place): boolean;
  /** The values that are parts of the main document by themselves. What they have to be is decided by where they stand in it. */
  readonly parts: ReadonlySet<Node>;
  /** All files in pieces: what is not in them is only keys that lead to them. */
  readonly pieces: readonly Piece[];
  /** Whether one of some places is in the part at a place, or in what references lead to from there. */
  reaching(places: Iterable<Place>): (from: Place) => boolean;
}

/** What parts say besides their own words: where their references lead. */
class Closures implements Fingerprints {
  readonly parts: ReadonlySet<Node>;
  readonly pieces: readonly Piece[];
  readonly #parts: Parts;
  readonly #targets: readonly (readonly number[])[];
  readonly #closures: readonly string[];
  #lookups: ((part: number) => boolean) | undefined;

  constructor(documents: Documents, parts: Parts) {
    this.#parts = parts;
    const connections = new Connections(documents, parts);
    this.#targets = connections.targets;
    this.#closures = merkle(connections);
    this.pieces = parts.all.flatMap(({ tile: { node, path }, words }) => (node ? [{ node, path, text: words.whole }] : []));
    this.parts = new Set(this.pieces.flatMap(({ node }) => (node.file === documents.main && node !== documents.root ? [node] : [])));
  }

  at(place: Place): Spot {
    const { part, at } = this.#parts.spotOf(place);
    return { closure: this.#closures[part] ?? "", at };
  }

  textAt(place: Place): string {
    return this.#parts.all[this.#parts.spotOf(place).part]?.words.whole ?? "";
  }

  looksUpNames(place: Place): boolean {
    this.#lookups ??= spread(
      this.#targets,
      this.#parts.all.flatMap(({ words }, part) => (words.looksUpNames ? [part] : [])),
    );
    return this.#lookups(this.#parts.spotOf(place).part);
  }

  reaching(places: Iterable<Place>): (from: Place) => boolean {
    const reaches = spread(
      this.#targets,
      [...places].map((place) => this.#parts.spotOf(place).part),
    );
    return (from) => reaches(this.#parts.spotOf(from).part);
  }
}

/** Hashes what the documents say, part by part. Linear in the texts and the references; what has not changed is not hashed again. */
export function takeFingerprints(documents: Documents, memo?: TileMemo): Fingerprints {
  const tiled = (file: TextFile): ReturnType<typeof tilesOf> => tilesOf(file, documents.rootOf(file), memo);
  return new Closures(documents, new Parts(documents, tiled));
}
