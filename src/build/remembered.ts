import type { Faultless } from "#fingerprint";
import { Generations } from "./generations.ts";

/** What was found to be without a fault in the last two builds. */
export class Remembered {
  readonly #keys = new Generations<true>();
  #steps = { under: "", count: 0 };

  /** What was found under some conditions, such as a version of the format and limits: these are part of each key. */
  under(conditions: string): Faultless {
    if (this.#steps.under !== conditions) this.#steps = { under: conditions, count: 0 };
    const steps = this.#steps;
    return {
      has: (key) => this.#keys.get(`${conditions} ${key}`) === true,
      add: (key) => this.#keys.set(`${conditions} ${key}`, true),
      get steps() {
        return steps.count;
      },
      set steps(count) {
        steps.count = count;
      },
    };
  }

  turn(): void {
    this.#keys.turn();
  }
}
