/** Remembers what is made of things from the second time on that it is asked for, so that what is met once is not held. */
export class MetAgain<Key extends object, Value extends object> {
  readonly #known = new WeakMap<Key, Value | "met">();

  of(key: Key, make: () => Value): Value {
    const known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, "met");
    else if (known !== "met") return known;
    const made = make();
    if (known === "met") this.#known.set(key, made);
    return made;
  }
}
