import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { loadSettings } from "../../../src/config/index.ts";
import { examine, makeSite, openTheme } from "../../../src/run/recipe/index.ts";
import { htmlIn } from "../../support/html-in-view.ts";

/** The fields of views that hold HTML, with the reason. All others hold values, and one printer makes HTML of them. */
const KNOWN: Readonly<Record<string, string>> = {
  "analytics.html": "an element of the settings, with its attributes",
  "site.footer.html": "a text of the settings, which belongs to no document",
  "parts.text.html": "a guide, split at the parts of the reference",
  "blocks.lines.html": "lines of a source file: as values, a build takes a tenth longer",
  "yaml.html.html": "the same lines on the page of a schema",
};

const base = new URL("../../../example-docs/", import.meta.url);
const analytics = { script: "https://stats.example/a.js", integrity: `sha384-${"A".repeat(64)}`, data: {} };

/** The views of all pages of a document, with guides, a footer and statistics. */
async function viewsOf(document: string): Promise<readonly object[]> {
  const cwd = fileURLToPath(base);
  const loaded = loadSettings({}, cwd).settings;
  if (!loaded) throw new Error("The settings cannot be read.");
  const settings = { ...loaded, show: { ...loaded.show, source: true }, footer: "*Ours*", analytics };
  const { theme } = await openTheme(settings);
  const { subject, diagnostics } = await examine(`${cwd}${document}`, { settings, cwd });
  if (!theme || !subject) throw new Error("The example cannot be read.");
  const { site } = await makeSite(subject, { settings, theme, problems: diagnostics });
  return [...site.pages()].map((page) => page.view());
}

test("views hold values, and no HTML that is not known", async () => {
  const documents = ["robots/msgapi.yaml", "chargers/asyncapi.yaml", "doorbell/asyncapi.yaml"];
  const views = (await Promise.all(documents.map(viewsOf))).flat();
  expect(views.length).toBeGreaterThan(50);
  expect([...new Set(views.flatMap(htmlIn))].sort()).toEqual(Object.keys(KNOWN).sort());
});
