import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { Flags } from "#config";
import { defaultLimits, loadSettings, packageRoot } from "#config";
import { lineColumn } from "#text";

const made: string[] = [];
afterEach(() => made.splice(0).forEach((path) => rmSync(path, { recursive: true })));

function project(files: Record<string, string | Uint8Array>): string {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "msgdocs-config-")));
  made.push(cwd);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  return cwd;
}

function problemsOf(text: string | Uint8Array, name = "msgdocs.yaml", flags: Flags = {}) {
  const { settings, problems } = loadSettings(flags, project({ [name]: text }));
  expect(settings).toBeUndefined();
  return problems.map(({ code, message, hint, place }) => {
    const { line, column } = lineColumn(place.file, place.start);
    return [code, place.file.name, line, column, message, hint];
  });
}

test("without a file every setting has its default", () => {
  const { settings, problems } = loadSettings({}, project({}));
  expect(problems).toEqual([]);
  expect(settings).toMatchObject({
    language: "en",
    strict: false,
    allowErrors: false,
    limits: defaultLimits,
    theme: join(packageRoot(), "themes/default"),
  });
});

test("paths in the file are relative to it, paths in flags to the working folder, and flags win", () => {
  const cwd = project({
    "docs/msgdocs.yaml": "document: api.yaml\noutput: site\ntheme: look\nguides: [guides/*.md]\nstrict: true\n",
    "docs/guides/a.md": "# A\n",
  });
  const { settings } = loadSettings({ config: "docs/msgdocs.yaml", output: "out", strict: false }, cwd);
  expect(settings).toMatchObject({
    document: join(cwd, "docs/api.yaml"),
    output: join(cwd, "out"),
    theme: join(cwd, "docs/look"),
    guides: [join(cwd, "docs/guides/*.md")],
    strict: false,
  });
});

test("$schema is for editors, and changes nothing", () => {
  const { settings, problems } = loadSettings({}, project({ "msgdocs.yaml": "$schema: ./settings.schema.json\nstrict: true\n" }));
  expect([problems, settings?.strict]).toEqual([[], true]);
  expect(problemsOf("$schema: 7\n")).toEqual([
    [
      "config/wrong-type",
      "msgdocs.yaml",
      1,
      10,
      "The setting $schema must be a text.",
      "Write a text such as https://unpkg.com/msgdocs/docs/settings.schema.json. The URL of this schema, for editors. msgdocs ignores it.",
    ],
  ]);
});

test("rules, with warn read as warning, limits and lists", () => {
  const cwd = project({
    "msgdocs.yml": "rules: {example/payload: warn, component/unused: info}\nlimits: {depth: 7}\nlinks: [{text: A, url: /a}]\n",
  });
  const { settings } = loadSettings({}, cwd);
  expect(settings?.rules).toEqual({ "example/payload": "warning", "component/unused": "info" });
  expect(settings?.limits).toEqual({ ...defaultLimits, depth: 7 });
  expect(settings?.links).toEqual([{ text: "A", url: "/a" }]);
});

test("every problem is found at its place, unknown keys with the nearest", () => {
  expect(
    problemsOf(
      "docment: a\nstrict: maybe\nrules:\n  exampl/payload: error\n  tag/duplicate: loud\nlimits: {depth: 0}\n__proto__: {strict: true}\n",
    ),
  ).toEqual([
    ["config/unknown-key", "msgdocs.yaml", 1, 1, "There is no setting docment.", 'Did you mean "document"?'],
    ["config/wrong-type", "msgdocs.yaml", 2, 9, "The setting strict must be true or false.", undefined],
    ["config/unknown-key", "msgdocs.yaml", 4, 3, "There is no setting rules.exampl/payload.", 'Did you mean "example/payload"?'],
    [
      "config/wrong-type",
      "msgdocs.yaml",
      5,
      18,
      "The setting rules.tag/duplicate must be one of error, warning, warn, info, off.",
      undefined,
    ],
    ["config/wrong-type", "msgdocs.yaml", 6, 17, "The setting limits.depth must be a whole number, 1 or more.", undefined],
    ["config/unknown-key", "msgdocs.yaml", 7, 1, "There is no setting __proto__.", undefined],
  ]);
  expect({}).not.toHaveProperty("strict");
  const own = "msgdocs explain lists the codes. Rules of your own stay with the tool that runs them.";
  expect(problemsOf("rules:\n  our-naming-scheme: error\n")).toEqual([
    ["config/unknown-key", "msgdocs.yaml", 2, 3, "There is no setting rules.our-naming-scheme.", own],
  ]);
});

