import { fileURLToPath } from "node:url";
import { wings } from "../../../src/run/recipe/index.ts";
import { codeLanguages, defaultLimits, type Settings } from "../../../src/config/index.ts";
import type { Diagnostic } from "../../../src/text/diagnostics/index.ts";
import { prepareMarkdown, prepareRender } from "../../../src/prose/markdown/index.ts";
import { linkModel, type Message } from "../../../src/model/api/index.ts";
import { normalize } from "../../../src/model/normalize/index.ts";
import { createProse, renderSettingsText } from "../../../src/prose/texts/index.ts";
import { renderSite } from "../../../src/render/site/index.ts";
import { createRoutes } from "../../../src/model/routes/index.ts";
import { createSampler } from "../../../src/verdicts/samples/index.ts";
import { createSchemas } from "../../../src/schema/index.ts";
import { createSchemaHomes } from "../../../src/pages/tree/index.ts";
import { createSite } from "../../../src/pages/kinds/index.ts";
import { placeWithin } from "../../../src/text/source/index.ts";
import { loadTheme, type Theme } from "../../../src/render/theme/index.ts";
import { judgeExamples } from "../../../src/verdicts/validate/index.ts";
import { wordsOf } from "../../../src/text/words/index.ts";
import { loaded } from "../../support/loaded.ts";

const base = new URL("../../../", import.meta.url);

let theme: Theme | undefined;

/** The default theme, compiled once for all tests. */
export async function defaultTheme(): Promise<Theme> {
  if (!theme) {
    const folders = ["templates", "themes/default"].map((name) => fileURLToPath(new URL(name, base)));
    const found = await loadTheme(folders, (await wings.samples?.())?.writing);
    if (!found.theme) throw new Error(found.problems.map(({ message }) => message).join(" "));
    theme = found.theme;
  }
  return theme;
}

const plain: Settings = {
  theme: "",
  language: "en",
  reader: "client",
  perspective: "application",
  code: codeLanguages,
  strict: false,
  allowErrors: true,
  rules: {},
  show: { source: false, problems: true, assistants: true },
  navigation: { groupBy: "auto" },
  tryIt: false,
  links: [],
  guides: [],
  hideInternal: false,
  onlyTags: [],
  embed: false,
  markdownOnly: false,
  markdown: true,
  schemaFiles: true,
  noindex: false,
  redirects: {},
  csp: {},
  limits: defaultLimits,
} as unknown as Settings;

/** The site of YAML texts, whole: every file by its path, rendered with the default theme, its links verified. */
export async function siteOf(
  text: string,
  given: Partial<Settings> = {},
  problems: readonly Diagnostic[] = [],
): Promise<ReadonlyMap<string, string>> {
  const settings = { ...plain, ...given };
  const documents = await loaded(text);
  const api = linkModel(
    normalize(documents, () => undefined, settings),
    documents,
  );
  const schemas = createSchemas(api, documents);
  const routes = createRoutes(api, createSchemaHomes(schemas, settings.limits));
  const judged = await judgeExamples({ api, documents, schemas, limits: defaultLimits });
  const verdicts = { counts: (message: Message) => judged.totalsOf(message), of: judged.of };
  const render = await prepareRender([]);
  const prose = createProse({ api, routes, render, printMarkdown: await prepareMarkdown(["<"]), placeWithin, findFile: () => undefined });
  const samples = createSampler({ api, documents, schemas, limits: defaultLimits });
  const footer = settings.footer === undefined ? undefined : { html: await renderSettingsText(settings.footer, "footer-") };
  const site = createSite(api, {
    documents,
    routes,
    prose,
    schemas,
    verdicts,
    samples,
    code: (await wings.samples?.())?.createCodeSamples((await defaultTheme()).code),
    settings,
    footer,
    words: wordsOf(settings.language, settings.words),
    problems,
  });
  const files = new Map<string, string>();
  for (const { path, contents } of renderSite({ site, theme: await defaultTheme() })) files.set(path, String(contents));
  return files;
}

/** Where a thing lives that its kind and id would give a page of its own at a path: there, or on the page of what uses it. */
export function homeOf(files: ReadonlyMap<string, string>, path: string): string {
  const { things } = JSON.parse(files.get("manifest.json") ?? '{"things":[]}') as { things: { kind: string; id: string; path: string }[] };
  const named = (id: string): string => id.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const thing = things.find(({ kind, id }) => path.startsWith(`${kind}s/${named(id)}.`));
  return thing ? thing.path.replace(/html$/, path.replace(/^.*\./, "")) : path;
}

/** The page on which it lives. */
export function pageAt(files: ReadonlyMap<string, string>, path: string): string {
  return files.get(homeOf(files, path)) ?? "";
}

/** A page's text as a reader sees it: without tags and references, spaces made one. */
export function textOf(html: string | undefined): string {
  const references: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', "#x27": "'", "#x3D": "=", "#x60": "`", amp: "&" };
  return (html ?? "")
    .replace(/^[^]*<main/, "<main")
    .replace(/<(?:wbr|bdi)>|<\/bdi>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(#?\w+);/g, (whole, name: string) => references[name] ?? whole)
    .replace(/\s+/g, " ");
}
