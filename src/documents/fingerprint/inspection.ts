import type { Place } from "#text";
import type { Fingerprints } from "./fingerprints.ts";

/**
 * The offsets in a part at which stages found no problem. A stage has a fixed name; everything else that its result depends on must be
 * in the key.
 */
export interface StageMarks {
  has(stage: string, at: number): boolean;
  add(stage: string, at: number): void;
}

/**
 * Remembers parts without problems by their closures. Entries never become invalid, so dropping one only costs time and keeping one
 * only costs memory.
 */
export interface CheckMemo {
  /** The marks for a part, by its closure and any other text that the results depend on. */
  of(closure: string, besides?: string): StageMarks;
  /**
   * An upper bound of the validation steps that all remembered results once took. They count towards the budget, which is for the whole
   * document.
   */
  steps(): number;
  count(steps: number): void;
}

/** One stage of checking a document, which skips unchanged parts without problems. */
export interface Inspection {
  /**
   * Whether an earlier run found no problem in the value at a place and all that it leads to. `more` is further text that the stage's
   * result depends on.
   */
  canSkip(place: Place, more?: string): boolean;
  /** Ends the stage. Everything that was not skipped has been checked, and has problems only at these places. */
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
