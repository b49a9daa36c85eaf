import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

test("what the guide says of a brand is the file that is tested", () => {
  const guide = readFileSync(folder("docs/guide/look.md"), "utf8");
  expect(guide).toContain(`\`\`\`css\n${readFileSync(folder("test/fixtures/brand/css/tokens.css"), "utf8")}\`\`\`\n`);
});

test("a token that no style uses is named with the nearest; own ones, comments and strings are left alone", async () => {
  const own = mkdtempSync(join(tmpdir(), "msgdocs-brand-"));
  try {
    mkdirSync(join(own, "css"));
    const tokens = "/* --acent: red; */\n:root {\n  --acent: red;\n  --own: 1px;\n  --bg: white;\n  --far-away-from-all: 0;\n}\n";
    writeFileSync(join(own, "css/tokens.css"), tokens);
    writeFileSync(join(own, "css/own.css"), "main { padding: var(--own); --local: 3px; margin: var( --local ); }\n");
    const { theme, problems } = await loadTheme([...base, own]);
    expect(theme).toBeDefined();
    expect(problems.map(({ code, message, hint, place }) => [code, message, hint, tokens.slice(place.start, place.end)])).toEqual([
      ["theme/unknown-token", "No style uses the token --acent.", 'Did you mean "--accent"?', "--acent"],
      ["theme/unknown-token", "No style uses the token --far-away-from-all.", undefined, "--far-away-from-all"],
    ]);
  } finally {
    rmSync(own, { recursive: true });
  }
});

test.each([
  ["--accent: #ffe000;", "--accent has a contrast of 1.3:1 to the background of light pages", "--accent"],
  ["--text: #222;", "--text has a contrast of 1.2:1 to the background of dark pages", "--text"],
  ["--bg: light-dark(#fff, #5335e0);", "--accent has a contrast of", "--bg"],
  ["--accent: light-dark(#5335e0, #ffe000);", "", ""],
  ["--bg: white; --accent: #ffe000;", "", ""],
  ["--accent: #ffe000; } :root { --accent: #5335e0 !important;", "--accent has a contrast of", "--accent"],
  ["} .hero { --bg: #123456; --text: #fff;", "", ""],
  ["} @media print { :root { --accent: #ffe000; }", "", ""],
])("the contrast of a brand is judged where its colours are known: %s", async (tokens, said, at) => {
  const own = mkdtempSync(join(tmpdir(), "msgdocs-brand-"));
  try {
    mkdirSync(join(own, "css"));
    const text = `:root { ${tokens} }\n`;
    writeFileSync(join(own, "css/tokens.css"), text);
    const { problems } = await loadTheme([...base, own]);
    const [first] = problems;
    expect(first?.message ?? "").toContain(said);
    expect([problems.length > 0, first && text.slice(first.place.start, first.place.end)]).toEqual([said !== "", at || undefined]);
  } finally {
    rmSync(own, { recursive: true });
  }
});

test("paper builds on the default theme and changes what it is about", async () => {
  const [plain, paper] = [await loadTheme(base), await loadTheme([...base, folder("themes/paper")])];
  expect(paper.problems).toEqual([]);
  expect(paper.theme?.templates).toEqual(plain.theme?.templates);
  const css = String(paper.theme?.assets.style.contents);
  expect(css).toContain("grid-template-columns:minmax(0,1fr) var(--rail)");
  expect(css.lastIndexOf("--font:")).toBe(css.indexOf('--font:"Iowan Old Style"'));
});
