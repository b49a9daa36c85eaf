import { createContext, Script } from "node:vm";
import { stopwatch } from "./budget.ts";
import { counted } from "#text";

/** On longer texts, even a pattern that is at worst quadratic may take long. */
const LONG_TEXT = 2_000;
const SHORT_TEXT = 12;
const LONG_PATTERN = 20_000;

/** Compiles a pattern with the Unicode flag, as JSON Schema requires, or without it if it is only valid so (`[\w-.]`). */
export function compilePattern(source: string): RegExp | string {
  if (source.length > LONG_PATTERN) return `longer than ${counted(LONG_PATTERN, "character")}`;
  try {
    return new RegExp(source, "u");
  } catch {
    // Annex B of ECMA-262 allows more syntax without the flag.
  }
  try {
    return new RegExp(source);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.slice(message.lastIndexOf(": ") + 2);
  }
}

/** What a pattern says apart from what its escapes and classes contain. */
function bareOf(source: string): string {
  return source.replace(/\\[^1-9k]/g, "x").replace(/\[(?:[^\]\\]|\\.)*\]/g, "x");
}

/** The engine compiles nested groups in cubic time, with no way to stop it. Real patterns nest a few. */
const DEEPEST = 100;

function isDeep(source: string): boolean {
  let depth = 0;
  for (const sign of bareOf(source)) {
    depth += sign === "(" ? 1 : sign === ")" ? -1 : 0;
    if (depth > DEEPEST) return true;
  }
  return false;
}

/**
 * Whether a pattern could backtrack endlessly: it has a quantified group with a quantifier or choice inside, a back reference, or
 * several unbounded quantifiers in sequence. If in doubt, the answer is yes.
 */
function isRisky(source: string): boolean {
  const bare = bareOf(source);
  if (/\\[1-9k]/.test(bare)) return true;
  if (/[)]\s*(?:[*+]|\{\d+,?\d*\})/.test(bare)) return true;
  return (bare.match(/[*+]|\{\d+,\d*\}/g) ?? []).length > 2;
}

/**
 * The longest text that a pattern may be tested on without a clock; 0 if it must not be tested at all, because even compiling it may take
 * long.
 */
export function longestQuick(source: string): number {
  if (isDeep(source)) return 0;
  return isRisky(source) ? SHORT_TEXT : LONG_TEXT;
}

/** Tests a text without a time limit. A valid pattern may be too large for the engine, which only shows at the first test. */
export function atOnce(expression: RegExp, text: string): boolean | undefined {
  try {
    return expression.test(text);
  } catch {
    return undefined;
  }
}

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
  return {
    of(source) {
      const before = known.get(source);
      if (before) return before;
      const compiled = compilePattern(source);
      const pattern =
        typeof compiled === "string" ? { invalid: compiled } : { test: testerOf(compiled, underClock(compiled, milliseconds, chamber)) };
      known.set(source, pattern);
      return pattern;
    },
  };
}

/** Advice for a pattern that takes too long. */
export const SLOW_PATTERN = "Simplify the pattern, or raise limits.patternMs and limits.validationMs in the settings.";

/** Whether a reason says that a pattern took too long. Reasons can only be told apart by their words. */
export const isSlowPattern = (reason: string | undefined): boolean => reason?.includes("takes too long") === true;
