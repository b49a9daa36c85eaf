/** Remembers what is made of things from the second time on that it is asked for, so that what is met once is not held. */
export class MetAgain<Key extends object, Value extends object> {
  readonly #known = new WeakMap<Key, Value | "met">();

  /** `undefined` for the first time, and where nothing can be made that is worth keeping. */
  of(key: Key, make: () => Value | undefined): Value | undefined {
    const known = this.#known.get(key);
    if (known === undefined) {
      this.#known.set(key, "met");
      return undefined;
    }
    if (known !== "met") return known;
    const made = make();
    if (made) this.#known.set(key, made);
    return made;
  }
}
