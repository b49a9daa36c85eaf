import type { CheckMemo, StageMarks } from "#documents";
import { Generations } from "./generations.ts";

/**
 * How many variants of one part are remembered. The closure stays the same while texts change, so there is a variant for each state of
 * the texts.
 */
const MOST_BESIDES = 32;

/** The offsets in a part at which stages found no problem, by stage. */
class PartMarks implements StageMarks {
  readonly #stages = new Map<string, Set<number>>();
  #besides: Map<string, PartMarks> | undefined;

  /** The marks that also depend on another text. */
  with(besides: string): PartMarks {
    const all = (this.#besides ??= new Map<string, PartMarks>());
    const known = all.get(besides);
    if (known) return known;
    const [oldest] = all.keys();
    if (oldest !== undefined && all.size >= MOST_BESIDES) all.delete(oldest);
    const made = new PartMarks();
    all.set(besides, made);
    return made;
  }

  has(stage: string, at: number): boolean {
    return this.#stages.get(stage)?.has(at) === true;
  }

  add(stage: string, at: number): void {
    const places = this.#stages.get(stage);
    if (places) places.add(at);
    else this.#stages.set(stage, new Set([at]));
  }
}

/** The parts in which the last two builds found no problem. */
export class CheckedParts {
  #under = "";
  #parts = new Generations<PartMarks>();
  #steps = 0;

  /** The results under some conditions, such as the format version and limits. Under other conditions all results are dropped. */
  under(conditions: string): CheckMemo {
    if (this.#under !== conditions) this.#begin(conditions);
    return {
      of: (closure, besides = "") => (besides === "" ? this.#of(closure) : this.#of(closure).with(besides)),
      steps: () => this.#steps,
      count: (steps) => {
        this.#steps = steps;
      },
    };
  }

  turn(): void {
    this.#parts.turn();
  }

  #of(closure: string): PartMarks {
    const known = this.#parts.get(closure);
    if (known) return known;
    const part = new PartMarks();
    this.#parts.set(closure, part);
    return part;
  }

  #begin(conditions: string): void {
    this.#under = conditions;
    this.#parts = new Generations();
    this.#steps = 0;
  }
}
