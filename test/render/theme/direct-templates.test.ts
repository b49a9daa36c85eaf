import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import Handlebars from "handlebars";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { directTemplate } from "../../../.config/direct-templates.js";
import { precompiledModule } from "../../../.config/templates-plugin.js";
import { examine, makeSite, themeFolders, wings } from "../../../src/run/recipe/index.ts";
import { loadSettings } from "../../../src/config/index.ts";
import { lineHtml, type Page } from "../../../src/pages/index.ts";
import { compileOptions } from "../../../src/render/theme/compile-templates.ts";
import type { Direct, DirectSource } from "../../../src/render/theme/direct-templates.ts";
import { directTemplates } from "../../../src/render/theme/direct-templates.ts";
import { loadTheme } from "../../../src/render/theme/index.ts";

const root = new URL("../../../", import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "msgdocs-direct-"));
const layers = ["templates", "themes/default"].map((name) => fileURLToPath(new URL(name, root)));

/** The loader of themes as it is in the bundle: with the built-in templates as functions. */
let loadBundled: typeof loadTheme;

beforeAll(async () => {
  const text = precompiledModule(layers[0] ?? "", layers[1] ?? "");
  vi.doMock("../../../src/render/theme/precompiled.ts", () => import(`data:text/javascript,${encodeURIComponent(text)}`));
  vi.resetModules();
  ({ loadTheme: loadBundled } = await import("../../../src/render/theme/load-theme.ts"));
});

afterAll(() => {
  vi.doUnmock("../../../src/render/theme/precompiled.ts");
  rmSync(folder, { recursive: true });
});

async function themeOf(load: typeof loadTheme, own: readonly string[] = []) {
  const samples = await wings.samples?.();
  const { theme, problems } = await load([...layers, ...own], samples?.writing);
  if (!theme) throw new Error(problems.map(({ message }) => message).join(" "));
  return theme;
}

async function pagesOf(document: string): Promise<Page[]> {
  const path = fileURLToPath(new URL(document, root));
  const { settings } = loadSettings({}, dirname(path));
  if (!settings) throw new Error("The default settings cannot be read.");
  const theme = await themeOf(loadTheme);
  const { subject } = await examine(path, { settings, cwd: dirname(path) });
  if (!subject) throw new Error("The example cannot be read.");
  const { site } = await makeSite(subject, { settings: { ...settings, theme: themeFolders(settings)[1] ?? "" }, theme, problems: [] });
  return [...site.pages()];
}

const ASSETS = { style: "s.css", headScript: "h.js", script: "s.js", notFound: "n.js", icon: "i.svg" };

/** Pages that are not the same from both. */
async function different(pages: readonly Page[], own: readonly string[] = []): Promise<string[]> {
  const [one, other] = [await themeOf(loadBundled, own), await themeOf(loadTheme, own)];
  return pages.flatMap((page) => {
    const shown = { ...page.view(), assets: ASSETS };
    const html = one.render(page.template, shown);
    return html.length > 1000 && html === other.render(page.template, shown) ? [] : [page.path];
  });
}

describe("built-in templates as functions", () => {
  test("make the code of every protocol as Handlebars does", async () => {
    const [one, other] = [await themeOf(loadBundled), await themeOf(loadTheme)];
    const [username, password] = ["API_USERNAME", "API_PASSWORD"].map((name) => ({ before: "", names: [name] }));
    const asked = { mechanism: "PLAIN", username, password, certificate: "client.crt", key: "client.key" };
    const headers = ["a", "b"].map((name) => ({ name, value: "1", key: { member: name }, line: `${name}: 1` }));
    for (const [name, { print }] of one.code) {
      const texts = [true, false].flatMap((sends) =>
        [{}, asked].map((credentials) => {
          const server = {
            secure: sends,
            brokers: ["h", "i"],
            host: "h",
            path: "",
            url: "u",
            origin: "o",
            bootstrap: "h,i",
            port: { number: "1" },
          };
          const bindings = { server: { schemaRegistryUrl: "r" }, channel: {}, operation: { qos: { number: "0" } }, message: { key: "k" } };
          const given = {
            sends,
            receives: !sends,
            protocol: "mqtt5",
            address: "a",
            filter: "f",
            topic: "t",
            url: "u",
            method: "PUT",
            hasBody: sends,
            contentType: "c",
            encoding: "avro",
            file: "x.bin",
            exchange: "e",
          };
          const context = {
            ...given,
            server,
            bindings,
            headers,
            credentials: { ...asked, ...credentials },
            payload: sends ? { lines: "p" } : undefined,
          };
          return [print(context), other.code.get(name)?.print(context)];
        }),
      );
      for (const [text, same] of texts) expect([name, text]).toEqual([name, same]);
    }
    expect(one.code.size).toBeGreaterThan(40);
  });

  test.each(["example-docs/robots/msgapi.yaml", "example-docs/chargers/asyncapi.yaml"])(
    "make the pages of %s as Handlebars does",
    async (document) => {
      const pages = await pagesOf(document);
      expect(pages.length).toBeGreaterThan(10);
      expect(await different(pages)).toEqual([]);
    },
  );

  test("do so beside a user's own templates", async () => {
    const own: Readonly<Record<string, string>> = {
      "partials/head-end.hbs": '<meta name="a" content="{{title}}">',
      "partials/schema-facts.hbs": "<p>{{kind}}</p>{{#each values}}{{> schema-values this}}{{/each}}",
      "pages/list.hbs": "{{#> layout}}<main>{{title}} {{figure count}} {{@root.t.source}}{{> content-start}}</main>{{/layout}}",
    };
    const pages = await pagesOf("example-docs/chargers/asyncapi.yaml");
    for (const [path, text] of Object.entries(own)) {
      const at = join(folder, path.replaceAll("/", "-"));
      mkdirSync(dirname(join(at, path)), { recursive: true });
      writeFileSync(join(at, path), text);
      expect(await different(pages, [at])).toEqual([]);
    }
  });
});

