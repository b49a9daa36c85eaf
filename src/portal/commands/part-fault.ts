import type { ComparisonFailure } from "#changes";
import { OutputFailure } from "#output";
import type { Portal } from "../match/index.ts";
import { failureReason } from "#text";
import { isEnvironment, UsageError } from "#run";
import type { Fault } from "./make-part.ts";
import { templateFaultOf } from "#run";

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

/** The pairs of messages on which we failed, each with the file of the sender. */
export function pairFaults({ fit }: Portal): (Fault & { readonly file: string })[] {
  return fit.flatMap(({ fault, message, sender, receiver, because }) => {
    if (fault === undefined) return [];
    const reason = `msgdocs failed to compare the message ${message} of ${sender} with what ${receiver} receives: ${fault}.`;
    const hint = "This is a bug of msgdocs, not of your documents: please report it, with both schemas.";
    return [{ reason, hint, file: because.sender.file }];
  });
}

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

/** Describes that the process of a document ended before it answered. */
export function deathOf(how: string): Fault {
  return {
    reason: `the process that made its pages ended (${how})`,
    hint: "It may have run out of memory: give it more with NODE_OPTIONS=--max-old-space-size=8192. With enough memory this is a bug of msgdocs: please report it.",
  };
}

/** An error as it is sent to another process, without its class. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string | undefined;
  readonly code?: unknown;
  readonly hint?: unknown;
  readonly kind?: unknown;
  readonly problem?: unknown;
}

/** Prepares an error for sending. */
export function sentError(error: unknown): SentError {
  const { name, message, stack, ...more } = error instanceof Error ? error : new Error(String(error));
  const { code, hint, kind, problem } = more as Omit<SentError, "name" | "message">;
  return { name, message, stack, code, hint, kind, problem };
}

/** Restores an error that was sent, with its class. */
export function receivedError({ name, message, hint, kind, ...more }: SentError): Error {
  if (name === "UsageError") return new UsageError(message, typeof hint === "string" ? hint : undefined);
  if (name === "OutputFailure") return new OutputFailure(kind === "refused" ? "refused" : "environment", message);
  return Object.assign(new Error(message), { name, ...more });
}
