import type { Diagnostic, Place } from "#text";
import type { Inspection, CheckHistory, StageMarks } from "#documents";
import { inspect } from "#documents";
import type { Message, MessageExample, SchemaSource } from "#model";
import type { Schemas } from "#schema";
import { isJsonSchema } from "#schema";
import type { Refusals } from "./ambiguous.ts";
import type { Validator } from "./validator.ts";
import { STEPS } from "./validator.ts";
import type { Verdict } from "./verdict.ts";

/** Checks that need not run again, because an earlier run had the same input. */
export interface PastOutcomes {
  readonly refusals: Refusals;
  /** Whether all examples of a message are known to pass. */
  passes(message: Message): boolean;
  /** Whether the values in a schema, and in all schemas that it leads to, are known to be valid. */
  schema(source: SchemaSource): boolean;
}

/** The results of a run, to be stored for the next one. */
export interface CheckResults {
  readonly verdicts: ReadonlyMap<MessageExample, Verdict>;
  readonly owners: ReadonlyMap<MessageExample, Message>;
  /** Problems of the values in schemas. */
  readonly ofValues: readonly Diagnostic[];
}

/** Looks up and records results in the history of earlier runs. */
export class OutcomeHistory implements PastOutcomes {
  readonly refusals: Refusals;
  readonly #known: CheckHistory;
  readonly #examples: Inspection;
  readonly #values: Inspection;
  readonly #schemas: Schemas;
  readonly #refused: (() => void)[] = [];
  readonly #all: boolean;

  /** @param all whether to skip nothing; the results are recorded nevertheless */
  constructor(known: CheckHistory, schemas: Schemas, all: boolean) {
    this.#known = known;
    this.#schemas = schemas;
    this.#all = all;
    this.#examples = inspect("examples", known, { lookups: true });
    this.#values = inspect("values", known, { lookups: true });
    const { fingerprints, memo } = known;
    const marksOf = (example: MessageExample, { written }: Message): { readonly marks: StageMarks; readonly at: number } => {
      const [own, rival] = [fingerprints.at(example.node), fingerprints.at(written)];
      return { marks: memo.of(`${rival.closure} ${own.closure} ${own.at}`), at: rival.at };
    };
    const isKnown = (example: MessageExample, rival: Message): boolean => {
      const { marks, at } = marksOf(example, rival);
      return marks.has("refusal", at);
    };
    this.refusals = {
      has: (example, rival) => !all && !fingerprints.looksUpNames(rival.written) && isKnown(example, rival),
      add: (example, rival) =>
        this.#refused.push(() => {
          const { marks, at } = marksOf(example, rival);
          marks.add("refusal", at);
        }),
    };
  }

  passes(message: Message): boolean {
    return this.#examples.canSkip(message.written, message.effectiveContentType) && !this.#all;
  }

  schema(source: SchemaSource): boolean {
    const language = this.#schemas.languageOf(source);
    return isJsonSchema(language) && this.#values.canSkip(source.node, language) && !this.#all;
  }

  /**
   * Returns whether the verdicts are final, and records them. They are if the document, including skipped parts, certainly stays within
   * half of the budget. Otherwise everything must be judged again, so that the budget ends at the same example in every run.
   */
  settle({ budget }: Validator, { verdicts, owners, ofValues }: CheckResults): boolean {
    const { memo } = this.#known;
    const steps = budget.taken() + (this.#all ? 0 : memo.steps());
    memo.count(steps);
    if (budget.spent() || steps > STEPS / 2) return this.#all;
    const failing = [...verdicts].filter(([, { state }]) => state !== "passed").map(([example]) => example);
    this.#examples.end(failing.flatMap((example): Place[] => [example.node, owners.get(example)?.written ?? example.node]));
    this.#values.end(ofValues.map(({ place }) => place));
    for (const remember of this.#refused) remember();
    return true;
  }
}
