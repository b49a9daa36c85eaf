/**
 * Remembers what was looked at and found to be without a fault, by what it said. What a key stands for never changes, so that
 * forgetting costs time and remembering costs nothing but room.
 */
export interface Faultless {
  has(key: string): boolean;
  add(key: string): void;
  /** At most so many steps has judging all that is remembered taken; counts as taken, since a budget is for the document. */
  steps: number;
}
