import { mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contents, fine, folder, msgdocs, report } from "../app/cli/shell.ts";

/** Rows of the threat model that concern what the project itself gives: the output folder, settings, themes, images. */

test.each([".", "/", "~", "..", "foreign", "msgapi.yaml", "way-out"])("row 61: -o %s is exit 2, and nothing is touched", async (out) => {
  const outside = folder({ "theirs.txt": "x" });
  const cwd = folder({ "msgapi.yaml": fine, "foreign/theirs.txt": "x" });
  symlinkSync(outside, join(cwd, "way-out"));
  const before = [contents(cwd), readdirSync(outside)];
  const said = await msgdocs(cwd, ["build", "-o", out]);
  expect([said.exit, said.stdout]).toEqual([2, ""]);
  expect(said.stderr).toMatch(/^error: /);
  expect([contents(cwd), readdirSync(outside)]).toEqual(before);
});

test("row 62: a folder whose parent cannot be made is exit 3 with its path", async () => {
  const cwd = folder({ "msgapi.yaml": fine, file: "x" });
  const said = await msgdocs(cwd, ["build", "-o", "file/site"]);
  expect([2, 3]).toContain(said.exit);
  expect(said.stderr).toContain("file");
  expect(contents(cwd)).toEqual({ "msgapi.yaml": fine, file: "x" });
});

test.each([
  ["an unknown option", "colour: red\n", "config/unknown-key", "1:1"],
  ["a wrong type", "strict: maybe\n", "config/wrong-type", "1:9"],
  ["__proto__", "__proto__: { strict: true }\n", "config/unknown-key", "1:1"],
  ["constructor", "limits: { constructor: 1 }\n", "config/unknown-key", "1:11"],
  ["a theme outside of the project", "theme: ../theme\n", "config/", "1:8"],
])("row 74: settings with %s are exit 2, with the place", async (_, text, ...told) => {
  const cwd = folder({ "theme/x": "", "project/msgapi.yaml": fine, "project/msgdocs.yaml": text });
  const said = await msgdocs(join(cwd, "project"), ["build", "-o", "site"]);
  expect(said.exit).toBe(2);
  expect(said.stderr).toContain(told[0]);
  expect(said.stderr).toContain(`msgdocs.yaml:${told[1]}`);
  expect(readdirSync(join(cwd, "project")).sort()).toEqual(["msgapi.yaml", "msgdocs.yaml"]);
});

test("row 74: a script is no settings file, and never run", async () => {
  const cwd = folder({ "msgapi.yaml": fine, "settings.js": 'globalThis.ran = "yes";' });
  const said = await msgdocs(cwd, ["build", "-o", "site", "--config", "settings.js"]);
  expect([said.exit, Reflect.get(globalThis, "ran")]).toEqual([2, undefined]);
});

test.each([
  ["output that is not escaped", "<p>\n  {{{x}}}", "theme/unescaped", "2:3"],
  ["an attribute without quotes", "<a href={{x}}>", "theme/unquoted-attribute", "1:9"],
  ["a partial by a computed name", "{{> (lookup . 'p')}}", "theme/unknown-partial", "1:1"],
  ["a partial that is not there", "{{> nowhere}}", "theme/unknown-partial", "1:1"],
  ["a syntax error", "{{#if x}}\n{{/each}}", "theme/syntax", "1:1"],
  ["itself without end", "{{> pages/overview}}", "theme/syntax", "1:1"],
  ["too few values for a helper", "<p>{{#if}}x{{/if}}", "theme/syntax", "1:7"],
  ["too many values for a helper", "<p>{{html title title}}", "theme/syntax", "1:4"],
  ["a helper as a field", "<p>{{lookup}}", "theme/syntax", "1:4"],
  ["a field that no page has", "<p>\n {{tilte}}", "theme/not-found", "2:4"],
  ["what every object inherits", "{{constructor.name}}", "theme/not-found", "1:3"],
  ["a partial of ours that is given something else", "\n{{> crumbs html}}", "theme/syntax", "1:1"],
  ["an expression as the name of a tag", "<{{title}}>", "theme/unquoted-attribute", "1:2"],
  ["a partial of ours that is given nothing", "{{> schema-rows nothing}}", "theme/syntax", "1:1"],
  ["a partial of ours that is given a number", "{{> example-panel 5}}", "theme/syntax", "1:1"],
  ["a loop through the whole page", '{{#with (lookup @root "t")}}{{> pages/overview}}{{/with}}', "theme/syntax", "1:1"],
  ["3,000 blocks in one another", "{{#if title}}".repeat(3000) + "{{/if}}".repeat(3000), "theme/syntax", "1:1301"],
])("row 75: a template with %s is exit 2, with its line and column", async (_, template, ...told) => {
  const cwd = folder({ "msgapi.yaml": fine, "look/pages/overview.hbs": template });
  const said = await msgdocs(cwd, ["build", "-o", "site", "--templates", "look"]);
  expect(said.exit).toBe(2);
  expect(said.stderr).toContain(told[0]);
  expect(said.stderr).toContain(`overview.hbs:${told[1]}`);
  expect(readdirSync(cwd)).not.toContain("site");
});

