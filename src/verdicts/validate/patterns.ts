import { createContext, Script } from "node:vm";
import { counted } from "#text";
import { stopwatch } from "./budget.ts";

/** What a pattern says of a text: `undefined` where the time ran out. */
type PatternTest = (text: string) => boolean | undefined;

/** A compiled pattern, or why it is none. */
type Pattern = { readonly test: PatternTest } | { readonly invalid: string };

/** Compiles each pattern once and runs those that could take forever under a clock. */
export interface Patterns {
  of(source: string): Pattern;
}

/** Text above this length may take long even with a pattern that is quadratic at worst. */
const LONG_TEXT = 2_000;
const SHORT_TEXT = 12;
const LONG_PATTERN = 20_000;

/** ECMA-262 with Unicode first, as JSON Schema asks; without it where the pattern only works so (`[\w-.]`). */
function compile(source: string): RegExp | string {
  if (source.length > LONG_PATTERN) return `longer than ${counted(LONG_PATTERN, "character")}`;
  try {
    return new RegExp(source, "u");
  } catch {
    // Annex B of ECMA-262 allows more without the flag.
  }
  try {
    return new RegExp(source);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.slice(message.lastIndexOf(": ") + 2);
  }
}

/**
 * Whether a pattern could backtrack without end: a quantified group that holds a quantifier or a choice, a back reference,
 * or several open quantifiers one after another. Errs on the side of the clock.
 */
function isRisky(source: string): boolean {
  const bare = source.replace(/\\[^1-9k]/g, "x").replace(/\[(?:[^\]\\]|\\.)*\]/g, "x");
  if (/\\[1-9k]/.test(bare)) return true;
  if (/[)]\s*(?:[*+]|\{\d+,?\d*\})/.test(bare)) return true;
  return (bare.match(/[*+]|\{\d+,\d*\}/g) ?? []).length > 2;
}

/** Where patterns run under a clock: V8 interrupts a regular expression inside a context, in this thread, at 0.17 ms a call. */
interface PatternSandbox {
  expression: RegExp;
  text: string;
}

const script = new Script("expression.test(text)");

/** An error of the context, which is no `Error` of ours. */
const isTimeout = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";

/** Of what a timeout was, so much must have been worked: what a busy machine did not let run is tried once more, with as much more time. */
const ENOUGH = 0.8;
const MOST_TIMES = 20;

/** Runs something that a clock ends; `undefined` where it did, or where it cannot be run at all. */
function within(milliseconds: number, run: (timeout: number) => boolean, tries = 2): boolean | undefined {
  const worked = stopwatch();
  try {
    return run(milliseconds);
  } catch (error) {
    const share = worked() / milliseconds;
    if (!isTimeout(error) || share >= ENOUGH || tries === 1) return undefined;
    return within(Math.ceil(milliseconds / Math.max(share, 1 / MOST_TIMES)), run, tries - 1);
  }
}

function underClock(expression: RegExp, milliseconds: () => number, chamber: () => PatternSandbox): PatternTest {
  let gaveUp = false;
  return (text) => {
    const timeout = Math.floor(milliseconds());
    if (gaveUp || timeout < 1) return undefined;
    const verdict = within(
      timeout,
      (most) => script.runInContext(Object.assign(chamber(), { expression, text }), { timeout: most }) === true,
    );
    // One text that never ends is enough to know the pattern.
    gaveUp = verdict === undefined;
    return verdict;
  };
}

/** A pattern may be well formed, and too large for the engine: that is said no sooner than by the first test. */
function atOnce(expression: RegExp, text: string): boolean | undefined {
  try {
    return expression.test(text);
  } catch {
    return undefined;
  }
}

function testerOf(expression: RegExp, clocked: PatternTest): PatternTest {
  const limit = isRisky(expression.source) ? SHORT_TEXT : LONG_TEXT;
  return (text) => (text.length <= limit ? atOnce(expression, text) : clocked(text));
}

/** Patterns of one document; `milliseconds` is what the next test of one text may take, nothing where no time is left. */
export function patterns(milliseconds: () => number): Patterns {
  const known = new Map<string, Pattern>();
  let made: PatternSandbox | undefined;
  const chamber = (): PatternSandbox => (made ??= createContext(Object.create(null) as object) as PatternSandbox);
  return {
    of(source) {
      const before = known.get(source);
      if (before) return before;
      const compiled = compile(source);
      const pattern =
        typeof compiled === "string" ? { invalid: compiled } : { test: testerOf(compiled, underClock(compiled, milliseconds, chamber)) };
      known.set(source, pattern);
      return pattern;
    },
  };
}

/** What to do about a pattern that takes too long. */
export const SLOW_PATTERN = "Simplify the pattern, or raise limits.patternMs and limits.validationMs in the settings.";

/** Whether something was not judged since a pattern takes too long. A reason is known by its words only. */
export const isSlowPattern = (reason: string | undefined): boolean => reason?.includes("takes too long") === true;
