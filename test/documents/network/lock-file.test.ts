import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readlinkSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readCopy, readLock, writeLock } from "../../../src/documents/network/open-network.ts";
import { folder } from "../../app/cli/shell.ts";

test("the name of the file that is made first cannot be guessed: what stands at one that could be is left alone", () => {
  const cwd = folder({ "theirs/secret": "kept" });
  const guess = join(cwd, `msgdocs.lock.${process.pid}`);
  symlinkSync(join(cwd, "theirs/secret"), guess);
  writeLock(cwd, new Map(), new Map());
  expect([readFileSync(join(cwd, "theirs/secret"), "utf8"), readlinkSync(guess)]).toEqual(["kept", join(cwd, "theirs/secret")]);
  expect(readLock(cwd)).toEqual(new Map());
});

test("a folder for what is kept that is a link, as a repository may hold one, is not written through: there is no lock", () => {
  const cwd = folder({ "theirs/secret": "kept" });
  symlinkSync("theirs", join(cwd, "msgdocs.remote"));
  expect(readLock(cwd)).toBeUndefined();
});

test.runIf(process.platform !== "win32")("a pipe in the place of the lock, or of what it keeps, is not waited for", () => {
  const cwd = folder({});
  const sha256 = "0".repeat(64);
  mkdirSync(join(cwd, "msgdocs.remote"));
  execFileSync("mkfifo", [join(cwd, "msgdocs.lock"), join(cwd, "msgdocs.remote", sha256)]);
  expect(readLock(cwd)).toBeUndefined();
  expect(readCopy(cwd, { sha256, bytes: 1, language: "yaml", from: "https://example.com/a.yaml" })).toBeUndefined();
});