test("row 75: a template with a link that leads nowhere is exit 2, and no bug of ours", async () => {
  const cwd = folder({ "msgapi.yaml": fine, "look/pages/overview.hbs": '<a href="nowhere.html">x</a>' });
  const said = await msgdocs(cwd, ["build", "-o", "site", "--templates", "look"]);
  expect([said.exit, readdirSync(cwd)]).toEqual([2, ["look", "msgapi.yaml"]]);
  expect(said.stderr).toContain("With these templates 1 internal link leads nowhere: index.html → nowhere.html (no such file)");
});

test.each([
  { path: "pages/overview.hbs", before: "<p>\ufffd\n\ufffd {{title}} caf", byte: "E9", place: "2:16" },
  { path: "css/brand.css", before: ":root { --a: '", byte: "80", place: "1:15" },
  { path: "js/brand.js", before: "// ", byte: "C3", place: "1:4" },
  { path: "css/marked.css", before: "\ufeff/* ", byte: "FF", place: "1:4" },
])("row 75: a look whose $path is not UTF-8 is exit 2, with the place of the byte", async ({ path, before, byte, place }) => {
  const bytes = Buffer.concat([Buffer.from(before), Buffer.from(byte, "hex"), Buffer.from(" */")]);
  const cwd = folder({ "msgapi.yaml": fine, [`look/${path}`]: bytes });
  const said = await msgdocs(cwd, ["build", "-o", "site", "--templates", "look"]);
  expect([said.exit, readdirSync(cwd)]).toEqual([2, ["look", "msgapi.yaml"]]);
  expect(said.stderr).toMatch(new RegExp(`is not UTF-8: the byte 0x${byte} at offset ${Buffer.byteLength(before)} .*document/encoding`));
  expect(said.stderr).toContain(`look/${path}:${place}`);
});

test("a file of a look that is copied may be of any bytes", async () => {
  const cwd = folder({ "msgapi.yaml": fine, "look/assets/data.json": Buffer.from([0xff, 0xfe, 0xe9]) });
  expect((await msgdocs(cwd, ["build", "-o", "site", "--templates", "look"])).exit).toBe(0);
  expect(contents(cwd)["site/assets/data.json"]).toBe("\xff\xfe\xe9");
});

test("row 75: a template that is wrong is one report for programs, too", async () => {
  const cwd = folder({ "msgapi.yaml": fine, "look/pages/overview.hbs": "{{tilte}}" });
  const said = await msgdocs(cwd, ["build", "-o", "site", "--templates", "look", "--format", "json"]);
  expect([said.exit, report(said).diagnostics.map(({ code }) => code)]).toEqual([2, ["theme/not-found"]]);
  expect((await msgdocs(cwd, ["build", "--single-file", "one.html", "--templates", "look"])).exit).toBe(2);
});

test("row 76: pictures whose names differ by Unicode form or by case are as many files, each with its own bytes", async () => {
  const names = ["caf\u00e9.svg", "cafe\u0301.svg", "A.svg", "a.svg", "s.svg", "\u017f.svg"];
  const pictures = names.map((name, at) => [name, `<svg><!-- ${at} --></svg>`] as const);
  const text = fine.replace("1.0.0 }", `1.0.0, description: ${JSON.stringify(names.map((name, at) => `![${at}](${name})`).join(" "))} }`);
  const cwd = folder({ "msgapi.yaml": text, ...Object.fromEntries(pictures) });
  const there = readdirSync(cwd).length - 1;
  expect((await msgdocs(cwd, ["build", "-o", "site"])).exit).toBe(0);
  const files = contents(cwd);
  const sources = [...(files["site/index.html"] ?? "").matchAll(/<img src="([^"]*)" alt="\d"/g)].map(([, source]) => source);
  expect(sources.map((source) => files[`site/${source}`])).toEqual(names.map((name) => readFileSync(join(cwd, name), "utf8")));
  expect(new Set(sources.map((source) => source?.toLowerCase())).size).toBe(there);
});

