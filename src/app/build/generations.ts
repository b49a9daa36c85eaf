/**
 * Remembers what the last two rounds asked for and forgets the rest, so that what is remembered never grows beyond what is used.
 */
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

  /** Begins a round. */
  turn(): void {
    this.#before = this.#now;
    this.#now = new Map();
  }
}
