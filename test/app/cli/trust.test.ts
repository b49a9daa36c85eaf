import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contents, folder, msgdocs } from "./shell.ts";
import { foundIn } from "../../support/found-in.ts";

/** The command line is trusted, the repository is not: settings narrow what a run reaches, and never widen it. */

const fine = "msgapi: 2.4.0\ninfo: { title: Lamps, version: 1.0.0 }\nchannels: {}\n";
const using = (ref: string): string =>
  `msgapi: 2.4.0\ninfo: { title: Lamps, version: 1.0.0 }\nchannels: { lit: { publish: { message: { payload: { $ref: ${ref} } } } } }\n`;

interface Found {
  readonly code: string;
  readonly file: string;
  readonly message: string;
  readonly hint: string | null;
  readonly start: { readonly line: number; readonly column: number };
}

async function check(cwd: string, args: readonly string[] = []) {
  const { exit, stdout } = await msgdocs(cwd, ["check", "-f", "json", ...args]);
  return { exit, found: (JSON.parse(stdout) as { diagnostics: Found[] }).diagnostics, stdout };
}

/** A repository in a folder with a secret beside it. */
function repository(settings: string, more: Readonly<Record<string, string>> = {}): string {
  const base = folder({
    "secret.yaml": "type: object\ntitle: canary\n",
    "repo/docs/msgapi.yaml": fine,
    "repo/docs/msgdocs.yaml": settings,
  });
  const repo = join(base, "repo");
  mkdirSync(join(repo, ".git"));
  for (const [name, text] of Object.entries(more)) {
    mkdirSync(join(repo, name, ".."), { recursive: true });
    writeFileSync(join(repo, name), text);
  }
  return join(repo, "docs");
}

test.each([
  ["root: /\n", "--root", 7],
  ["root: ../..\n", "--root", 7],
  ["root: ../.git\n", "--root", 7],
  ["document: ../../secret.yaml\n", "the argument", 11],
  ["document: ../.git/config\n", "the argument", 11],
  ["document: https://x.invalid/api.yaml\n", "--allow-remote", 11],
  ["output: ../../site\n", "--out", 9],
  ["output: ../.git/site\n", "--out", 9],
  ["cache: /var/cache\n", "--cache", 8],
  ["baseline: ../../known.json\n", "--baseline", 11],
  ["baseline: ../.env\n", "--baseline", 11],
  ["remote: { allow: [https://x.invalid/] }\n", "--allow-remote", 19],
  ["remote: { headerEnv: { https://x.invalid: HOME } }\n", "--remote-header-env", 43],
])("settings cannot widen what a run reaches: %s", async (settings, flag, column) => {
  const cwd = repository(settings);
  const { exit, found } = await check(cwd);
  expect([exit, found]).toMatchObject([2, [{ code: "config/not-trusted", file: "msgdocs.yaml", start: { line: 1, column } }]]);
  expect(found[0]?.hint).toContain(flag);
});

test("settings reach up to the top of their repository, be its .git a folder, a file or a link; a nested one is narrower", async () => {
  const cwd = repository("root: ..\n", { "docs/msgapi.yaml": using("../part.yaml"), "part.yaml": "type: object\n" });
  expect((await check(cwd)).found.filter(({ code }) => code !== "message/no-example")).toEqual([]);
  for (const make of [
    (path: string) => writeFileSync(path, "gitdir: ../../elsewhere\n"),
    (path: string) => symlinkSync("../.git", path),
    (path: string) => mkdirSync(path),
  ]) {
    const nested = repository("root: ..\n");
    make(join(nested, ".git"));
    expect((await check(nested)).found.map(({ code }) => code)).toEqual(["config/not-trusted"]);
  }
});

test("a folder without a repository is its own top", async () => {
  const cwd = folder({ "docs/msgapi.yaml": fine, "docs/msgdocs.yaml": "root: ..\n" });
  expect((await check(join(cwd, "docs"))).found.map(({ code }) => code)).toEqual(["config/not-trusted"]);
});

test("whoever owns both trusts the settings, and a flag stands for what it names", async () => {
  const settings = "root: ../..\n";
  const cwd = repository(settings, { "docs/msgapi.yaml": using("../../secret.yaml") });
  expect((await check(cwd, ["--trust-settings"])).exit).toBe(0);
  expect((await check(cwd, ["--root", "../.."])).exit).toBe(0);
  expect((await check(cwd)).exit).toBe(2);
});

