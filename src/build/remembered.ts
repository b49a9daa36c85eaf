import type { Faultless } from "#fingerprint";
import { Generations } from "./generations.ts";

/** What was remembered somewhere else under some conditions, as {@link Remembered.text} gave it. */
export type Recall = (conditions: string) => string | undefined;

/** What was found to be without a fault in the last two builds. */
export class Remembered {
  readonly #recall: Recall;
  #under = "";
  #keys = new Generations<true>();
  #used = new Set<string>();
  #steps = 0;

  constructor(recall: Recall = () => undefined) {
    this.#recall = recall;
  }

  /** What was found under some conditions, such as a version of the format and limits. Under others, all is forgotten. */
  under(conditions: string): Faultless {
    if (this.#under !== conditions) this.#begin(conditions);
    const keys = this.#keys;
    return {
      has: (key) => {
        const known = keys.get(key) === true;
        if (known) this.#used.add(key);
        return known;
      },
      add: (key) => {
        keys.set(key, true);
        this.#used.add(key);
      },
      steps: () => this.#steps,
      count: (steps) => {
        this.#steps = steps;
      },
    };
  }

  turn(): void {
    this.#keys.turn();
    this.#used = new Set();
  }

  /** What was found and used since the last turn, for {@link Recall}, and under which conditions. */
  kept(): { readonly conditions: string; readonly text: string } {
    return { conditions: this.#under, text: [String(this.#steps), ...this.#used].join("\n") };
  }

  #begin(conditions: string): void {
    this.#under = conditions;
    this.#keys = new Generations();
    this.#used = new Set();
    const [steps = "0", ...keys] = this.#recall(conditions)?.split("\n") ?? [];
    this.#steps = /^\d{1,9}$/.test(steps) ? Number(steps) : 0;
    for (const key of keys) this.#keys.set(key, true);
  }
}
