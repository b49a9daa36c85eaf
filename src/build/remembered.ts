import type { Faultless } from "#fingerprint";
import { Generations } from "./generations.ts";

/** What was found to be without a fault in the last two builds. */
export class Remembered {
  #under = "";
  #keys = new Generations<true>();
  #steps = 0;

  /** What was found under some conditions, such as a version of the format and limits. Under others, all is forgotten. */
  under(conditions: string): Faultless {
    if (this.#under !== conditions) {
      this.#under = conditions;
      this.#keys = new Generations();
      this.#steps = 0;
    }
    const keys = this.#keys;
    return {
      has: (key) => keys.get(key) === true,
      add: (key) => keys.set(key, true),
      steps: () => this.#steps,
      count: (steps) => {
        this.#steps = steps;
      },
    };
  }

  turn(): void {
    this.#keys.turn();
  }
}
