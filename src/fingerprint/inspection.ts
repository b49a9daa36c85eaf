import type { Place } from "#json";
import type { Faultless } from "./faultless.ts";
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

/** Begins a stage. What is looked up by names, where a stage does so, is never spared: what has the name may have changed. */
export function inspect(stage: string, { fingerprints, faultless }: Known, { lookups }: { readonly lookups: boolean }): Inspection {
  const asked = new Map<Place, string>();
  return {
    spares(place, more = "") {
      if (lookups && fingerprints.looksUpNames(place)) return false;
      const key = `${stage} ${fingerprints.at(place)} ${more}`;
      if (faultless.has(key)) return true;
      asked.set(place, key);
      return false;
    },
    end(faults) {
      const isFaulty = fingerprints.reaching(faults);
      for (const [place, key] of asked) if (!isFaulty(place)) faultless.add(key);
    },
  };
}
