import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readKept, readLock, writeLock } from "../../../src/documents/network/lock-file.ts";
import { folder } from "../../app/cli/shell.ts";

test("a link in the place of the file that is made first is not written through", () => {
  const cwd = folder({ "theirs/secret": "kept" });
  symlinkSync(join(cwd, "theirs/secret"), join(cwd, `msgdocs.lock.${process.pid}`));
  writeLock(cwd, new Map(), new Map());
  expect(readFileSync(join(cwd, "theirs/secret"), "utf8")).toBe("kept");
  expect(readLock(cwd)).toEqual(new Map());
});

test.runIf(process.platform !== "win32")("a pipe in the place of the lock, or of what it keeps, is not waited for", () => {
  const cwd = folder({});
  const sha256 = "0".repeat(64);
  mkdirSync(join(cwd, "msgdocs.remote"));
  execFileSync("mkfifo", [join(cwd, "msgdocs.lock"), join(cwd, "msgdocs.remote", sha256)]);
  expect(readLock(cwd)).toBeUndefined();
  expect(readKept(cwd, { sha256, bytes: 1, language: "yaml", from: "https://example.com/a.yaml" })).toBeUndefined();
});
