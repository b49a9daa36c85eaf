import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contents, fine, folder, msgdocs, refused, report, withError, withWarning } from "./shell.ts";

test("a site is built, and what is said is on standard error", async () => {
  const cwd = folder({ "msgapi.yaml": fine });
  const said = await msgdocs(cwd, ["build", "-o", "site"]);
  expect([said.exit, said.stdout]).toEqual([0, ""]);
  expect(said.stderr).toMatch(/^Wrote \d+ files to site\n$/);
  expect(Object.keys(contents(join(cwd, "site")))).toEqual(
    expect.arrayContaining(["index.html", "manifest.json", "operations/onlit.html"]),
  );
});

test("with errors the earlier site stays byte for byte", async () => {
  const cwd = folder({ "msgapi.yaml": fine });
  await msgdocs(cwd, ["build", "-o", "site"]);
  const before = contents(join(cwd, "site"));
  for (const text of [withError, refused, "["]) {
    writeFileSync(join(cwd, "msgapi.yaml"), text);
    expect((await msgdocs(cwd, ["build", "-o", "site"])).exit).toBe(1);
    expect(contents(join(cwd, "site"))).toEqual(before);
  }
  expect(Object.keys(contents(cwd)).filter((path) => path.includes(".msgdocs-"))).toEqual([]);
});

test("a site that turns out to be too large while it is written is a problem in the one report, and the earlier site stays", async () => {
  const cwd = folder({ "msgapi.yaml": withWarning });
  await msgdocs(cwd, ["build", "-o", "site"]);
  const before = contents(join(cwd, "site"));
  writeFileSync(join(cwd, "msgdocs.yaml"), "limits: { siteCharacters: 20000 }\n");
  const said = await msgdocs(cwd, ["build", "-o", "site", "--format", "json"]);
  expect([said.exit, report(said).diagnostics.map(({ code }) => code)]).toEqual([1, ["document/too-large", "structure/unknown-field"]]);
  expect(contents(join(cwd, "site"))).toEqual(before);
  expect(Object.keys(contents(cwd)).filter((path) => path.includes(".msgdocs-"))).toEqual([]);
});

const verdicts = [
  { what: "an error, allowed", text: withError, args: ["--allow-errors"], exit: 0, site: true },
  { what: "an error, allowed and strict", text: withError, args: ["--allow-errors", "--strict"], exit: 1, site: true },
  { what: "a warning, allowed and strict", text: withWarning, args: ["--allow-errors", "--strict"], exit: 1, site: true },
  { what: "a warning, strict", text: withWarning, args: ["--strict"], exit: 1, site: false },
  { what: "a warning", text: withWarning, args: [], exit: 0, site: true },
  { what: "nothing to document, allowed", text: refused, args: ["--allow-errors"], exit: 1, site: false },
];

test.each(verdicts)("$what: exit $exit", async ({ text, args, exit, site }) => {
  const cwd = folder({ "msgapi.yaml": text });
  const said = await msgdocs(cwd, ["build", "-o", "site", ...args]);
  expect([said.exit, Object.keys(contents(cwd)).includes("site/index.html")]).toEqual([exit, site]);
});

test("--format json puts the report, and nothing else, on standard output", async () => {
  const cwd = folder({ "msgapi.yaml": withError });
  const said = await msgdocs(cwd, ["build", "-o", "site", "--format", "json"]);
  expect([said.exit, report(said).summary.errors]).toEqual([1, 1]);
});

test("settings that are wrong come before everything else", async () => {
  const cwd = folder({ "msgapi.yaml": fine, "msgdocs.yaml": "outptu: site\n" });
  const said = await msgdocs(cwd, ["build", "--format", "json"]);
  expect([said.exit, report(said).diagnostics.map(({ code }) => code)]).toEqual([2, ["config/unknown-key"]]);
});

test("a dangerous folder, no folder and a foreign one are exit 2, told in the report where one is wanted", async () => {
  const cwd = folder({ "msgapi.yaml": fine, "foreign/a": "" });
  for (const out of [["-o", "."], [], ["-o", "foreign"], ["-o", "msgapi.yaml"]]) {
    const said = await msgdocs(cwd, ["build", ...out, "--format", "json"]);
    const [told] = report(said).diagnostics;
    expect([out, said.exit, told?.severity]).toEqual([out, 2, "error"]);
    expect(said.stderr).toMatch(/^error: /);
    expect(said.stderr).toContain(told?.message);
  }
  expect(Object.keys(contents(cwd))).toEqual(["foreign/a", "msgapi.yaml"]);
});

test("a theme that is not there, or breaks a rule, is exit 2 with its code", async () => {
  const cwd = folder({ "msgapi.yaml": fine, "mine/layout.hbs": "{{{title}}}" });
  const missing = await msgdocs(cwd, ["build", "-o", "site", "--theme", "nowhere", "--format", "json"]);
  expect([missing.exit, report(missing).diagnostics.map(({ code }) => code)]).toEqual([2, ["theme/not-found"]]);
  const wrong = await msgdocs(cwd, ["build", "-o", "site", "--templates", "mine", "--format", "json"]);
  expect([wrong.exit, report(wrong).diagnostics[0]]).toMatchObject([
    2,
    { code: "theme/unescaped", file: expect.stringContaining("mine/layout.hbs") as string },
  ]);
});

test("two builds of one document are the same bytes, wherever they are", async () => {
  const sites = [];
  for (const place of ["a", "b/c"]) {
    const cwd = folder({ [`${place}/msgapi.yaml`]: withWarning });
    await msgdocs(join(cwd, place), ["build", "-o", "site"]);
    sites.push(contents(join(cwd, place, "site")));
  }
  expect(sites[0]).toEqual(sites[1]);
});

test("a logo and an icon go with the site", async () => {
  const cwd = folder({
    "msgapi.yaml": fine,
    "logo.SVG": "<svg/>",
    "icon.png": "GIF89a",
    "msgdocs.yaml": "logo: logo.SVG\nfavicon: icon.png\noutput: site\n",
  });
  expect((await msgdocs(cwd, ["build"])).exit).toBe(0);
  const site = contents(join(cwd, "site"));
  expect(site).toMatchObject({ "assets/logo.svg": "<svg/>", "assets/favicon.png": "GIF89a" });
  expect(site["operations/onlit.html"]).toContain('<link rel="icon" href="../assets/favicon.png">');
});

test("what a page shows as written for want of time, its Markdown shows as written, too", async () => {
  const texts = Array.from({ length: 60 }, (_, at) => `  c${at}: { description: "${at} <b> ${"*a* ".repeat(200)}" }\n`).join("");
  const cwd = folder({
    "msgapi.yaml": `msgapi: 2.4.0\ninfo: { title: Lamps, version: 1.0.0 }\nchannels:\n${texts}`,
    "msgdocs.yaml": "limits: { markdownMs: 1 }\nallowErrors: true\n",
  });
  expect((await msgdocs(cwd, ["build", "-o", "site", "--quiet"])).exit).toBe(0);
  const site = contents(join(cwd, "site"));
  // One in the middle: the first that is judged is never late, and the last in the file may be the first.
  const late = ["channels/c30.html", "channels/c30.md"].map((path) => site[path] ?? "");
  expect(late).toEqual([
    expect.stringContaining('<pre tabindex="0" class="raw">30 &#x3C;b'),
    expect.stringMatching(/^```\n30 <b> \*a\* /m),
  ]);
});
