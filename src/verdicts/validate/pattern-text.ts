import { counted, DEEPEST_NESTED } from "#text";

/** On longer texts, even a pattern that is at worst quadratic may take long. */
const LONG_TEXT = 2_000;
const SHORT_TEXT = 12;
/** Longer patterns are not tried. */
export const LONG_PATTERN = 20_000;

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

function isDeep(source: string): boolean {
  let depth = 0;
  for (const sign of bareOf(source)) {
    depth += sign === "(" ? 1 : sign === ")" ? -1 : 0;
    if (depth > DEEPEST_NESTED) return true;
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
