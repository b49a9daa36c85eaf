import type { ChangesWing, PortalWing } from "#run";
import { UsageError } from "#run";

/** What the program can do without, a line for each. A wing is loaded when it is needed. */
export const wings: { readonly changes?: () => Promise<ChangesWing>; readonly portal?: () => Promise<PortalWing> } = {
  changes: () => import("#changes"),
  portal: () => import("#portal"),
};

/** Loads a wing, or refuses what a program without it cannot do. */
export async function loaded<Wing>(wing: (() => Promise<Wing>) | undefined): Promise<Wing> {
  if (wing) return wing();
  throw new UsageError("This program was made without this command.");
}