test("where a setting is a text, the hint says what to write", () => {
  const hint =
    "Write a text such as words.yaml. A YAML or JSON file with your own words for the interface: a map from keys such as site.channels to texts, or to texts by plural category (one, other).";
  expect(problemsOf("words: { site.channels: Lines }\n")).toEqual([
    ["config/wrong-type", "msgdocs.yaml", 1, 8, "The setting words must be a text.", hint],
  ]);
});

const refusals: readonly { what: string; text: string | Uint8Array; code: string; name?: string }[] = [
  { what: "a list", text: "- 1\n", code: "config/wrong-type" },
  { what: "a syntax error", text: "a: [1\n", code: "config/syntax" },
  { what: "a duplicate key", text: "strict: true\nstrict: false\n", code: "config/syntax" },
  { what: "a cut JSON file", text: "{", code: "config/syntax", name: "msgdocs.json" },
  { what: "another encoding", text: new Uint8Array([0xff, 0xfe, 0x61, 0]), code: "config/syntax" },
  { what: "an unknown language", text: "language: xx\n", code: "config/wrong-type" },
  { what: "a site URL of another scheme", text: "siteUrl: javascript:alert(1)\n", code: "config/wrong-type" },
  { what: "a link without its URL", text: "links: [{text: A}]\n", code: "config/wrong-type" },
  { what: "a code that ends a run", text: "rules: {document/empty: off}\n", code: "config/unknown-key" },
];

test.each(refusals)("$what is refused", ({ text, code, name = "msgdocs.yaml" }) => {
  expect(problemsOf(text, name).map(([found]) => found)).toEqual([code]);
});

test("a missing file, a folder and a script are no settings", () => {
  const cwd = project({ "x.js": "throw new Error('run')", "folder.yaml/a": "" });
  for (const config of ["missing.yaml", "x.js", "folder.yaml"]) {
    const { settings, problems } = loadSettings({ config }, cwd);
    expect([config, settings, problems.map(({ code }) => code)]).toEqual([config, undefined, ["config/not-found"]]);
  }
});

test("an empty file is no settings at all, which is fine", () => {
  const { settings, problems } = loadSettings({}, project({ "msgdocs.yaml": "# nothing yet\n" }));
  expect([settings?.language, problems]).toEqual(["en", []]);
});

test("a theme of the file must lie in the project; a flag may name any folder", () => {
  expect(problemsOf("theme: ../elsewhere\n")).toMatchObject([
    ["config/wrong-type", "msgdocs.yaml", 1, 8, expect.stringContaining("inside of the project"), expect.stringContaining("--theme")],
  ]);
  const cwd = project({});
  expect(loadSettings({ theme: "../elsewhere" }, cwd).settings?.theme).toBe(join(cwd, "../elsewhere"));
});

test("examples are generated beside written ones on request alone", () => {
  const at = (text: string) => loadSettings({}, project({ "msgdocs.yaml": text })).settings?.generatedExamples;
  expect([at("generatedExamples: always\n"), at("generatedExamples: missing\n"), at("strict: true\n")]).toEqual([
    "always",
    undefined,
    undefined,
  ]);
  expect(problemsOf("generatedExamples: never\n")).toMatchObject([
    ["config/wrong-type", "msgdocs.yaml", 1, 20, expect.stringContaining("always, missing"), undefined],
  ]);
});

