import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { expandPaths, matchingPaths } from "#text";

// The library sorts what it lists on this system; on others it does not, so that here folders are listed the wrong way round.
vi.mock("node:fs", async (original) => {
  const real = await original<typeof import("node:fs")>();
  const readdirSync = (path: string) => real.readdirSync(path, { withFileTypes: true }).toReversed();
  return { ...real, readdirSync };
});

const base = realpathSync(mkdtempSync(join(tmpdir(), "msgdocs-paths-")));
afterAll(() => rmSync(base, { recursive: true }));

function folder(name: string): string {
  const path = join(base, name);
  for (const file of ["b.md", "a.md", "B.md", "é.md", "sub/c.md", ".hidden/d.md", "node_modules/e/f.md", "x.txt"]) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), "");
  }
  return path;
}

const found = (pattern: string, cwd: string): string[] => expandPaths(pattern, cwd).paths.map((path) => path.slice(cwd.length + 1));

test("files of a glob come in code-unit order, whatever the order of the folder; hidden and installed ones are nobody's", () => {
  const cwd = folder("plain");
  expect(found("**/*.md", cwd)).toEqual(["B.md", "a.md", "b.md", "sub/c.md", "é.md"]);
  expect(found("*.md", cwd)).toEqual(["B.md", "a.md", "b.md", "é.md"]);
  expect(found("x.txt", cwd)).toEqual(["x.txt"]);
  expect(found("nowhere/*.md", cwd)).toEqual([]);
});

test("a site that was built below the folder is nobody's, unless the pattern begins in it", () => {
  const cwd = folder("built");
  writeFileSync(join(cwd, "sub/.msgdocs.json"), "{}");
  expect(found("**/*.md", cwd)).toEqual(["B.md", "a.md", "b.md", "é.md"]);
  expect(found("sub/*.md", cwd)).toEqual(["sub/c.md"]);
});

test("a glob's characters in the names of folders that are there are names", () => {
  const cwd = folder("a b/{x,y}/[z]*!(k)");
  expect(found("*.md", cwd)).toEqual(["B.md", "a.md", "b.md", "é.md"]);
  expect(expandPaths(join(cwd, "sub", "*.md"))).toEqual({ folder: join(cwd, "sub"), paths: [join(cwd, "sub/c.md")] });
});

test.each([
  ["*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*az.md", "it takes too long to match"],
  [`${"x".repeat(70_000)}*.md`, "it is too long"],
])("a glob that would be matched for ever, or is no expression, matches nothing: %.20s", (glob, refused) => {
  const cwd = folder("costly");
  writeFileSync(join(cwd, `${"a".repeat(60)}.md`), "");
  expect(expandPaths(glob, cwd)).toMatchObject({ paths: [], refused });
});

test("thousands of paths, of which not one need be there, are matched at once", () => {
  const cwd = folder("gone");
  const paths = Array.from({ length: 20_000 }, (_, at) => join(cwd, "old", `${at}.${at % 4000 === 0 ? "md" : "txt"}`));
  const expected = [0, 4000, 8000, 12_000, 16_000].map((at) => join(cwd, "old", `${at}.md`));
  expect(matchingPaths(join(cwd, "**/*.md"), [...paths, join(base, "beside.md"), join(cwd, ".git/x.md")])).toEqual(expected);
  expect(matchingPaths(join(cwd, "x.txt"), [join(cwd, "x.txt"), join(cwd, "y.txt")])).toEqual([join(cwd, "x.txt")]);
});
