/** Keeps the values that were used in the last two rounds and drops all others, so that memory does not grow beyond what is used. */
export class Generations<T> {
  #now = new Map<string, T>();
  #before = new Map<string, T>();

  get(key: string): T | undefined {
    const known = this.#now.get(key);
    if (known !== undefined) return known;
    const before = this.#before.get(key);
    if (before !== undefined) this.#now.set(key, before);
    return before;
  }

  set(key: string, value: T): void {
    this.#now.set(key, value);
  }

  /** Starts a new round. */
  turn(): void {
    this.#before = this.#now;
    this.#now = new Map();
  }
}
