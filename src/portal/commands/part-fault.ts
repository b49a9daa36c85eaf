import { OutputFailure } from "#output";
import type { Fault } from "#run";
import { UsageError } from "#run";
import type { Portal } from "../match/index.ts";

/** The pairs of messages on which we failed, each with the file of the sender. */
export function pairFaults({ fit }: Portal): (Fault & { readonly file: string })[] {
  return fit.flatMap(({ fault, message, sender, receiver, because }) => {
    if (fault === undefined) return [];
    const reason = `msgdocs failed to compare the message ${message} of ${sender} with what ${receiver} receives: ${fault}.`;
    const hint = "This is a bug of msgdocs, not of your documents: please report it, with both schemas.";
    return [{ reason, hint, file: because.sender.file }];
  });
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
