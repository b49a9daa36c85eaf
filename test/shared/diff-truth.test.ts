import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { msgdocs } from "../app/cli/shell.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const generator = fileURLToPath(new URL("../../../shared/bench/gen-org.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "msgdocs-truth-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface TrueChange {
  readonly service: string;
  readonly change: string;
  readonly verdict: string;
}

/** The worst of what a comparison found. */
function worst(summary: Readonly<Record<string, number>>): string {
  return ["breaking", "unknown", "compatible", "annotation"].find((verdict) => (summary[verdict] ?? 0) > 0) ?? "none";
}

test.each([1, 2, 3, 4, 5])("organisation %i: every earlier version is judged as what was done to it", async (seed) => {
  const organisation = join(folder, String(seed));
  execFileSync(process.execPath, [generator, "70", String(seed), organisation], { cwd: root, stdio: "ignore" });
  const { changes } = JSON.parse(readFileSync(join(organisation, "truth.json"), "utf8")) as { changes: readonly TrueChange[] };
  expect(changes.length).toBeGreaterThan(10);
  for (const { service, change, verdict } of changes) {
    const own = join("services", service);
    const now = join(own, existsSync(join(organisation, own, "asyncapi.json")) ? "asyncapi.json" : "asyncapi.yaml");
    const args = ["diff", join(own, "v1", "asyncapi.yaml"), now, "--root", organisation, "--format", "json"];
    const { exit, stdout } = await msgdocs(organisation, args);
    const { summary } = JSON.parse(stdout) as { summary: Record<string, number> };
    expect([service, change, worst(summary), exit]).toEqual([service, change, verdict, verdict === "breaking" ? 1 : 0]);
  }
});
