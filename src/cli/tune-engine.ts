import { setFlagsFromString } from "node:v8";

/**
 * How much a function must have done before V8 optimises it, in bytes of bytecode; V8 itself says 66 KiB. Our runs are short and
 * go through much code: at V8's own figure a third of a build of 100 channels is the optimising compiler's.
 */
const INTERRUPT_BUDGET = 500_000;

/** The flags for a version of V8 (`process.versions.v8`): none for one of which it is not known that it has them, for it would complain. */
export function engineFlags(version: string): readonly string[] {
  const major = Number.parseInt(version, 10);
  return major >= 11 && major <= 13 ? [`--interrupt-budget=${INTERRUPT_BUDGET}`] : [];
}

/** Makes V8 optimise later. To be called before anything runs that is worth optimising; what is made stays the same. */
export function tuneEngine(): void {
  for (const flag of engineFlags(process.versions.v8)) setFlagsFromString(flag);
}
