/**
 * Finds the owners of things. Owners that share one list form one group, because all operations of a channel have its messages and most
 * channels are on all servers. So the size is never owners × things.
 */
export class Owners<Thing, Owner> {
  readonly #groups = new Map<readonly Thing[], Owner[]>();
  readonly #order = new Map<Owner, number>();
  readonly #merged = new Map<string, readonly Owner[]>();
  #memberships: ReadonlyMap<Thing, ReadonlySet<number>> | undefined;
  #lists: readonly (readonly Owner[])[] = [];

  /** Records that an owner has the things of a list. Owners of the same list object form one group. */
  add(things: readonly Thing[], owner: Owner): void {
    if (!this.#order.has(owner)) this.#order.set(owner, this.#order.size);
    const owners = this.#groups.get(things);
    if (owners) owners.push(owner);
    else this.#groups.set(things, [owner]);
    this.#memberships = undefined;
  }

  /** The owners of a thing, once each and in the order they were first added. */
  of(thing: Thing): readonly Owner[] {
    const groups = [...((this.#memberships ?? this.#index()).get(thing) ?? [])];
    const id = groups.join(" ");
    const known = this.#merged.get(id);
    if (known) return known;
    const merged = this.#merge(groups);
    this.#merged.set(id, merged);
    return merged;
  }

  #index(): ReadonlyMap<Thing, ReadonlySet<number>> {
    const memberships = new Map<Thing, Set<number>>();
    for (const [index, things] of [...this.#groups.keys()].entries()) {
      for (const thing of things) memberships.set(thing, (memberships.get(thing) ?? new Set()).add(index));
    }
    this.#lists = [...this.#groups.values()];
    this.#merged.clear();
    this.#memberships = memberships;
    return memberships;
  }

  #merge(groups: readonly number[]): readonly Owner[] {
    const position = (owner: Owner): number => this.#order.get(owner) ?? 0;
    const owners = new Set(groups.flatMap((group) => this.#lists[group] ?? []));
    return [...owners].sort((a, b) => position(a) - position(b));
  }
}
