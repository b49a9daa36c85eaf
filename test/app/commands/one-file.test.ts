import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { replaceFile } from "../../../src/app/commands/one-file.ts";
import { folder } from "../cli/shell.ts";

test("a link in the place of the file that is made first is not written through, and what a dead run left is no hindrance", () => {
  const cwd = folder({ "api.yaml": "old", "theirs/secret": "kept", "left.yaml": "old" });
  symlinkSync(join(cwd, "theirs/secret"), join(cwd, `api.yaml.${process.pid}.tmp`));
  writeFileSync(join(cwd, `left.yaml.${process.pid}.tmp`), "half");
  for (const name of ["api.yaml", "left.yaml"]) {
    replaceFile(join(cwd, name), "new");
    expect([readFileSync(join(cwd, name), "utf8"), existsSync(join(cwd, `${name}.${process.pid}.tmp`))]).toEqual(["new", false]);
  }
  expect(readFileSync(join(cwd, "theirs/secret"), "utf8")).toBe("kept");
});
