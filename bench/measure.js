import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const reporter = new URL("report-usage.js", import.meta.url).href;

export const cli = fileURLToPath(new URL("../dist/cli.js", import.meta.url));

/**
 * Runs a Node program to its end: CPU and wall time in seconds from process start, peak memory in MB, and what it wrote to the
 * standard error. An exit code that is none of `exits` is an error.
 */
export function measure(args, folder, exits = [0]) {
  const report = join(folder, "usage.json");
  rmSync(report, { force: true });
  const env = { ...process.env, BENCH_USAGE: report };
  const { status, stderr, error } = spawnSync(process.execPath, ["--import", reporter, ...args], {
    encoding: "utf8",
    env,
    cwd: folder,
    maxBuffer: 1e8,
  });
  if (error ?? !exits.includes(status)) throw new Error(`${args.join(" ")} ended with ${status}: ${error ?? stderr.slice(-2000)}`);
  return { ...JSON.parse(readFileSync(report, "utf8")), said: stderr };
}

/** The middle of some numbers. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The medians of what several runs took; with the last run's words. */
export function mediansOf(runs) {
  const of = (field) => median(runs.map((each) => each[field]));
  return { cpu: of("cpu"), wall: of("wall"), memory: of("memory"), said: runs.at(-1)?.said ?? "" };
}
