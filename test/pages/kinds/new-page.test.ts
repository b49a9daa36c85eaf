import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { loadTheme } from "../../../src/render/theme/index.ts";
import { built, type Built } from "../../support/built.ts";
import { template } from "./examples-page.ts";

// What a newcomer adds to `pagesOf`: a line.
vi.mock("../../../src/pages/kinds/list-pages.ts", async (original) => {
  const { listPages, ...rest } = await original<typeof import("../../../src/pages/kinds/list-pages.ts")>();
  const { examplesPage } = await import("./examples-page.ts");
  return { ...rest, listPages: (site: Parameters<typeof listPages>[0]) => [...listPages(site), examplesPage(site)] };
});

const document = `asyncapi: 3.0.0
info: { title: Lamps, version: 1.0.0 }
channels:
  lit:
    address: lit
    messages:
      lit:
        title: A lamp went on
        contentType: application/xml
        payload: { type: string }
        examples: [{ name: hall, payload: "<lamp id='7'/>" }]
      out: { title: A lamp went out, payload: { type: object, properties: { lamp: { type: integer } } }, examples: [{ payload: { lamp: 8 } }] }
`;

let site: Built;
const folder = mkdtempSync(join(tmpdir(), "msgdocs-page-"));
beforeAll(async () => {
  cpSync("templates", folder, { recursive: true });
  writeFileSync(join(folder, "pages/examples.hbs"), template);
  const { theme, problems } = await loadTheme([folder, "themes/default"]);
  expect(problems).toEqual([]);
  site = await built({ "api.yaml": document }, {}, { theme });
});
afterAll(() => rmSync(folder, { recursive: true }));

test("a page kind of one file and a template is right in HTML", () => {
  const html = site.files.get("examples.html") ?? "";
  expect(html).toContain("<h1>Examples ★</h1>");
  expect(html).toContain('<a href="messages/lit.html">A lamp went on</a>');
  expect(html).toMatch(/&lt;lamp[^]*7[^]*<span class="n">8<\/span>/);
  expect(html).toContain('<link rel="alternate" type="text/markdown" href="examples.md">');
});

test("its Markdown says the same without a line for it in a printer", () => {
  const text = site.files.get("examples.md") ?? "";
  expect(text).toMatch(/^# Examples\n\n## \[A lamp went on\]\(.*\.md\)\n\n### hall \(.*\)\n/);
  expect(text).toContain("```xml\n<lamp id='7'/>\n```");
  expect(text).toContain('```json\n{\n  "lamp": 8\n}\n```');
  expect(text).not.toContain("★");
});
