import type { Shape, Tables } from "#format";
import type { MapNode, Node, Place, TextFile, Tile, TiledFile } from "#text";
import { lastBefore, TileNotes } from "#text";
import type { FoundReference } from "./found-reference.ts";

/** A reference in a tile, by the numbers of the parts that lead to it from the tile's value. */
interface Kept extends Omit<FoundReference, "node"> {
  readonly path: readonly number[];
}

/** What a walk found in a tile. The tables decide with it, and they are the same for the same version. */
interface KeptWalk {
  readonly version: string;
  readonly shape: Shape;
  readonly found: readonly Kept[];
}

const known = new TileNotes<KeptWalk>();

function partsOf(node: Node | undefined): readonly (Node | undefined)[] {
  if (node?.kind === "list") return node.items;
  return node?.kind === "map" ? node.entries.map(({ value }) => value) : [];
}

function holds(outer: Node | undefined, inner: Place): boolean {
  return outer !== undefined && outer.start <= inner.start && inner.end <= outer.end;
}

/** The way from a value to one inside of it; `undefined` where it is not inside. */
function pathTo(root: Node, node: Node): readonly number[] | undefined {
  const path: number[] = [];
  let at: Node | undefined = root;
  while (at && at !== node) {
    const parts = partsOf(at);
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

/** What walks found in the tiles of a file, kept for the next version of the file: what says the same holds the same references. */
export class TileWalks {
  readonly #file: TextFile;
  readonly #tiles: readonly Tile[];
  readonly #byNode: ReadonlyMap<Node, Tile>;
  readonly #version: string;
  /** The tiles whose walks were remembered instead of made, with what they were expected to be. */
  readonly #skipped = new Map<Tile, Shape>();

  constructor({ file, tiles }: TiledFile, { dialect }: Tables) {
    this.#file = file;
    this.#tiles = tiles;
    // The value of a file that is a single tile is walked by parts.
    const byNode = new Map<Node, Tile>();
    for (const tile of tiles) if (tile.node && tile.path.length > 0) byNode.set(tile.node, tile);
    this.#byNode = byNode;
    this.#version = JSON.stringify(dialect);
  }

  /** The tile that has this value. */
  tileOf(node: Node): Tile | undefined {
    return this.#byNode.get(node);
  }

  /** The references in a tile, where they are known; what is inside of it need not be visited then. */
  recall(tile: Tile, shape: Shape): FoundReference[] | undefined {
    const kept = known.of(tile.content);
    const { node: root } = tile;
    if (!root || kept?.shape !== shape || kept.version !== this.#version) return undefined;
    this.#skipped.set(tile, shape);
    const found: FoundReference[] = [];
    for (const { path, object, shape: own, siblings, text } of kept.found) {
      const node = partAt(root, path);
      if (node) found.push({ node, object, shape: own, siblings, text });
    }
    return found;
  }

  keep(tile: Tile, shape: Shape, found: readonly FoundReference[]): void {
    const { node: root } = tile;
    const kept = found.flatMap(({ node, ...rest }) => {
      const path = root && pathTo(root, node);
      return path ? [{ ...rest, path }] : [];
    });
    if (kept.length === found.length) known.set(tile.content, { version: this.#version, shape, found: kept });
  }

  /** The tile in which a value stands, where it was not visited; from now on it counts as visited. */
  skippedAt({ file, start }: Node): { readonly node: Node; readonly shape: Shape } | undefined {
    if (this.#skipped.size === 0 || this.#file !== file) return undefined;
    const tile = this.#tiles[lastBefore(this.#tiles, start)];
    const shape = tile && this.#skipped.get(tile);
    if (!tile?.node || !shape) return undefined;
    this.#skipped.delete(tile);
    return { node: tile.node, shape };
  }
}