test.each(["msgdocs.yaml", "msgapi.yaml"])("%s that is found as a link to outside, or to what is hidden, is not read", async (name) => {
  for (const target of ["../../secret.yaml", "../.git/config"]) {
    const cwd = folder({ "secret.yaml": "canary: [\n", "repo/.git/config": "canary: [\n", "repo/docs/a.txt": "" });
    const docs = join(cwd, "repo/docs");
    if (name === "msgdocs.yaml") writeFileSync(join(docs, "msgapi.yaml"), fine);
    symlinkSync(target, join(docs, name));
    const { exit, stdout } = await check(docs);
    expect([exit > 0, stdout.includes("canary"), stdout.includes("not-found")]).toEqual([true, false, true]);
  }
});

test("a logo that is a link to a file that is no image is refused", async () => {
  const cwd = folder({ "msgapi.yaml": fine, "secret.json": "{}", "real.svg": "<svg/>", "msgdocs.yaml": "logo: logo.svg\n" });
  symlinkSync("real.svg", join(cwd, "logo.svg"));
  expect((await check(cwd)).exit).toBe(0);
  unlinkSync(join(cwd, "logo.svg"));
  symlinkSync("secret.json", join(cwd, "logo.svg"));
  expect(await check(cwd)).toMatchObject({ exit: 2, found: [{ code: "config/wrong-type" }] });
});

test.each([".env", ".git/config", ".docker/config.json", "plain.yaml"])("%s is hidden, and not read", async (ref) => {
  const cwd = folder({
    "msgapi.yaml": using(ref),
    ".env": "canary: 1\n",
    ".git/config": "canary: [\n",
    ".docker/config.json": '{ "type": "object", "title": "canary" }',
  });
  symlinkSync(".env", join(cwd, "plain.yaml"));
  const { exit, found, stdout } = await check(cwd);
  expect([exit, found.map(({ code }) => code).filter((code) => code.startsWith("reference/")), stdout.includes("canary")]).toEqual([
    1,
    ["reference/not-found"],
    false,
  ]);
});

test("a file that is not what a reference wants is neither quoted nor published", async () => {
  const pem = "-----BEGIN PRIVATE KEY-----\ncanary/CANARY+canary==\n-----END PRIVATE KEY-----\n";
  for (const [name, text] of [
    ["key.pem", pem],
    ["notes.txt", "canary of the house\n"],
    ["list.json", '["canary"]'],
    ["secrets.json", '{ "database": "canary", "title": "canary" , "token": "canary" }'],
    [
      "package.json",
      '{ "name": "canary", "version": "1.0.0", "private": true, "description": "canary", "type": "module", "dependencies": { "canary": "1" } }',
    ],
    ["key.json", '{ "type": "service_account", "project_id": "canary", "private_key": "canary" }'],
    ["config.json", '{ "auths": { "canary": { "auth": "canary" } } }'],
    ["broken.yaml", "canary: [\n"],
    ["twice.yaml", "- canary: 1\n  canary: 2\n"],
  ] as const) {
    const cwd = folder({ "msgapi.yaml": using(name), [name]: text });
    const said = [];
    for (const args of [["check"], ["check", "-f", "json"], ["check", "-f", "sarif"], ["build", "-o", "site", "--allow-errors"]]) {
      const { exit, stdout, stderr } = await msgdocs(cwd, args);
      said.push(exit, stdout, stderr);
    }
    const pages = Object.entries(contents(cwd)).filter(([path]) => path.startsWith("site/"));
    expect(pages.length).toBeGreaterThan(5);
    expect([name, foundIn(JSON.stringify([said, pages]), /canary/gi)]).toEqual([name, []]);
  }
});

