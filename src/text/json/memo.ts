/**
 * Remembers what functions made of objects. Its owner hands it to whoever works for it: nothing outlives the owner, and what is made of
 * an object goes with the object.
 */
export class Memo {
  readonly #made = new Map<unknown, WeakMap<object, unknown>>();

  /** Whether a function was asked for an object before. */
  has(make: (key: never) => unknown, key: object): boolean {
    return this.#made.get(make)?.has(key) === true;
  }

  /** What a function makes of an object, made once. The function itself is the key: pass a named one. */
  of<Key extends object, Value>(make: (key: Key) => Value, key: Key): Value {
    let known = this.#made.get(make) as WeakMap<Key, { readonly value: Value }> | undefined;
    if (!known) this.#made.set(make, (known = new WeakMap()));
    let entry = known.get(key);
    if (!entry) known.set(key, (entry = { value: make(key) }));
    return entry.value;
  }
}
