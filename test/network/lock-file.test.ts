import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readLock, writeLock } from "../../src/network/lock-file.ts";
import { folder } from "../cli/shell.ts";

test("a link in the place of the file that is made first is not written through", () => {
  const cwd = folder({ "theirs/secret": "kept" });
  symlinkSync(join(cwd, "theirs/secret"), join(cwd, `msgdocs.lock.${process.pid}`));
  writeLock(cwd, new Map(), new Map());
  expect(readFileSync(join(cwd, "theirs/secret"), "utf8")).toBe("kept");
  expect(readLock(cwd)).toEqual(new Map());
});