test("a logo must be an image file inside of the project", () => {
  const keys = "-----BEGIN PRIVATE KEY-----\n";
  const files = { "logo.svg": "<svg/>", "logo.txt": "", "folder.png/a": "", "keys.png": keys, "keys.svg": keys, "keys.ico": keys };
  const fine = loadSettings({}, project({ ...files, "msgdocs.yaml": "logo: logo.svg\n" }));
  expect(fine.problems).toEqual([]);
  for (const logo of ["missing.svg", "logo.txt", "folder.png", "../logo.svg", "keys.png", "keys.svg", "keys.ico"]) {
    const { problems } = loadSettings({}, project({ ...files, "msgdocs.yaml": `logo: ${logo}\n` }));
    expect([logo, problems.map(({ code }) => code)]).toEqual([logo, ["config/wrong-type"]]);
  }
});

test("one's own words are read from a file, and win word by word", () => {
  const cwd = project({
    "msgdocs.yaml": "language: nl\nwords: words.yaml\n",
    "words.yaml": 'site.channels: Kanalen\nschema.show.properties: { one: "{count} eigenschap", other: "{count} eigenschappen" }\n',
  });
  const { settings, problems, reads } = loadSettings({}, cwd);
  expect(problems).toEqual([]);
  expect(reads?.map(({ path }) => path)).toEqual([join(cwd, "words.yaml")]);
  expect(settings).toMatchObject({
    language: "nl",
    words: { "site.channels": "Kanalen", "schema.show.properties": { one: "{count} eigenschap", other: "{count} eigenschappen" } },
  });
});

test.each([
  ["site.chanels: Kanalen", 1, "config/unknown-key", 'There is no setting words "site.chanels".', 'Did you mean "site.channels"?'],
  ["site.channels: 7", 16, "config/wrong-type", 'The setting words "site.channels" must be a text.', undefined],
  [
    "site.channels: A\nsite.servers: B\n__proto__: { site.channels: x }",
    1,
    "config/unknown-key",
    'There is no setting words "__proto__".',
    undefined,
  ],
  [
    "site.more: '{name} more'",
    12,
    "config/wrong-type",
    'The setting words "site.more" must be a text with no blanks but {count}.',
    undefined,
  ],
  [
    "example.problems: { one: one }",
    19,
    "config/wrong-type",
    'The setting words "example.problems" must be a text, or a map of texts by plural category ("one", "other", …) with "other".',
    undefined,
  ],
  [
    "canary: 1\nother: 2\n",
    1,
    "config/wrong-type",
    "The setting words must be a file of words in YAML or JSON, and own/words.yaml is none.",
    undefined,
  ],
  [
    "canary: [\n",
    9,
    "config/wrong-type",
    "The setting words must be a file of words in YAML or JSON, and own/words.yaml is none.",
    undefined,
  ],
])("in a file of words, %s has a problem at its place", (text, ...expected) => {
  const cwd = project({ "msgdocs.yaml": "words: own/words.yaml\n", "own/words.yaml": text });
  const { settings, problems, reads } = loadSettings({}, cwd);
  expect(settings).toBeUndefined();
  expect(reads?.map(({ path }) => path)).toEqual([join(cwd, "own/words.yaml")]);
  expect(
    problems.map((each) => [
      each.place.file.name,
      lineColumn(each.place.file, each.place.start).column,
      each.code,
      each.message,
      each.hint,
    ]),
  ).toEqual([["own/words.yaml", ...expected]]);
});

