import { OutputFailure } from "#output";
import { failureReason } from "#text";
import { isEnvironment, UsageError } from "./io.ts";
import { templateFaultOf } from "./report-problems.ts";

/** Why msgdocs itself failed on a document. */
export interface Fault {
  readonly reason: string;
  readonly hint: string;
}

/** Whether an error is our fault. Errors of the settings, the templates or the system affect all documents and are not. */
export function isFault(error: unknown): boolean {
  return !(error instanceof UsageError || error instanceof OutputFailure || isEnvironment(error) || templateFaultOf(error));
}

/** Describes an error of ours. */
export function faultOf(error: unknown): Fault {
  return {
    reason: failureReason(error),
    hint: "This is a bug of msgdocs, not of your document: please report it, with what msgdocs part FILE -o DIR --debug says.",
  };
}

/** Describes an error of ours on one of several documents. Any other error is thrown again. */
export function documentFault(error: unknown, file: string): Fault {
  if (!isFault(error)) throw error;
  const { reason, hint } = faultOf(error);
  return { reason: `msgdocs failed on this document: ${reason}.`, hint: hint.replace("FILE", () => file) };
}
