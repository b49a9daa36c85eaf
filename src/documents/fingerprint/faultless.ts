/** Where in a part a stage found nothing wrong. Stages have fixed names: what else an answer depends on is part of the closure. */
export interface Marks {
  has(stage: string, at: number): boolean;
  add(stage: string, at: number): void;
}

/**
 * Remembers what was looked at and found to be without a fault, by what it said. What a closure stands for never changes, so that
 * forgetting costs time and remembering costs nothing but room.
 */
export interface Faultless {
  /** The marks of a part by its closure, and by what else the answer depends on. */
  of(closure: string, besides?: string): Marks;
  /** At most so many steps has judging all that is remembered taken; they count as taken, since a budget is for all of a document. */
  steps(): number;
  count(steps: number): void;
}
