import type { CheckMemo, StageMarks } from "#documents";
import { Generations } from "./generations.ts";

/** So many kinds of what an answer depends on besides are known of one part; words may change while the closure stays. */
const MOST_BESIDES = 32;

/** Places of a part by the stages that found nothing wrong there. */
class PartMarks implements StageMarks {
  readonly #stages = new Map<string, Set<number>>();
  #besides: Map<string, PartMarks> | undefined;

  /** The marks that depend on something else besides. */
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

/** What was found to be without a fault in the last two builds. */
export class CheckedParts {
  #under = "";
  #parts = new Generations<PartMarks>();
  #steps = 0;

  /** What was found under some conditions, such as a version of the format and limits. Under others, all is forgotten. */
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
