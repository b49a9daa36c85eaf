import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadTheme, templateHash } from "#render";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "msgdocs-theme-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function layer(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name, path)), { recursive: true });
    await writeFile(join(folder, name, path), text);
  }
  return join(folder, name);
}

/** The problems of one template as `code line:column`. */
async function problemsOf(template: string, others: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const path = await layer("templates", { "pages/x.hbs": template, ...others });
  const { theme, problems } = await loadTheme([path]);
  if (problems.length > 0) expect(theme).toBeUndefined();
  return problems.map(({ code, place }) => {
    const before = place.file.text.slice(0, place.start).split("\n");
    return `${code} ${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
  });
}

describe("a theme", () => {
  test("takes each file from the last layer that has it", async () => {
    const base = await layer("base", {
      "layout.hbs": "base {{> name}}",
      "partials/name.hbs": "{{name}}",
      "css/a.css": "a { color: red; }",
    });
    const own = await layer("own", { "partials/name.hbs": "<b>{{name}}</b>", "css/b.css": "b { color: blue; }" });
    const { theme } = await loadTheme([base, own]);
    expect(theme?.render("layout", { name: "a < b" })).toBe("base <b>a &lt; b</b>");
    expect(theme?.assets.style.contents).toBe("a{color:red}b{color:blue}\n");
  });

  test("has no file that is hidden, or in a hidden folder", async () => {
    const base = await layer("base", {
      "layout.hbs": "base",
      ".env": "A=1",
      "assets/.git/config": "[core]",
      "assets/.keep/a.svg": "<svg/>",
      "assets/b.svg": "<svg/>",
    });
    const { theme, problems } = await loadTheme([base]);
    expect([problems, theme?.assets.others.map(({ path }) => path.replace(/^.*\//, ""))]).toEqual([[], ["b.svg"]]);
  });

  test("has styles and scripts without comments and needless space, but with all that strings and templates hold", async () => {
    const css = `/* "a" */\na > b::before {\n  content: "; } /* x */  y";\n  margin: 0 , 1px ;\n}\na + .b ~ [c] {\n  width: calc(1px + .5em);\n  grid-row: 1 / 2;\n}\n`;
    const js = "// a\n  const a = '`'; // kept `\n  /* b */\n  const b = `\n  // c\n`;\n";
    const base = await layer("base", { "layout.hbs": "x", "css/a.css": css, "js/a.js": js });
    const { theme } = await loadTheme([base]);
    expect(theme?.assets.style.contents).toBe(
      'a>b::before{content:"; } /* x */  y";margin:0,1px}a+.b~[c]{width:calc(1px + .5em);grid-row:1/2}\n',
    );
    expect(theme?.assets.script.contents).toBe("const a = '`'; // kept `\nconst b = `\n  // c\n`;\n");
  });

  test("puts tokens and base first and print last, whatever the layers", async () => {
    const base = await layer("base", { "css/print.css": "p{}", "css/base.css": "b{}", "css/alpha.css": "a{}" });
    const own = await layer("own", { "css/tokens.css": "t{}", "css/zeta.css": "z{}" });
    const { theme } = await loadTheme([base, own]);
    expect(theme?.assets.style.contents).toBe("t{}b{}a{}z{}p{}\n");
  });

  test("lays tokens over those of the layers before", async () => {
    const base = await layer("base", { "css/tokens.css": "a{}", "css/base.css": "b{}" });
    const theme = await layer("theme", { "css/tokens.css": "c{}" });
    const own = await layer("own", { "css/tokens.css": "d{}", "css/base.css": "e{}" });
    expect((await loadTheme([base, theme, own])).theme?.assets.style.contents).toBe("a{}c{}d{}e{}\n");
  });

  test("names a template that overrides none and that none calls, with the nearest", async () => {
    const base = await layer("base", { "layout.hbs": "x", "partials/name.hbs": "x" });
    const theme = await layer("theme", { "css/any.css": "", "assets/any.txt": "" });
    for (const [files, said] of [
      [{ "layuot.hbs": "x" }, ["theme/unknown-template", "Did you mean layout.hbs?"]],
      [{ "partials/nmae.hbs": "x" }, ["theme/unknown-template", "Did you mean partials/name.hbs?"]],
      [{ "pages/something.hbs": "x" }, ["theme/unknown-template", "msgdocs theme eject lists the names that there are."]],
      [{ "layout.hbs": "{{> mine}}", "partials/mine.hbs": "x", "css/own.css": "", "assets/own.txt": "", "README.md": "" }, []],
    ] as const) {
      const own = await layer(`own-${Object.keys(files).join("-").replaceAll("/", "-")}`, files);
      const { problems } = await loadTheme([base, theme, own]);
      expect(problems.flatMap(({ code, hint }) => [code, hint])).toEqual(said);
    }
  });

  test("keeps the head script apart, and passes on other assets as they are", async () => {
    const path = await layer("t", { "js/head.js": "head();", "js/b.js": "b();", "js/a.js": "a();", "assets/logo.svg": "<svg/>" });
    const { theme } = await loadTheme([path]);
    expect(theme?.assets.headScript.contents).toBe("head();\n");
    expect(theme?.assets.script.contents).toBe("a();\nb();\n");
    expect(theme?.assets.others.map((asset) => asset.path)).toEqual(["assets/logo.svg"]);
    expect(theme?.assets.icon).toBeUndefined();
  });

  test("has one icon, that of the later layer", async () => {
    const base = await layer("icon", { "assets/icon.svg": "<svg/>" });
    const own = await layer("icon-own", { "assets/icon.png": "png" });
    const { theme } = await loadTheme([base, own]);
    expect(theme?.assets.icon?.path).toBe("assets/icon.png");
  });

  test("puts out HTML only from values made for it", async () => {
    const path = await layer("t", { "pages/x.hbs": "{{html safe}}|{{html text}}|{{html missing}}" });
    const { theme } = await loadTheme([path]);
    expect(theme?.render("pages/x", { safe: { html: "<i>x</i>" }, text: "<script>" })).toBe("<i>x</i>|&lt;script&gt;|");
    const inherited: unknown = Object.create({ html: "<script>" });
    expect(theme?.render("pages/x", { safe: inherited, text: { html: ["<script>"] } })).toBe("||");
    expect(theme?.render("pages/x", { safe: [{ name: "<a/b" }, 2, null], text: { name: "/a", after: "name" } })).toBe(
      "&lt;a/<wbr>b|/<wbr>a|",
    );
  });

  test("knows of what a template prints whether it is empty", async () => {
    const path = await layer("t", { "pages/x.hbs": "{{#if of.html}}yes{{else}}no{{/if}}{{#each of.html}}{{/each}}{{html of}}" });
    const { theme } = await loadTheme([path]);
    const shown = [{ html: "<i>x</i>" }, { html: "" }, { name: "x" }, "", [], undefined].map((of) => theme?.render("pages/x", { of }));
    expect(shown).toEqual(["yes<i>x</i>", "no", "yesx", "no", "no", "no"]);
  });

  test("prints x.html as x", async () => {
    const path = await layer("t", { "pages/x.hbs": "{{html of.html}}" });
    const { theme } = await loadTheme([path]);
    expect(theme?.render("pages/x", { of: { parts: [{ text: "<", type: "s" }] } })).toBe('<span class="s">&lt;</span>');
  });

  test("spells hidden characters out wherever a template prints a text", async () => {
    const path = await layer("t", {
      "pages/x.hbs": '<a title="{{x}}">{{x}}</a>{{#each list}}{{this}}{{/each}}{{#with of}}{{x}}{{/with}}{{figure x}}',
    });
    const { theme } = await loadTheme([path]);
    const x = "a\u202Eb";
    const shown = "a⟨U+202E⟩b";
    const view = { x, list: [x], of: { x }, t: {} };
    expect(theme?.render("pages/x", view)).toBe(`<a title="${shown}">${shown}</a>${shown}${shown}${shown}`);
  });

  test("stops at a field that the view does not have", async () => {
    const path = await layer("t", { "pages/x.hbs": "{{tilte}}" });
    const { theme } = await loadTheme([path]);
    expect(() => theme?.render("pages/x", { title: "x" })).toThrow(/tilte/);
  });

  test("reports a folder that does not exist", async () => {
    const { theme, problems } = await loadTheme([join(folder, "nowhere")]);
    expect(theme).toBeUndefined();
    expect(problems.map(({ code }) => code)).toEqual(["theme/not-found"]);
  });
});