/** Templates by name as functions. */
async function functionsOf(texts: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, Direct>> {
  const sources = new Map<string, DirectSource>();
  for (const [name, text] of Object.entries(texts)) {
    const { make, ...others } = directTemplate(text);
    const module = (await import(`data:text/javascript,${encodeURIComponent(`export const make = ${make};`)}`)) as Pick<
      DirectSource,
      "make"
    >;
    sources.set(name, { ...others, make: module.make });
  }
  return directTemplates(sources);
}

describe("a template as a function", () => {
  const values = [
    undefined,
    null,
    "",
    "a",
    "<&>\"'`=",
    0,
    1,
    true,
    false,
    [],
    ["x", 2],
    {},
    { k: "v", n: 0 },
    new Set(["y", "z"]),
    { html: "<b>" },
  ];
  const texts = [
    "{{x}}.",
    "{{#if x}}yes{{else}}no{{/if}}",
    "{{#unless x}}no{{else}}yes{{/unless}}",
    "{{#with x}}{{#if y}}in{{else}}out{{/if}} {{../y}}{{else}}{{y}}{{/with}}",
    "{{#if x}}yes{{else if y}}else{{/if}}",
    "{{#each x}}[{{this}}{{#unless @last}},{{/unless}}{{#if @first}}!{{/if}}{{../y}}]{{else}}none{{/each}}",
    "{{#with x}}with {{../y}} {{#each ../list}}{{n}}{{../../y}}{{/each}}{{else}}without{{/with}}",
    "{{html x}}",
    "{{~#if y~}} a {{~/if~}} b {{! not this }} {{@root.y}}",
    "  {{> inner z=x}}\n{{> inner list}} {{#> around list}}({{length}}){{/around}}",
  ];
  const partials = {
    inner: "<{{#if z}}{{#each z}}{{this}}{{/each}}{{/if}}{{length}}>",
    around: "{{#with @root}}{{> @partial-block list}}{{/with}}|{{> @partial-block}}",
  };

  test.each(texts)("%s is what Handlebars makes of it", async (text) => {
    const handlebars = Handlebars.create();
    handlebars.registerHelper("html", (value: unknown) => new handlebars.SafeString(lineHtml(value)));
    for (const [name, partial] of Object.entries(partials))
      handlebars.registerPartial(name, handlebars.compile(partial, { ...compileOptions, strict: true }));
    const expected = handlebars.compile(text, compileOptions);
    const made = (await functionsOf({ text, ...partials })).get("text");
    for (const x of values) {
      const view = { x, y: "Y", list: [{ n: 1 }, { n: 2 }] };
      const outcome = (run: () => string | undefined): string | undefined => {
        try {
          return run();
        } catch {
          return "thrown";
        }
      };
      expect([x, outcome(() => made?.(view, view))]).toEqual([x, outcome(() => expected(view))]);
    }
  });

  test("says so where the view lacks what it shows", async () => {
    const made = (await functionsOf({ text: "{{x.y}}" })).get("text");
    expect(made?.({ x: { y: undefined } }, {})).toBe("");
    expect(() => made?.({ x: {} }, {})).toThrow('"y" is not in the view.');
  });

  test("is left to Handlebars with all that call it", async () => {
    const { inner, ...others } = { inner: "i", outer: "{{> inner}}", outermost: "{{> outer}}", apart: "x" };
    expect([...(await functionsOf(others)).keys()]).toEqual(["apart"]);
    expect([...(await functionsOf({ inner, ...others })).keys()].sort()).toEqual(["apart", "inner", "outer", "outermost"]);
  });

  test.each([
    "{{{x}}}",
    "{{x y}}",
    "{{> (lookup this 'x')}}",
    "{{#each x as |y|}}{{/each}}",
    "{{../x}}",
    "{{@index}}",
    "{{@first}}",
    "{{x.constructor}}",
    "{{#other x}}{{/other}}",
  ])("%s is refused", (text) => {
    expect(() => directTemplate(text)).toThrow("cannot be written as a function");
  });
});
