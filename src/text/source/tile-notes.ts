import type { Said } from "./tiles.ts";

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
