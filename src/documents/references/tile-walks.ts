import type { Shape, Tables } from "#format";
import type { MapNode, Node, Place, TextFile, Tile, TiledFile } from "#text";
import { lastBefore, TileNotes, childrenOf } from "#text";
import type { ReferenceSite } from "./reference-site.ts";

/** A reference in a tile, with the indexes of the children that lead to it from the value of the tile. */
interface TileReference extends Omit<ReferenceSite, "node"> {
  readonly path: readonly number[];
}

/** The references of a tile. They depend on the version of the format, whose tables define what is a reference. */
interface TileRecord {
  readonly version: string;
  readonly shape: Shape;
  readonly found: readonly TileReference[];
}

const records = new TileNotes<TileRecord>("references");

function holds(outer: Node | undefined, inner: Place): boolean {
  return outer !== undefined && outer.start <= inner.start && inner.end <= outer.end;
}

/** The indexes that lead from a value to one inside it; `undefined` if it is not inside. */
function pathTo(root: Node, node: Node): readonly number[] | undefined {
  const path: number[] = [];
  let at: Node | undefined = root;
  while (at && at !== node) {
    const parts = childrenOf(at);
    const index = parts.findIndex((part) => holds(part, node));
    path.push(index);
    at = parts[index];
  }
  return at && path;
}

function partAt(root: Node, path: readonly number[]): MapNode | undefined {
  let node: Node | undefined = root;
  for (const index of path)
    node = node?.kind === "map" ? node.entries[index]?.value : node?.kind === "list" ? node.items[index] : undefined;
  return node?.kind === "map" ? node : undefined;
}

/** Remembers the references in the tiles of a file for its next version: a tile with the same content has the same references. */
export class TileWalks {
  readonly #file: TextFile;
  readonly #tiles: readonly Tile[];
  readonly #byNode: ReadonlyMap<Node, Tile>;
  readonly #version: string;
  /** The tiles that were not walked, with their shapes. */
  readonly #skipped = new Map<Tile, Shape>();

  constructor({ file, tiles }: TiledFile, { dialect }: Tables) {
    this.#file = file;
    this.#tiles = tiles;
    // A file that is a single tile is always walked.
    const byNode = new Map<Node, Tile>();
    for (const tile of tiles) if (tile.node && tile.path.length > 0) byNode.set(tile.node, tile);
    this.#byNode = byNode;
    this.#version = JSON.stringify(dialect);
  }

  /** The tile with this value. */
  tileOf(node: Node): Tile | undefined {
    return this.#byNode.get(node);
  }

  /** The remembered references of a tile, which then need not be walked, or `undefined`. */
  recall(tile: Tile, shape: Shape): ReferenceSite[] | undefined {
    const kept = records.of(tile.content);
    const { node: root } = tile;
    if (!root || kept?.shape !== shape || kept.version !== this.#version) return undefined;
    this.#skipped.set(tile, shape);
    const found: ReferenceSite[] = [];
    for (const { path, object, shape: own, siblings, text } of kept.found) {
      const node = partAt(root, path);
      if (node) found.push({ node, object, shape: own, siblings, text });
    }
    return found;
  }

  keep(tile: Tile, shape: Shape, found: readonly ReferenceSite[]): void {
    const { node: root } = tile;
    const kept = found.flatMap(({ node, ...rest }) => {
      const path = root && pathTo(root, node);
      return path ? [{ ...rest, path }] : [];
    });
    if (kept.length === found.length) records.set(tile.content, { version: this.#version, shape, found: kept });
  }

  /** The value of the skipped tile that contains a node. From now on the tile counts as walked. */
  skippedAt({ file, start }: Node): { readonly node: Node; readonly shape: Shape } | undefined {
    if (this.#skipped.size === 0 || this.#file !== file) return undefined;
    const tile = this.#tiles[lastBefore(this.#tiles, start)];
    const shape = tile && this.#skipped.get(tile);
    if (!tile?.node || !shape) return undefined;
    this.#skipped.delete(tile);
    return { node: tile.node, shape };
  }
}
