import type { Faultless, Marks } from "#fingerprint";
import { Generations } from "./generations.ts";

/** What was remembered somewhere else under some conditions, as {@link Remembered.text} gave it. */
export type Recall = (conditions: string) => string | undefined;

/** Places of a part by the stages that found nothing wrong there. */
class MarkedPart implements Marks {
  readonly #stages: Map<string, Set<number>>;

  constructor(stages: Iterable<readonly [string, Set<number>]> = []) {
    this.#stages = new Map(stages);
  }

  has(stage: string, at: number): boolean {
    return this.#stages.get(stage)?.has(at) === true;
  }

  add(stage: string, at: number): void {
    const places = this.#stages.get(stage);
    if (places) places.add(at);
    else this.#stages.set(stage, new Set([at]));
  }

  /** As data, or `undefined` where nothing is marked. */
  data(): readonly (readonly [string, readonly number[]])[] | undefined {
    return this.#stages.size === 0 ? undefined : [...this.#stages].map(([stage, places]) => [stage, [...places]]);
  }
}

/** What {@link MarkedPart.data} gave; anything else is an error. */
function markedPart(data: unknown): MarkedPart {
  return new MarkedPart((data as [string, number[]][]).map(([stage, places]) => [stage, new Set(places)]));
}

/** What was found to be without a fault in the last two builds. */
export class Remembered {
  readonly #recall: Recall;
  #under = "";
  #parts = new Generations<MarkedPart>();
  #steps = 0;

  constructor(recall: Recall = () => undefined) {
    this.#recall = recall;
  }

  /** What was found under some conditions, such as a version of the format and limits. Under others, all is forgotten. */
  under(conditions: string): Faultless {
    if (this.#under !== conditions) this.#begin(conditions);
    return {
      of: (closure) => this.#of(closure),
      steps: () => this.#steps,
      count: (steps) => {
        this.#steps = steps;
      },
    };
  }

  turn(): void {
    this.#parts.turn();
  }

  /** What was found and used since the last turn, for {@link Recall}, and under which conditions. */
  kept(): { readonly conditions: string; readonly text: string } {
    const parts = [...this.#parts.used()].flatMap(([closure, part]) => {
      const data = part.data();
      return data ? [JSON.stringify([closure, data])] : [];
    });
    return { conditions: this.#under, text: [String(this.#steps), ...parts].join("\n") };
  }

  #of(closure: string): MarkedPart {
    const known = this.#parts.get(closure);
    if (known) return known;
    const part = new MarkedPart();
    this.#parts.set(closure, part);
    return part;
  }

  #begin(conditions: string): void {
    this.#under = conditions;
    this.#parts = new Generations();
    const [steps = "0", ...parts] = this.#recall(conditions)?.split("\n") ?? [];
    this.#steps = /^\d{1,9}$/.test(steps) ? Number(steps) : 0;
    for (const line of parts) {
      const [closure, data] = JSON.parse(line) as [string, unknown];
      this.#parts.set(closure, markedPart(data));
    }
    // What was recalled is no more used than what the round before knew.
    this.#parts.turn();
  }
}