test("what a run reaches beyond the document's folder is said on one line, and nothing where there is nothing", async () => {
  const cwd = folder({
    "apis/msgapi.yaml": using("../shared/a.yaml").replace("version: 1.0.0", "version: 1.0.0, description: '[a](../docs/a.pdf)'"),
    "apis/own.yaml": using("part.yaml"),
    "apis/part.yaml": "type: object\n",
    "shared/a.yaml": "type: object\n",
    "docs/a.pdf": "%PDF-1.7\n",
  });
  const commands = [["check"], ["build", "-o", "site"], ["bundle"], ["part", "-o", "part"]];
  for (const [command = "", ...rest] of commands) {
    const wide = await msgdocs(cwd, [command, "apis/msgapi.yaml", "--root", ".", ...rest]);
    expect([command, wide.exit, wide.stderr.match(/Read beyond.*/g)]).toEqual([
      command,
      0,
      ["Read beyond the document's folder: 1 file in docs, 1 file in shared"],
    ]);
    expect(wide.stdout).not.toContain("Read beyond");
    for (const args of [
      ["apis/own.yaml", "--root", "."],
      ["apis/msgapi.yaml", "--root", ".", "-q"],
    ])
      expect((await msgdocs(cwd, [command, ...args, ...rest])).stderr).not.toContain("Read beyond");
  }
});

test("comparisons and portals say on one line what they reached beyond the documents' folders, cached parts too", async () => {
  const cwd = folder({
    "apis/a/msgapi.yaml": using("../../shared/a.yaml"),
    "apis/b/msgapi.yaml": using("../../shared/a.yaml").replace("title: ", "title: Other "),
    "shared/a.yaml": "type: object\n",
    "msgdocs.yaml": "root: .\ndocuments: [apis/*/msgapi.yaml]\n",
  });
  execFileSync("git", ["init", "-q"], { cwd });
  execFileSync("git", ["add", "."], { cwd });
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "one"], { cwd });
  const build = ["build", "-o", "site", "--cache", "cache"];
  const all = [
    ["diff", "apis/a/msgapi.yaml", "apis/b/msgapi.yaml"],
    ["diff", "HEAD:apis/a/msgapi.yaml", "apis/a/msgapi.yaml"],
    ["diff", "--base", "HEAD"],
    build,
    build,
  ];
  for (const args of all) {
    const said = await msgdocs(cwd, args);
    expect([args, said.stderr.match(/Read beyond.*/g)]).toEqual([args, ["Read beyond the document's folder: 1 file in shared"]]);
    expect((await msgdocs(cwd, [...args, "-q"])).stderr).not.toContain("Read beyond");
  }
});

test("files that were refused are not among those that a run says it read", async () => {
  const cwd = folder({
    "apis/msgapi.yaml": using("../shared/.env").replace(
      "version: 1.0.0",
      "version: 1.0.0, description: '[a](../.git/config) [b](../b.pdf)'",
    ),
    "apis/lone.yaml": using("../shared/a.yaml"),
    "shared/.env": "KEY=1\n",
    "shared/a.yaml": "type: object\n",
    ".git/config": "[core]\n",
    "b.pdf": "%PDF-1.7\n",
  });
  const lines = async (...args: readonly string[]): Promise<unknown> => (await msgdocs(cwd, args)).stderr.match(/Read beyond.*/g);
  expect(await lines("check", "apis/msgapi.yaml", "--root", ".")).toEqual(["Read beyond the document's folder: 1 file in ."]);
  expect(await lines("check", "apis/lone.yaml")).toBeNull();
});

test("what settings and flags name beyond the document's folder is said too: theme, templates, baseline, words and images", async () => {
  const settings =
    "theme: look\ntemplates: own\nlogo: brand/logo.svg\nfavicon: brand/logo.svg\nwords: text/words.yaml\nbaseline: known.json\n";
  const files = {
    "apis/msgapi.yaml": fine,
    "look/css/look.css": "a {}\n",
    "own/css/own.css": "a {}\n",
    "brand/logo.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    "text/words.yaml": "site.channels: Streams\n",
  };
  const cwd = folder(files);
  await msgdocs(cwd, ["check", "apis/msgapi.yaml", "--write-baseline", "--baseline", "known.json"]);
  writeFileSync(join(cwd, "msgdocs.yaml"), settings);
  const read = "1 file in ., 1 file in brand, 1 file in text";
  for (const [[command = "", ...rest], line] of [
    [["check"], read],
    [["bundle"], read],
    [["build", "-o", "site"], `${read}, the theme in look, the templates in own`],
  ] as const) {
    const said = await msgdocs(cwd, [command, "apis/msgapi.yaml", ...rest]);
    expect([command, said.exit, said.stderr.match(/Read beyond.*/g)]).toEqual([command, 0, [`Read beyond the document's folder: ${line}`]]);
  }
  // The same inside of the folder, and the settings file itself, are no news.
  const inside = folder(Object.fromEntries(Object.entries(files).map(([name, text]) => [name.replace("apis/", ""), text])));
  await msgdocs(inside, ["check", "--write-baseline", "--baseline", "known.json"]);
  writeFileSync(join(inside, "msgdocs.yaml"), settings);
  expect(await msgdocs(inside, ["build", "-o", "site"])).toMatchObject({
    exit: 0,
    stderr: expect.not.stringContaining("Read beyond") as string,
  });
});

