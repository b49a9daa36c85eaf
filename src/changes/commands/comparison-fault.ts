import type { Fault } from "#run";
import { isFault } from "#run";
import { failureReason } from "#text";
import type { ComparisonFailure } from "../compare/index.ts";

/** Describes an error of ours in a comparison, such as of "version 2.0.0 of orders with version 1.0.0". Any other error is thrown again. */
export function comparisonFault(error: unknown, what: string): Fault {
  if (!isFault(error)) throw error;
  return {
    reason: `msgdocs failed to compare ${what}: ${failureReason(error)}.`,
    hint: "This is a bug of msgdocs, not of your documents: please report it, with what msgdocs diff OLD NEW --debug says.",
  };
}

/** Describes the parts of a comparison on which we failed, such as of "orders.yaml with main:orders.yaml". */
export function partialFaults(failures: readonly ComparisonFailure[], documents: string): Fault[] {
  return failures.map(({ what, reason }) => ({
    reason: `msgdocs failed to compare ${what} (${documents}): ${reason}.`,
    hint: "The rest was compared. This is a bug of msgdocs, not of your documents: please report it, with both of them.",
  }));
}
