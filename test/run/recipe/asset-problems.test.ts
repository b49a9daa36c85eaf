import { expect, test } from "vitest";
import type { TextFile } from "../../../src/text/index.ts";
import type { Theme } from "../../../src/render/index.ts";
import { assetProblems } from "../../../src/run/recipe/build-site.ts";

function themeWith(...paths: readonly string[]): Theme {
  const asset = (path: string) => {
    const source: TextFile = { id: `/look/${path}`, name: `look/${path}`, text: "", language: "yaml" };
    return { path, contents: "", source };
  };
  const assets = {
    made: ["assets/site-1.css", "assets/head-1.js", "assets/not-found-1.js", "assets/site-1.js"].map(asset),
    others: paths.map(asset),
  };
  return { assets } as unknown as Theme;
}

const icon = { path: "assets/favicon.ico", owner: "the favicon of the settings" };

test("files that nothing is in the way of are fine", () => {
  expect(
    assetProblems(themeWith("assets/a.svg", "assets/a/b.svg", "assets/a/c.svg", "assets/A/d.svg", "assets/a?b#c.png"), [icon]),
  ).toEqual([]);
});

test.each([
  ["a name that differs by case", ["assets/B.svg", "assets/b.svg"], 'Rename it: "assets/B.svg" is the same file on many systems.'],
  ["a folder that differs by case", ["assets/B/a.svg", "assets/b/a.svg"], 'Rename it: "assets/B/a.svg" is the same file on many systems.'],
  ["a name in the other Unicode form", ["assets/\u00e9.svg", "assets/e\u0301.svg"], "is the same file on many systems."],
  ["the place of the settings' icon", ["assets/favicon.ico"], "Rename it: that is where the favicon of the settings is."],
  ["the place of the style sheet", ["assets/SITE-1.css"], 'Rename it: "assets/site-1.css" of msgdocs is the same file on many systems.'],
  ["a folder where a file is", ["assets/a", "assets/a/b.svg"], 'Rename it: "assets/a" is a file, and so no folder.'],
  ["a file where a folder is", ["assets/a/b/c.svg", "assets/A"], 'Rename it: "assets/a/b/c.svg" is in a folder of that name.'],
  ["a colon", ["assets/a:b.svg"], "Rename it: a colon or a backslash is no part of a file's name on every system."],
  ["a backslash", ["assets/a\\b.svg"], "Rename it: a colon or a backslash is no part of a file's name on every system."],
])("a theme's file with %s is told, at the file and with what to do", (_, paths, hint) => {
  const [found, ...more] = assetProblems(themeWith(...paths), [icon]);
  expect(more).toEqual([]);
  expect(found).toMatchObject({ code: "theme/not-found", place: { file: { name: `look/${paths.at(-1)}` }, start: 0 } });
  expect(found?.hint).toContain(hint);
});