test.each([
  ["a file outside", "../../home/token"],
  ["a document outside", "../../home/api.yaml"],
  ["what is hidden", "../.git/config"],
])("a document that the command line names, and a stranger committed as a link to %s, is not read", async (_, target) => {
  const base = folder({
    "home/token": "canary: [\n",
    "home/api.yaml": fine.replace("Lamps", "canary"),
    "repo/.git/config": "canary: [\n",
    "repo/apis/real.yaml": fine,
  });
  const cwd = join(base, "repo");
  symlinkSync(target, join(cwd, "apis/msgapi.yaml"));
  symlinkSync("../home", join(cwd, "linked"));
  for (const document of ["apis/msgapi.yaml", "apis", "apis/ms*.yaml", join(cwd, "apis/msgapi.yaml"), "linked/api.yaml", "linked/token"]) {
    const { exit, found, stdout } = await check(cwd, [document]);
    expect([document, exit, found.map(({ code }) => code), stdout.includes("canary")]).toEqual([
      document,
      1,
      ["document/not-found"],
      false,
    ]);
  }
  // A link that stays within, and a file elsewhere that the command line names, are read.
  unlinkSync(join(cwd, "apis/msgapi.yaml"));
  symlinkSync("real.yaml", join(cwd, "apis/msgapi.yaml"));
  for (const document of ["apis/msgapi.yaml", "../home/api.yaml"])
    expect([document, (await check(cwd, [document])).exit]).toEqual([document, 0]);
});

/** Repositories, in one folder with a home that they must not read: with a `.git`, and a checkout without one. */
const checkouts = [
  ["a repository", { "repo/.git/config": "canary: [\n" }],
  ["a checkout without .git", { "repo/.secret/a.yaml": "canary: 1\n" }],
] as const;

const KNOWN = JSON.stringify({ problems: [] });

test.each(checkouts)("what a flag names is not read through links that a stranger committed to %s", async (_, files) => {
  const base = folder({
    "home/settings.yaml": "canary: [\n",
    "home/a.yaml": "title: canary\n",
    "home/assets/canary.txt": "canary\n",
    "home/msgapi.yaml": fine.replace("Lamps", "canary"),
    "home/known.json": KNOWN,
    "repo/.secret/settings.yaml": "canary: [\n",
    "repo/.secret/assets/canary.txt": "canary\n",
    "repo/.secret/known.json": KNOWN,
    ...files,
  });
  const cwd = join(base, "repo");
  writeFileSync(join(cwd, "msgapi.yaml"), using("part/a.yaml"));
  const links = { part: "../home", hidden: ".secret", "linked.yaml": "part/settings.yaml", "hidden.yaml": ".secret/settings.yaml" };
  for (const [name, target] of Object.entries({ ...links, "linked.json": "part/known.json", "hidden.json": ".secret/known.json" }))
    symlinkSync(target, join(cwd, name));
  for (const [flag, ...paths] of [
    ["--config", "linked.yaml", "hidden.yaml", "part/settings.yaml", join(cwd, "linked.yaml")],
    ["--root", "part", "hidden", join(cwd, "part")],
    ["--theme", "part", "hidden", "./part", join(cwd, "part")],
    ["--templates", "part", "hidden", join(cwd, "part")],
    ["--baseline", "linked.json", "hidden.json", "part/known.json"],
    ["--stdin-filename", "part/b.yaml", "hidden/b.yaml"],
  ] as const) {
    for (const path of paths) {
      const isInput = flag === "--stdin-filename";
      const args = ["build", isInput ? "-" : "msgapi.yaml", "-o", "site", "--allow-errors", flag, path];
      const { exit, stdout, stderr } = await msgdocs(cwd, args, isInput ? using("a.yaml") : "");
      const pages = Object.entries(contents(cwd)).filter(([name]) => name.startsWith("site/"));
      expect([args, exit, pages, foundIn(stdout + stderr, /canary/g)]).toEqual([args, 2, [], []]);
    }
  }
  // What the command line names itself is read, wherever it is and however it is named.
  for (const args of [
    ["--root", ".."],
    ["--config", ".own/.settings.yaml"],
    ["--theme", ".own"],
    ["--theme", "../look"],
    ["--baseline", ".own/.known.json"],
  ]) {
    for (const [name, text] of Object.entries({ "repo/.own/.settings.yaml": "strict: false\n", "look/css/a.css": "a {}\n" })) {
      mkdirSync(join(base, name, ".."), { recursive: true });
      writeFileSync(join(base, name), text);
    }
    writeFileSync(join(cwd, ".own/.known.json"), KNOWN);
    const { exit, stderr } = await msgdocs(cwd, ["build", "-o", "site", "--allow-errors", ...args]);
    expect([args, exit, stderr]).toEqual([args, 0, expect.anything()]);
  }
});

