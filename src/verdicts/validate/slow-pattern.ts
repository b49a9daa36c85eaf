/** What to do about a pattern that takes too long. */
export const SLOW_PATTERN = "Simplify the pattern, or raise limits.patternMs and limits.validationMs in the settings.";

/** Whether something was not judged since a pattern takes too long. A reason is known by its words only. */
export const isSlowPattern = (reason: string | undefined): boolean => reason?.includes("takes too long") === true;
