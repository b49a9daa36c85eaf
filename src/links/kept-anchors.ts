import { scanLinks } from "./scan-links.ts";

/** The anchors of pages that stand as an earlier run made them: a page is looked through when one of its anchors is asked for. */
export class KeptAnchors {
  readonly #read: (from: string) => string;
  readonly #places = new Map<string, string>();
  readonly #ids = new Map<string, ReadonlySet<string>>();

  /** @param read what a page holds, by where it stands */
  constructor(read: (from: string) => string) {
    this.#read = read;
  }

  add(path: string, from: string): void {
    this.#places.set(path, from);
  }

  has(path: string): boolean {
    return this.#places.has(path);
  }

  offers(path: string, anchor: string): boolean {
    const from = this.#places.get(path);
    if (from === undefined) return false;
    let ids = this.#ids.get(path);
    if (!ids) this.#ids.set(path, (ids = new Set(this.idsOf(from))));
    return ids.has(anchor);
  }

  /** All ids of a page that stands somewhere. */
  idsOf(from: string): readonly string[] {
    return scanLinks([this.#read(from)]).ids;
  }
}
