import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { engineFlags } from "../../src/cli/tune-engine.ts";

describe("engineFlags", () => {
  it("names flags that the V8 of this Node knows: it would write about others to standard error", () => {
    const known = execFileSync(process.execPath, ["--v8-options"], { encoding: "utf8" });
    const names = engineFlags(process.versions.v8).map((flag) => flag.split("=", 1)[0] ?? "");
    for (const name of names) expect(known).toContain(`  ${name} (`);
  });

  it("asks nothing of versions that nobody has looked at", () => {
    expect(engineFlags("11.3.244.8-node.33")).toEqual([expect.stringMatching(/^--interrupt-budget=\d+$/)]);
    expect(engineFlags("10.2.154.26")).toEqual([]);
    expect(engineFlags("99.0.1")).toEqual([]);
    expect(engineFlags("")).toEqual([]);
  });
});
