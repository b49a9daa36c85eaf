import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { engineFlags, watchingFlags } from "../../../src/app/cli/tune-engine.ts";

describe("engineFlags", () => {
  it("names flags that the V8 of this Node knows: it would write about others to standard error", () => {
    const known = execFileSync(process.execPath, ["--v8-options"], { encoding: "utf8" });
    const names = engineFlags(process.versions.v8).map((flag) => flag.split("=", 1)[0] ?? "");
    for (const name of names) expect(known).toContain(`  ${name} (`);
  });

  it("asks nothing of versions that nobody has looked at", () => {
    const memory = expect.stringMatching(/^--heap-growing-percent=\d+$/) as string;
    expect(engineFlags("11.3.244.8-node.33")).toEqual([expect.stringMatching(/^--interrupt-budget=\d+$/), memory]);
    // As read from `--v8-options` of Node 22 and 24.
    const often = expect.stringMatching(/^--invocation-count-for-turbofan=\d+$/) as string;
    for (const version of ["12.4.254.21-node.57", "13.6.233.17-node.53"]) expect(engineFlags(version)).toEqual([often, memory]);
    expect(engineFlags("10.2.154.26")).toEqual([]);
    expect(engineFlags("99.0.1")).toEqual([]);
    expect(engineFlags("")).toEqual([]);
  });
});

describe("watchingFlags", () => {
  const flags = (mb: number): readonly string[] => watchingFlags("12.4.254.21-node.57", mb * 1024 * 1024);

  it("lets only a large heap grow further, and never by more than so much or less than any other", () => {
    const percents = [60, 60, 200, 200, 100, 60, 60].map((percent) => `--heap-growing-percent=${percent}`);
    expect([50, 128, 130, 160, 320, 640, 5000].map((mb) => flags(mb).at(-1))).toEqual(percents);
  });

  it("has its code optimised as V8 would, where that was put off", () => {
    expect(watchingFlags("11.3.244.8-node.33", 50 * 1024 * 1024)).toEqual(["--interrupt-budget=67584", "--heap-growing-percent=60"]);
    expect(flags(50)[0]).toBe("--invocation-count-for-turbofan=3000");
  });

  it("asks nothing of engines that nobody has looked at", () => {
    expect(watchingFlags("99.0.1", 200 * 1024 * 1024)).toEqual([]);
  });
});
