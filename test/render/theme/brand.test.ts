import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { loadTheme } from "#render";

const folder = (name: string): string => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
const base = ["templates", "themes/default"].map(folder);

test("a brand is one file of tokens, after the theme's own", async () => {
  const brand = readFileSync(`${folder("test/fixtures/brand")}/css/brand.css`, "utf8");
  expect(brand.split("\n").length).toBeLessThan(30);
  expect(brand).toMatch(/^:root \{\n(?: {2}--[a-z-]+: .*;\n)+\}\n$/);
  const { theme, problems } = await loadTheme([...base, folder("test/fixtures/brand")]);
  expect(problems).toEqual([]);
  const css = String(theme?.assets.style.contents);
  expect(css.lastIndexOf("--accent:")).toBe(css.indexOf("--accent: light-dark(#b3005e"));
});

test("paper builds on the default theme and changes what it is about", async () => {
  const [plain, paper] = [await loadTheme(base), await loadTheme([...base, folder("themes/paper")])];
  expect(paper.problems).toEqual([]);
  expect(paper.theme?.templates).toEqual(plain.theme?.templates);
  const css = String(paper.theme?.assets.style.contents);
  expect(css).toContain("grid-template-columns: minmax(0, 1fr) var(--rail)");
  expect(css.lastIndexOf("--font:")).toBe(css.indexOf('--font: "Iowan Old Style"'));
});
