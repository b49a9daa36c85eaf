import type { Documents } from "../references/index.ts";
import type { TileContent } from "#text";
import { TileNotes } from "#text";
import type { ClosureMemo, Graph } from "./merkle.ts";
import type { Parts } from "./parts.ts";

/** Where a reference stands in its part, and where in which tile its end is; the tile is -1 where it leads nowhere. */
interface Connection {
  readonly at: number;
  readonly end: number;
  readonly tile: number;
}

/** The closure of a tile and all that it was made of. */
interface KeptClosure {
  readonly words: string;
  readonly connections: readonly Connection[];
  readonly ends: readonly (TileContent | undefined)[];
  readonly below: readonly string[];
  readonly closure: string;
}

const known = new TileNotes<KeptClosure>();

function areSame<T>(some: readonly T[], others: readonly T[]): boolean {
  return some.length === others.length && some.every((each, index) => each === others[index]);
}

/** What the parts of documents lead to, reference by reference. */
export class Connections implements Graph, ClosureMemo {
  /** Of each part where its references lead. */
  readonly targets: readonly (readonly number[])[];
  readonly memo = this;
  readonly #parts: Parts;
  readonly #all: readonly Connection[][];

  constructor({ edges }: Documents, parts: Parts) {
    this.#parts = parts;
    const targets = parts.all.map((_, part) => [...parts.within(part)]);
    this.#all = parts.all.map(() => []);
    for (const { from, target } of edges) {
      const { part, at } = parts.spotOf(from);
      const end = target && parts.spotOf(target);
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
    const kept = own && known.of(own.tile.content);
    const connections = this.#all[part] ?? [];
    if (kept?.words !== own?.words.own || kept?.connections.length !== connections.length || !areSame(kept.below, below)) return undefined;
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
    if (own) known.set(own.tile.content, { words: own.words.own, connections, ends, below, closure });
  }

  #saidAt({ tile }: Connection): TileContent | undefined {
    return this.#parts.all[tile]?.tile.content;
  }
}
