import type { Summary } from "./problem.ts";

export interface Verdict {
  readonly strict: boolean;
  /** Whether errors may stand: only for a build that made a site in spite of them. */
  readonly allowErrors: boolean;
}

/** 0 fine, 1 problems in documents (see the contract). `--strict` asks for neither errors nor warnings, whatever is allowed. */
export function exitCode({ errors, warnings }: Summary, { strict, allowErrors }: Verdict): 0 | 1 {
  if (strict) return errors + warnings > 0 ? 1 : 0;
  return errors > 0 && !allowErrors ? 1 : 0;
}