test("a theme that a package manager linked into its store is read, by a flag and by the settings", async () => {
  const cwd = folder({ "msgapi.yaml": fine, "node_modules/.pnpm/look@1.0.0/node_modules/look/assets/brand.txt": "brand\n" });
  mkdirSync(join(cwd, ".git"));
  symlinkSync(".pnpm/look@1.0.0/node_modules/look", join(cwd, "node_modules/look"));
  expect(await msgdocs(cwd, ["build", "-o", "site", "--theme", "node_modules/look"])).toMatchObject({ exit: 0 });
  expect(contents(join(cwd, "site"))).toHaveProperty(["assets/brand.txt"]);
  writeFileSync(join(cwd, "msgdocs.yaml"), "theme: node_modules/look\n");
  expect(await msgdocs(cwd, ["build", "-o", "site2"])).toMatchObject({ exit: 0 });
  expect(contents(join(cwd, "site2"))).toHaveProperty(["assets/brand.txt"]);
});

test.each([
  ["the argument", "", ["api/a.yaml"], 0],
  ["the argument, by a glob", "", ["api/*.yaml"], 0],
  ["a setting", "document: api/a.yaml\n", [], 0],
  ["a setting, by a glob", "documents: [api/*.yaml]\n", [], 0],
  ["the argument, outside", "", ["out/a.yaml"], 1],
  ["a setting, outside", "document: out/a.yaml\n", [], 2],
  ["a trusted setting, outside", "document: out/a.yaml\n", ["--trust-settings"], 0],
  ["a trusted setting, by a glob, outside", "documents: [out/*.yaml]\n", ["--trust-settings"], 0],
] as const)("a document in a folder that is a link, named by %s, is read with its files", async (_, settings, args, exit) => {
  const files = { "a.yaml": using("part.yaml"), "part.yaml": "type: object\n" };
  for (const git of [true, false]) {
    const base = folder({ "repo/msgdocs.yaml": settings, "repo/real/x": "", "else/x": "" });
    const cwd = join(base, "repo");
    if (git) mkdirSync(join(cwd, ".git"));
    for (const [name, text] of Object.entries(files)) for (const at of ["repo/real", "else"]) writeFileSync(join(base, at, name), text);
    symlinkSync("real", join(cwd, "api"));
    symlinkSync("../else", join(cwd, "out"));
    const said = await check(cwd, [...args]);
    expect([said.exit, said.stdout.includes("part.yaml")]).toEqual([exit, false]);
  }
});

test.each(["msgdocs.yaml", "look/css/a.css", "guide.md"])(
  "the list of what was read takes the place of nothing that was read: %s",
  async (name) => {
    const files = { "msgdocs.yaml": "templates: look\nguides: [guide.md]\n", "look/css/a.css": "a { color: red }", "guide.md": "# A" };
    const cwd = folder({ "asyncapi.yaml": fine, ...files });
    const said = await msgdocs(cwd, ["build", "-o", "site", "--inputs", name]);
    expect([said.exit, said.stderr]).toEqual([2, expect.stringContaining("is one of the files that are read") as string]);
    expect(contents(cwd)).toMatchObject(files);
  },
);
