/** Turns lists of parts into lists of entities. The same input list gives the same output list. */
export class LinkedLists<Part, Made> {
  readonly #made: ReadonlyMap<Part, Made>;
  readonly #lists = new Map<readonly Part[], readonly Made[]>();

  constructor(made: ReadonlyMap<Part, Made>) {
    this.#made = made;
  }

  of(parts: readonly Part[]): readonly Made[] {
    const known = this.#lists.get(parts);
    if (known) return known;
    const list = parts.map((part) => this.#made.get(part)).filter((made) => made !== undefined);
    this.#lists.set(parts, list);
    return list;
  }
}
