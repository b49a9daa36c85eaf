/**
 * Keeps the results of functions for objects. Its owner passes it to the code that works for it. Nothing outlives the owner, and the
 * results for an object are freed with the object.
 */
export class Memo {
  readonly #made = new Map<unknown, WeakMap<object, unknown>>();

  /** Whether there is a result of a function for an object. */
  has(make: (key: never) => unknown, key: object): boolean {
    return this.#made.get(make)?.has(key) === true;
  }

  /** The result of a function for an object, computed once. The function itself is the key, so pass a named one. */
  of<Key extends object, Value>(make: (key: Key) => Value, key: Key): Value {
    let known = this.#made.get(make) as WeakMap<Key, { readonly value: Value }> | undefined;
    if (!known) this.#made.set(make, (known = new WeakMap()));
    let entry = known.get(key);
    if (!entry) known.set(key, (entry = { value: make(key) }));
    return entry.value;
  }
}

/**
 * A function of an immutable object that is computed once for each: the result is kept as long as the object is. The result depends on
 * nothing but the object, so that no caller can tell whether it was kept.
 */
/* @__NO_SIDE_EFFECTS__ */
export function oncePerObject<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let known = made.get(key);
    if (!known) made.set(key, (known = { value: make(key) }));
    return known.value;
  };
}
