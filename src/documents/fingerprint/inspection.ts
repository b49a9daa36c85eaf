import type { Place } from "#text";
import type { Fingerprints } from "./fingerprints.ts";

/** The offsets in a part where stages found no problem. The name of a stage is fixed: all else that its result depends on is in the key. */
export interface StageMarks {
  has(stage: string, at: number): boolean;
  add(stage: string, at: number): void;
}

/**
 * Remembers parts without problems by their closures. An entry never becomes invalid, so that forgetting one costs only time, and keeping
 * one costs only memory.
 */
export interface CheckMemo {
  /** The marks of a part by its closure and by whatever else the result depends on. */
  of(closure: string, besides?: string): StageMarks;
  /** An upper bound of the validation steps that all remembered results took. They count, because the budget is for the whole document. */
  steps(): number;
  count(steps: number): void;
}

/** One stage of checking a document, which skips unchanged parts without problems. */
export interface Inspection {
  /**
   * Whether the value at a place, and all that it leads to, was found without problems. `more` is further text that the result of the
   * stage depends on.
   */
  canSkip(place: Place, more?: string): boolean;
  /** Ends the stage: everything that was not skipped was checked, with problems at these places. */
  end(faults: Iterable<Place>): void;
}

/** The results of earlier checks of a document. */
export interface CheckHistory {
  readonly fingerprints: Fingerprints;
  readonly memo: CheckMemo;
}

/** What a stage depends on besides the closures. */
interface StageOptions {
  /** Whether parts that look things up by name are never skipped, because the target may have changed. */
  readonly lookups: boolean;
  /** Whether the result depends on the text of the part, with descriptions and comments. */
  readonly words?: boolean;
}

/** Begins a stage. */
export function inspect(stage: string, { fingerprints, memo }: CheckHistory, { lookups, words = false }: StageOptions): Inspection {
  const checked: { readonly place: Place; readonly marks: StageMarks; readonly at: number }[] = [];
  return {
    canSkip(place, more = "") {
      if (lookups && fingerprints.looksUpNames(place)) return false;
      const { closure, at } = fingerprints.at(place);
      // Existing strings are cheaper than new ones, and most stages need only one of the two.
      const besides = more === "" && words ? fingerprints.textAt(place) : words ? `${fingerprints.textAt(place)} ${more}` : more;
      const marks = memo.of(closure, besides);
      if (marks.has(stage, at)) return true;
      checked.push({ place, marks, at });
      return false;
    },
    end(faults) {
      const isFaulty = fingerprints.reaching(faults);
      for (const { place, marks, at } of checked) if (!isFaulty(place)) marks.add(stage, at);
    },
  };
}