describe("a template is refused for", () => {
  test.each([
    ["unescaped output", "<p>\n  {{{x}}}", ["theme/unescaped 2:3"]],
    ["unescaped output by &", "{{&x}}", ["theme/unescaped 1:1"]],
    ["an attribute without quotes", "<a href={{x}}>", ["theme/unquoted-attribute 1:9"]],
    ["an attribute without quotes after text", "<a href=x{{x}}>", ["theme/unquoted-attribute 1:10"]],
    ["an expression as a tag's content", "<a {{x}}>", ["theme/unquoted-attribute 1:4"]],
    ["an expression in a script", "<script>var a = '{{x}}';</script>", ["theme/unescaped 1:18"]],
    ["an expression in a script whose tag has one", '<script src="{{a}}">{{x}}</script>', ["theme/unescaped 1:21"]],
    ["an expression in an event handler", '<a onclick="{{x}}">', ["theme/unescaped 1:13"]],
    ["an expression in a style", '<a style="{{x}}">', ["theme/unescaped 1:11"]],
    ["HTML in an attribute", '<a title="{{html x}}">', ["theme/unescaped 1:11"]],
    ["a partial by a computed name", "{{> (lookup . 'p')}}", ["theme/unknown-partial 1:1"]],
    ["a partial that does not exist", "\n{{> nowhere}}", ["theme/unknown-partial 2:1"]],
    ["a helper that does not exist", "{{shout x}}", ["theme/unknown-helper 1:1"]],
    ["a block helper that does not exist", "{{#eech x}}{{/eech}}", ["theme/unknown-helper 1:4"]],
    ["a helper inside an expression", "{{#if (shout x)}}{{/if}}", ["theme/unknown-helper 1:7"]],
    ["an inline partial", '{{#*inline "x"}}{{/inline}}', ["theme/unknown-helper 1:5"]],
    ["a syntax error", "{{#if x}}\n{{/each}}", ["theme/syntax 1:1"]],
    ["more expressions than a template has", "{{x}}".repeat(6001), ["theme/syntax 1:1"]],
    ["itself without end", "{{> pages/x}}", ["theme/syntax 1:1"]],
    ["itself behind a condition on the same data", "{{#if x}}{{> pages/x}}{{/if}}", ["theme/syntax 1:10"]],
    ["itself with the outer data", "{{#each x}}{{> pages/x ..}}{{/each}}", ["theme/syntax 1:12"]],
  ])("%s", async (_, template, expected) => {
    expect(await problemsOf(template)).toEqual(expected);
  });

  test("a partial by a computed name, though there is one of the name that none is", async () => {
    expect(await problemsOf("{{> (lookup . 'p')}}", { "partials/undefined.hbs": "x" })).toEqual(["theme/unknown-partial 1:1"]);
  });

  test("partials that call one another without end", async () => {
    expect(await problemsOf("x", { "partials/a.hbs": "{{> b}}", "partials/b.hbs": "{{> a}}" })).toEqual([
      "theme/syntax 1:1",
      "theme/syntax 1:1",
    ]);
  });
});