test("a language that nobody has words for is told, from the file and from the flag", () => {
  const hint = "For any other language name a file with your own words in the setting words.";
  const message = "The setting language must be one of en, de.";
  expect(problemsOf("language: fr\n")).toEqual([["config/wrong-type", "msgdocs.yaml", 1, 11, message, hint]]);
  expect(problemsOf("strict: true\n", "msgdocs.yaml", { language: "fr" })).toEqual([
    ["config/wrong-type", "--language", 1, 1, message, hint],
  ]);
  expect(problemsOf("", "msgdocs.yaml", { language: "d e" })).toEqual([["config/wrong-type", "--language", 1, 1, message, hint]]);
  const { settings } = loadSettings({ language: "de-AT" }, project({}));
  expect(settings?.language).toBe("de-AT");
});

test.each([
  ["javascript:alert(1)", false],
  ["JavaScript:alert(1)", false],
  [" javascript:alert(1)", false],
  ["java\\tscript:alert(1)", false],
  ["data:text/html,a", false],
  ["vbscript:a", false],
  ["https://", false],
  ["https://example.com/a?b#c", true],
  ["mailto:a@example.com", true],
  ["/a", true],
  ["guides/a.html#b:c", true],
])("a link of the settings leads to %s: %s", (url, isFine) => {
  const { problems } = loadSettings({}, project({ "msgdocs.yaml": `links: [{ text: A, url: "${url}" }]\n` }));
  expect(problems.map(({ code }) => code)).toEqual(isFine ? [] : ["config/wrong-type"]);
});

test.each(["embed", "markdownOnly"])("%s is refused in a portal, and taken for one document", (key) => {
  const of = (text: string, isPart = false) => {
    const { problems } = loadSettings({ isPart }, project({ "msgdocs.yaml": text, "a.yaml": "{}" }));
    return problems.map(({ message, hint = "" }) => `${message} ${hint}`);
  };
  const refused = [expect.stringMatching(new RegExp(`"?${key}"? must be left out in a portal.*build each document by itself`)) as string];
  expect([of(`documents: [a.yaml]\n${key}: true\n`), of(`${key}: true\n`, true)]).toEqual([refused, refused]);
  expect([of(`documents: [a.yaml]\n${key}: false\n`), of(`document: a.yaml\n${key}: true\n`)]).toEqual([[], []]);
});

test("documents of a portal may refer to what stands in the folder of the settings, but not where one of them is outside of it", () => {
  const rootOf = (documents: string, more = "") => {
    const cwd = project({ "here/msgdocs.yaml": `documents: ${documents}\n${more}`, "here/services/a.yaml": "{}", "there/b.yaml": "{}" });
    const { settings } = loadSettings({}, join(cwd, "here"));
    return settings?.root?.replace(cwd, "");
  };
  expect(rootOf("[services/*.yaml]")).toBe("/here");
  expect(rootOf("[services/*.yaml]", "root: services\n")).toBe("/here/services");
  expect(rootOf("[services/*.yaml, ../there/b.yaml]")).toBeUndefined();
  expect(rootOf("[]")).toBeUndefined();
});

test("a script that counts visits brings its own sources, beside those of the settings", () => {
  const read = (text: string) => loadSettings({}, project({ "msgdocs.yaml": text }));
  const { settings } = read(
    'analytics: { script: "https://stats.example.com/a;b.js?x" }\ncsp: { script-src: ["https://b.example.com"] }\n',
  );
  expect(settings?.csp).toEqual({
    "script-src": ["https://b.example.com", "https://stats.example.com/a%3Bb.js"],
    "connect-src": ["https://stats.example.com"],
  });
  expect(read("{}\n").settings?.analytics).toBeUndefined();
  expect(read("analytics: { script: a.js }\n").problems.map(({ code }) => code)).toEqual(["config/wrong-type"]);
  // What stands in a line of the file of headers may not end it.
  expect(read('csp: { "x\\n  Set-Cookie: a": ["b"] }\n').problems.map(({ code }) => code)).toEqual(["config/unknown-key"]);
  const broken = 'analytics: { script: "https://a.example.com/a.js", data: { "x onload": y } }\n';
  expect(read(broken).problems.map(({ code }) => code)).toEqual(["config/unknown-key"]);
});
