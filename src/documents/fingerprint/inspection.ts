import type { Place } from "#text";
import type { Faultless, Marks } from "./faultless.ts";
import type { Fingerprints } from "./fingerprints.ts";

/** One stage of checking a document, which leaves out what was found to be without a fault before and has not changed. */
export interface Inspection {
  /**
   * Whether nothing can be wrong with what is at a place and with what references lead to from there. `more`: what the stage's
   * answer depends on besides.
   */
  spares(place: Place, more?: string): boolean;
  /** The stage has looked at all that was not spared, and found these faults. */
  end(faults: Iterable<Place>): void;
}

/** What is known of documents from before. */
export interface Known {
  readonly fingerprints: Fingerprints;
  readonly faultless: Faultless;
}

/** What a stage looks at besides what a part describes. */
export interface StageOptions {
  /** What is looked up by names is never spared: what has the name may have changed. */
  readonly lookups: boolean;
  /** What is said in words counts too, each where it stands. */
  readonly words?: boolean;
}

/** Begins a stage. */
export function inspect(stage: string, { fingerprints, faultless }: Known, { lookups, words = false }: StageOptions): Inspection {
  const asked: { readonly place: Place; readonly marks: Marks; readonly at: number }[] = [];
  return {
    spares(place, more = "") {
      if (lookups && fingerprints.looksUpNames(place)) return false;
      const { closure, at } = fingerprints.at(place);
      // Names that are there already are cheaper than such as are put together: most stages have one thing besides.
      const besides = more === "" && words ? fingerprints.textAt(place) : words ? `${fingerprints.textAt(place)} ${more}` : more;
      const marks = faultless.of(closure, besides);
      if (marks.has(stage, at)) return true;
      asked.push({ place, marks, at });
      return false;
    },
    end(faults) {
      const isFaulty = fingerprints.reaching(faults);
      for (const { place, marks, at } of asked) if (!isFaulty(place)) marks.add(stage, at);
    },
  };
}