describe("a template is fine with", () => {
  test.each([
    ["a call of itself for what is inside", "{{#each rows}}{{> pages/x}}{{/each}}"],
    ["a call of itself with a part of the data", "{{#if more}}{{> pages/x more}}{{/if}}"],
    ["a whole attribute behind a condition", '<a{{#if x}} class="{{x}}"{{/if}}>{{x}}</a>'],
    ["quotes of the other kind inside a value", `<a title='"{{x}}"'>`],
    ["a < that opens no tag", "a < b {{x}}"],
    ["a title, which is text", "<title>{{x}}</title>"],
    ["comments", "<!-- <a {{x}}> --> {{!-- {{{x}}} --}}"],
  ])("%s", async (_, template) => {
    expect(await problemsOf(template)).toEqual([]);
  });
});

/** Two layers that stand for the built-in ones. */
const builtIn = async (): Promise<string[]> => [await layer("a", { "pages/x.hbs": "" }), await layer("b", { "css/a.css": "" })];

describe("a page ends with a fault of its template that takes more steps than any page", () => {
  const doubling = Array.from({ length: 30 }, (_, at) => [`partials/p${at}.hbs`, `{{> p${at + 1}}}{{> p${at + 1}}}`]);
  const rows = Array.from({ length: 100 }, () => "x");
  test.each([
    ["calls", "{{> p0}}", { ...(Object.fromEntries(doubling) as Record<string, string>), "partials/p30.hbs": "" }],
    ["rounds", `${"{{#each @root.rows}}".repeat(12)}${"{{/each}}".repeat(12)}`, {}],
    ["texts", `${"{{#each @root.rows}}".repeat(2)}{{> long}}${"{{/each}}".repeat(2)}`, { "partials/long.hbs": "x".repeat(100_000) }],
    [
      "blocks",
      `${"{{#> twice}}".repeat(30)}${"{{/twice}}".repeat(30)}`,
      { "partials/twice.hbs": "{{> @partial-block}}{{> @partial-block}}" },
    ],
  ])("%s", async (_, template, others) => {
    const { theme, problems } = await loadTheme([...(await builtIn()), await layer("own", { "pages/x.hbs": template, ...others })]);
    expect(problems).toEqual([]);
    const reason = expect.stringContaining("takes more than 4 million steps for one page") as string;
    expect(() => theme?.render("pages/x", { rows })).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ message: reason }) as object }),
    );
  });

  test("and each page has all of them", async () => {
    const { theme } = await loadTheme([
      ...(await builtIn()),
      await layer("own", { "pages/x.hbs": "{{#each rows}}{{#each ../rows}}{{/each}}{{/each}}y" }),
    ]);
    const many = Array.from({ length: 800 }, () => "x");
    for (const page of [1, 2, 3]) expect([page, theme?.render("pages/x", { rows: many })]).toEqual([page, "y"]);
  });
});

test("a template's hash is eight hex digits of its text", () => {
  expect(templateHash("x")).toBe("2d711642");
});
