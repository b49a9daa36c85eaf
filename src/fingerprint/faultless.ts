/**
 * Remembers what was looked at and found to be without a fault, by what it said. What a key stands for never changes, so that
 * forgetting costs time and remembering costs nothing but room.
 */
export interface Faultless {
  has(key: string): boolean;
  add(key: string): void;
  /** At most so many steps has judging all that is remembered taken; they count as taken, since a budget is for all of a document. */
  steps(): number;
  count(steps: number): void;
}
