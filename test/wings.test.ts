import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { wings } from "../floors.js";

/** A copy of the project, whose wings are taken away one after the other. */
const copy = mkdtempSync(join(tmpdir(), "msgdocs-wings-"));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Tests of the core that see much of it: pages of every kind, searched, linked and rendered, from the document on. */
const TESTS = ["operation-facts.test.ts", "said-once.test.ts", "parts.test.ts", "unresolved-view.test.ts"];

const tree = ["src", "test/pages/kinds", "test/support", ".config", "templates", "themes", "floors.js", "package.json", "docs"];
for (const path of tree) cpSync(path, join(copy, path), { recursive: true });
symlinkSync(join(process.cwd(), "node_modules"), join(copy, "node_modules"));
const include = ["src", ...TESTS.map((name) => `test/pages/kinds/${name}`)];
const { compilerOptions } = JSON.parse(readFileSync("tsconfig.json", "utf8")) as { compilerOptions: object };
// What a wing does not touch is not checked again.
const options = { ...compilerOptions, incremental: true, tsBuildInfoFile: "types.json" };
writeFileSync(join(copy, "tsconfig.json"), JSON.stringify({ compilerOptions: options, include }));

/** Runs a program in the copy. What it says is part of the failure. */
function run(...command: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: copy, encoding: "utf8" });
  expect({ command, said: status === 0 ? "" : `${stdout}${stderr}` }).toEqual({ command, said: "" });
}

/** Files in which a line stands for a wing. */
const LISTED = [...new Set(Object.values(wings).map(({ registry }) => registry)), ".config/rolldown.config.js"];

/** The lines of a file without those that name one of these wings. */
function without(text: string, gone: readonly string[]): string {
  const named = (line: string): boolean => gone.some((wing) => line.includes(`import("#${wing}")`) || line.includes(`"src/${wing}/`));
  return text
    .split("\n")
    .filter((line) => !named(line))
    .join("\n");
}

test.each(Object.entries(wings))("without the wing %s the program compiles, is built, and passes tests of its core", (wing, { above }) => {
  const gone = [wing, ...above];
  for (const each of gone) rmSync(join(copy, "src", each), { recursive: true });
  for (const path of LISTED) writeFileSync(join(copy, path), without(readFileSync(path, "utf8"), gone));
  try {
    run("node_modules/typescript/bin/tsc");
    run(".config/build.js");
    run(
      "node_modules/vitest/vitest.mjs",
      "run",
      "--config",
      ".config/vitest.config.ts",
      "--project",
      "unit",
      "--maxWorkers",
      "1",
      ...TESTS,
    );
  } finally {
    for (const each of gone) cpSync(join("src", each), join(copy, "src", each), { recursive: true });
    for (const path of LISTED) cpSync(path, join(copy, path));
  }
});
