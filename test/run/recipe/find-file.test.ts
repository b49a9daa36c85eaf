import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { fileFinder } from "../../../src/run/recipe/make-prose.ts";

const PNG = "\x89PNG\r\n\x1a\n";
const base = realpathSync(mkdtempSync(join(tmpdir(), "msgdocs-find-")));
afterAll(() => rmSync(base, { recursive: true }));

test("a path that leads out is not even looked at, so that no later build waits for it; every other one is told", () => {
  const root = join(base, "docs");
  mkdirSync(join(root, "folder"), { recursive: true });
  for (const path of ["docs/in.png", "out.png"]) writeFileSync(join(base, path), PNG, "latin1");
  symlinkSync("../out.png", join(root, "link.png"));
  const told: string[] = [];
  const find = fileFinder(root, ({ path }) => void told.push(path));
  const at = (path: string, from = join(root, "api.yaml")) => find({ id: from, name: "api.yaml", text: "", language: "yaml" }, path);
  for (const path of ["../out.png", "../nothing.png", "/etc/passwd", "..", "in.png\0"]) expect([path, at(path)]).toEqual([path, undefined]);
  expect(at("in.png", "https://example.com/api.yaml")).toBeUndefined();
  expect(told).toEqual([]);
  for (const path of ["link.png", "nothing.png", "folder"]) expect([path, at(path)]).toEqual([path, undefined]);
  expect(at("folder/../in.png")).toEqual({ kind: "file", source: join(root, "in.png"), name: "in.png", isPublic: true });
  expect(told).toEqual(["link.png", "nothing.png", "folder", "in.png"].map((path) => join(root, path)));
});

test("a file of 64 MB is copied, and of a larger one it is said that it is too large", () => {
  const path = join(base, "large.png");
  const at = () =>
    fileFinder(base, () => undefined)({ id: join(base, "api.yaml"), name: "api.yaml", text: "", language: "yaml" }, "large.png");
  writeFileSync(path, PNG, "latin1");
  truncateSync(path, 64 * 1024 * 1024);
  expect(at()).toEqual({ kind: "file", source: path, name: "large.png", isPublic: true });
  truncateSync(path, 64 * 1024 * 1024 + 1);
  expect(at()).toEqual({ kind: "too-large", most: "64 MB" });
});

test.each([
  ["a.csv", "lamp,lumens\na,1\nb,2\n", true],
  ["a.csv", "key=canary\n", false],
  ["a.md", "# Notes", true],
  ["a.json", '{ "asyncapi": "3.0.0" }', true],
  ["a.json", '{ "type": "object" }', true],
  ["a.json", '{ "Lamp": { "type": "object" }, "Any": true }', true],
  ["a.json", '{ "Lamp": { "type": "object" }, "key": "canary" }', false],
  ["a.json", '{ "key": "canary" }', false],
  ["a.yaml", "type: record\nname: A\nfields: []\n", true],
  ["a.yaml", "key: canary\n", false],
  ["a.avsc", '{ "type": "enum", "name": "A", "symbols": ["B"] }', true],
  ["a.avsc", '"canary"', false],
  ["a.proto", 'syntax = "proto3";\n// A: lamp\nmessage A { string b = 1; }\n', true],
  ["a.proto", "KEY=canary;\n", false],
  ["a.png", "\x89PNG\r\n\x1a\n", true],
  ["a.png", "KEY=canary", false],
  ["a.jpg", "\xff\xd8\xff\xe0", true],
  ["a.jpeg", "KEY=canary", false],
  ["a.gif", "GIF89a", true],
  ["a.png", "GIF89a", true],
  ["a.gif", "GIF, key: canary", false],
  ["a.webp", "RIFF\x01\x02\x03\x04WEBP", true],
  ["a.webp", "RIFF canary", false],
  ["a.avif", "\x00\x00\x00\x1cftypavif", true],
  ["a.avif", "canary", false],
  ["a.SVG", "<?xml version='1.0'?>\n<svg viewBox='0 0 1 1'/>", true],
  ["a.svg", "canary", false],
  ["a.pdf", "%PDF-1.7\n", true],
  ["a.pdf", "canary", false],
  ["a.zip", "PK\x03\x04", true],
  ["a.zip", "PKey=canary", false],
  ["a.gz", "\x1f\x8b", true],
  ["a.gz", "canary", false],
  ["a.tar", `${"\0".repeat(257)}ustar`, true],
  ["a.tar", "canary", false],
  ["a.ics", "BEGIN:VCALENDAR\r\n", true],
  ["a.ics", "canary", false],
])("whether %s that says %j is published: %s", (name, text, isPublic) => {
  writeFileSync(join(base, name), text, "latin1");
  const find = fileFinder(base, () => undefined);
  expect(find({ id: join(base, "api.yaml"), name: "api.yaml", text: "", language: "yaml" }, name)).toMatchObject({ isPublic });
});
