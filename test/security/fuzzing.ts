/** Runs of one test. */
export const BATCH = 20;

/** Where a run begins: another number, other documents. */
export { SEED } from "../support/fast-check.ts";

/** The batches of so many runs; `MSGDOCS_FUZZ=10000` for a long one, by hand. */
export function batches(runs: number): number[] {
  return Array.from({ length: Math.ceil(Number(process.env.MSGDOCS_FUZZ ?? runs) / BATCH) }, (_, at) => at);
}
