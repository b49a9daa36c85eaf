import { createContext, Script } from "node:vm";
import { getOrMake } from "#text";
import { stopwatch } from "./budget.ts";
import { atOnce, compilePattern, longestQuick } from "./pattern-text.ts";

/** Whether a pattern matches a text; `undefined` if time ran out, or would for sure. */
type PatternTest = (text: string) => boolean | undefined;

/** A compiled pattern, or the reason why it is invalid. */
type Pattern = { readonly test: PatternTest } | { readonly invalid: string };

/** Compiles each pattern once. Patterns that could take forever run with a time limit. */
export interface Patterns {
  of(source: string): Pattern;
}

/**
 * A context to run patterns with a time limit: V8 interrupts a regular expression inside a context. It stays in this thread and costs
 * 0.17 ms a call.
 */
interface PatternSandbox {
  expression: RegExp;
  text: string;
}

const script = new Script("expression.test(text)");

/** Whether an error means a timeout. Errors of the context are not instances of our `Error`. */
const isTimeout = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";

/**
 * The share of a timeout that must have been spent working. If a busy machine gave less, the pattern is tried once more with a longer
 * timeout.
 */
const ENOUGH = 0.8;
const MOST_TIMES = 20;

/** Runs a function with a time limit; `undefined` if it timed out or failed. */
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
    // After one timeout, the pattern is not tried again.
    gaveUp = verdict === undefined;
    return verdict;
  };
}

function testerOf(expression: RegExp, clocked: PatternTest): PatternTest {
  const limit = longestQuick(expression.source);
  if (limit === 0) return () => undefined;
  return (text) => (text.length <= limit ? atOnce(expression, text) : clocked(text));
}

/** Creates the patterns of one document. `milliseconds` returns the time limit for the next test; below 1, no test is run. */
export function patterns(milliseconds: () => number): Patterns {
  const known = new Map<string, Pattern>();
  let made: PatternSandbox | undefined;
  const chamber = (): PatternSandbox => (made ??= createContext(Object.create(null) as object) as PatternSandbox);
  const compile = (source: string): Pattern => {
    const compiled = compilePattern(source);
    return typeof compiled === "string" ? { invalid: compiled } : { test: testerOf(compiled, underClock(compiled, milliseconds, chamber)) };
  };
  return { of: (source) => getOrMake(known, source, compile) };
}

/** Advice for a pattern that takes too long. */
export const SLOW_PATTERN = "Simplify the pattern, or raise limits.patternMs and limits.validationMs in the settings.";

/** Whether a reason says that a pattern took too long. Reasons can only be told apart by their words. */
export const isSlowPattern = (reason: string | undefined): boolean => reason?.includes("takes too long") === true;