test("row 76: an SVG with a script is only ever an image", async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const cwd = folder({ "msgapi.yaml": fine, "logo.svg": svg, "msgdocs.yaml": "logo: logo.svg\n" });
  expect((await msgdocs(cwd, ["build", "-o", "site"])).exit).toBe(0);
  const pages = Object.entries(contents(join(cwd, "site"))).filter(([path]) => path.endsWith(".html"));
  for (const [path, html] of pages) expect(html, path).not.toContain("<script>alert");
  expect(pages.find(([path]) => path === "index.html")?.[1]).toMatch(/<img [^>]*src="[^"]*\.svg"/);
});

test("row 76: an image whose name means something in a URL, or is in the other Unicode form, is found", async () => {
  const names = ["a?b#c.png", "e\u0301.png", "50% off.png"];
  const links = names.map((name) => `![picture](<${encodeURIComponent(name)}>)`).join(" ");
  const files = Object.fromEntries(names.map((name) => [name, "GIF89a"]));
  const cwd = folder({ "msgapi.yaml": fine.replace("version: 1.0.0", `version: 1.0.0, description: ${JSON.stringify(links)}`), ...files });
  const said = await msgdocs(cwd, ["build", "-o", "site", "--strict"]);
  expect([said.exit, said.stderr]).toEqual([0, expect.stringContaining("Wrote") as string]);
  const copied = Object.keys(contents(join(cwd, "site"))).filter((path) => path.endsWith(".png"));
  expect(copied).toHaveLength(names.length);
});

test("row 76: a name is found in whichever Unicode form it is written and stands on the disk", async () => {
  const forms = ["e\u0301", "\u00e9"];
  for (const [file, link] of [forms, [...forms].reverse()] as [string, string][]) {
    const document = fine.replace("version: 1.0.0", `version: 1.0.0, description: "![a](${link}/${link}.png)"`);
    const cwd = folder({ "msgapi.yaml": document, [`${file}/${file}.png`]: "GIF89a", "msgdocs.yaml": `logo: ${link}/${link}.png\n` });
    const said = await msgdocs(cwd, ["build", "-o", "site", "--strict"]);
    expect([said.exit, said.stderr]).toEqual([0, expect.stringContaining("Wrote") as string]);
    const copied = Object.entries(contents(join(cwd, "site"))).filter(([path]) => path.endsWith(".png"));
    expect(copied.map(([, text]) => text)).toEqual(["GIF89a", "GIF89a"]);
  }
});

test("row 76: an image that is a loop of links, or a folder, is told and not waited for", async () => {
  const cwd = folder({ "msgapi.yaml": fine.replace("version: 1.0.0", 'version: 1.0.0, description: "![a](loop.png) ![b](folder.png)"') });
  symlinkSync(join(cwd, "loop.png"), join(cwd, "loop.png"));
  mkdirSync(join(cwd, "folder.png"));
  const said = await msgdocs(cwd, ["check"]);
  expect(said.stdout.match(/text\/broken-link/g)).toHaveLength(2);
});

test("row 76: an image of a text that is too large is told as that, and not copied", async () => {
  const cwd = folder({ "msgapi.yaml": fine.replace("version: 1.0.0", 'version: 1.0.0, description: "![a](x.png)"'), "x.png": "" });
  truncateSync(join(cwd, "x.png"), 3 * 1024 * 1024 * 1024);
  const said = await msgdocs(cwd, ["build", "-o", "site"]);
  expect([said.exit, said.stderr]).toEqual([0, expect.stringContaining("x.png leads nowhere: the file is larger than 64 MB") as string]);
  expect(Object.keys(contents(join(cwd, "site"))).filter((path) => path.endsWith(".png"))).toEqual([]);
});

test("row 76: a logo that is too large is exit 2", async () => {
  const cwd = folder({ "msgapi.yaml": fine, "msgdocs.yaml": "logo: logo.png\n" });
  writeFileSync(join(cwd, "logo.png"), "");
  truncateSync(join(cwd, "logo.png"), 65 * 1024 * 1024);
  const said = await msgdocs(cwd, ["build", "-o", "site"]);
  expect([said.exit, said.stderr]).toEqual([2, expect.stringContaining("it is larger than 64 MB") as string]);
});
