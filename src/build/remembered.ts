import type { Faultless, Marks } from "#fingerprint";
import { Generations } from "./generations.ts";

/** What was remembered somewhere else under some conditions, as {@link Remembered.text} gave it. */
export type Recall = (conditions: string) => string | undefined;

/** So many kinds of what an answer depends on besides are known of one part; words may change while the closure stays. */
const MOST_BESIDES = 32;

type Stages = readonly (readonly [string, readonly number[]])[];

/** A part as data: its stages, and by what else they depend on those that do. */
type PartData = readonly [stages: Stages, besides: readonly (readonly [string, Stages])[]];

/** Places of a part by the stages that found nothing wrong there. */
class MarkedPart implements Marks {
  readonly #stages: Map<string, Set<number>>;
  #besides: Map<string, MarkedPart> | undefined;

  constructor(stages: Stages = []) {
    this.#stages = new Map(stages.map(([stage, places]) => [stage, new Set(places)]));
  }

  /** The marks that depend on something else besides. */
  with(besides: string, marked?: MarkedPart): MarkedPart {
    const all = (this.#besides ??= new Map<string, MarkedPart>());
    const known = all.get(besides);
    if (known) return known;
    const [oldest] = all.keys();
    if (oldest !== undefined && all.size >= MOST_BESIDES) all.delete(oldest);
    const made = marked ?? new MarkedPart();
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

  /** As data, or `undefined` where nothing is marked. */
  data(): PartData | undefined {
    const besides = [...(this.#besides ?? [])]
      .map(([name, part]) => [name, part.#own()] as const)
      .filter(([, stages]) => stages.length > 0);
    return this.#stages.size + besides.length === 0 ? undefined : [this.#own(), besides];
  }

  #own(): Stages {
    return [...this.#stages].map(([stage, places]) => [stage, [...places]]);
  }
}

/** What {@link MarkedPart.data} gave; anything else is an error. */
function markedPart(data: unknown): MarkedPart {
  const [own, besides] = data as PartData;
  const part = new MarkedPart(own);
  for (const [name, stages] of besides) part.with(name, new MarkedPart(stages));
  return part;
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
