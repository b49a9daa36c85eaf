/** Runs of one test. */
export const BATCH = 20;

/** Where a run begins: another number, other documents. */
export { SEED } from "../support/fast-check.ts";

/** The end of what hangs. A long run waits as long as it takes, for others may come first. */
export const TIMEOUT = process.env.MSGDOCS_FUZZ === undefined ? 600_000 : 0;

/** The batches of so many runs; `MSGDOCS_FUZZ=10000` for a long one, by hand. */
export function batches(runs: number): number[] {
  return Array.from({ length: Math.ceil(Number(process.env.MSGDOCS_FUZZ ?? runs) / BATCH) }, (_, at) => at);
}
