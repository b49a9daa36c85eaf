import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { loadTheme } from "#render";

const folder = (name: string): string => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
const base = ["templates", "themes/default"].map(folder);

test("a brand is three colours, laid over the theme's tokens", async () => {
  const { theme, problems } = await loadTheme([...base, folder("test/fixtures/brand")]);
  expect(problems).toEqual([]);
  const css = String(theme?.assets.style.contents);
  for (const token of ["--accent:", "--bg:", "--text:"]) expect(css.lastIndexOf(token)).toBeGreaterThan(css.indexOf("--faint:"));
});

test("what README says of a brand is the file that is tested", () => {
  const readme = readFileSync(folder("README.md"), "utf8");
  expect(readme).toContain(`\`\`\`css\n${readFileSync(folder("test/fixtures/brand/css/tokens.css"), "utf8")}\`\`\`\n`);
});

test("paper builds on the default theme and changes what it is about", async () => {
  const [plain, paper] = [await loadTheme(base), await loadTheme([...base, folder("themes/paper")])];
  expect(paper.problems).toEqual([]);
  expect(paper.theme?.templates).toEqual(plain.theme?.templates);
  const css = String(paper.theme?.assets.style.contents);
  expect(css).toContain("grid-template-columns: minmax(0, 1fr) var(--rail)");
  expect(css.lastIndexOf("--font:")).toBe(css.indexOf('--font: "Iowan Old Style"'));
});
