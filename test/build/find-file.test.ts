import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { fileFinder } from "../../src/build/find-file.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "msgdocs-find-")));
afterAll(() => rmSync(base, { recursive: true }));

test("a path that leads out is not even looked at, so that no later build waits for it; every other one is told", () => {
  const root = join(base, "docs");
  mkdirSync(join(root, "folder"), { recursive: true });
  for (const path of ["docs/in.png", "out.png"]) writeFileSync(join(base, path), "");
  symlinkSync("../out.png", join(root, "link.png"));
  const told: string[] = [];
  const find = fileFinder(root, (path) => void told.push(path));
  const at = (path: string, from = join(root, "api.yaml")) => find({ id: from, name: "api.yaml", text: "", language: "yaml" }, path);
  for (const path of ["../out.png", "../nothing.png", "/etc/passwd", "..", "in.png\0"]) expect([path, at(path)]).toEqual([path, undefined]);
  expect(at("in.png", "https://example.com/api.yaml")).toBeUndefined();
  expect(told).toEqual([]);
  for (const path of ["link.png", "nothing.png", "folder"]) expect([path, at(path)]).toEqual([path, undefined]);
  expect(at("folder/../in.png")).toEqual({ kind: "file", source: join(root, "in.png"), name: "in.png" });
  expect(told).toEqual(["link.png", "nothing.png", "folder", "in.png"].map((path) => join(root, path)));
});
