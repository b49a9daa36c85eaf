import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { inputState, realInput } from "#text";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "msgdocs-input-")));
const root = join(folder, "in");
mkdirSync(join(root, ".git"), { recursive: true });
for (const path of ["in/a.yaml", "in/.env", "in/.git/config", "out.yaml"]) writeFileSync(join(folder, path), "a: 1");
symlinkSync("../out.yaml", join(root, "link.yaml"));
symlinkSync(".git", join(root, "git"));
afterAll(() => rmSync(folder, { recursive: true }));

const hash = (bytes: string | Buffer): string => createHash("sha256").update(bytes).digest("hex");

test("an input is hashed as its access allows to read it, and is told by its problem otherwise", () => {
  const states = ["a.yaml", "../out.yaml", "link.yaml", ".env", ".git/config", "none.yaml"].map((path) =>
    inputState({ path: join(root, path), access: { root } }),
  );
  expect(states).toEqual([hash("a: 1"), "outside-root", "outside-root", "hidden", "hidden", "missing"]);
});

test("whether a hidden file exists is not told", () => {
  const states = [".git/config", ".git/none", ".none", "git/config", "git/none"].map((path) =>
    inputState({ path: join(root, path), access: { root } }),
  );
  expect(new Set(states)).toEqual(new Set(["hidden"]));
});

test("a large file is hashed whole, one over the limit is not, and a link in the place of a real path is not followed", () => {
  const path = join(root, "large.bin");
  const bytes = Buffer.alloc(2.5 * 1024 * 1024, "lamp");
  writeFileSync(path, bytes);
  expect([inputState({ path, access: {} }), inputState({ path, access: { largest: bytes.length - 1 } })]).toEqual([
    hash(bytes),
    "too-large",
  ]);
  truncateSync(path, 64 * 1024 * 1024 + 1);
  expect(inputState({ path, access: {} })).toBe("too-large");
  rmSync(path);
  symlinkSync("a.yaml", path);
  expect([inputState(realInput(join(root, "a.yaml"))), inputState(realInput(path))]).toEqual([hash("a: 1"), "outside-root"]);
});
