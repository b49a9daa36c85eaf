import { createHash } from "node:crypto";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contents, fine, folder, msgdocs, report, withError, withWarning } from "./shell.ts";

test("a folder means its documents: all for a check, the only one for a site", async () => {
  const cwd = folder({ "one/asyncapi.yml": fine, "two/msgapi.yaml": fine, "two/asyncapi.json": "{}", "none/api.yaml": fine });
  expect((await msgdocs(cwd, ["build", "one", "-o", "site"])).exit).toBe(0);
  expect(report(await msgdocs(cwd, ["check", "one", "two", "-f", "json"])).summary.documents).toBe(3);
  const several = await msgdocs(cwd, ["build", "two", "-o", "other"]);
  expect([several.exit, several.stderr]).toEqual([
    2,
    "error: There are several documents: two/msgapi.yaml, two/asyncapi.json.\nName one of them.\n",
  ]);
  for (const command of [
    ["check", "none"],
    ["build", "none", "-o", "other"],
    ["bundle", "none"],
  ]) {
    const none = await msgdocs(cwd, command);
    expect([none.exit, none.stderr]).toEqual([2, expect.stringMatching(/no document in the folder "none".*\n.*msgapi\.yaml/) as string]);
  }
});

const URL_OF_IT = "https://schemas.invalid/lamps/api.yaml";

test("a document on the network is refused, with the flag that allows it", async () => {
  const cwd = folder({ "msgapi.yaml": fine });
  for (const command of [["check"], ["build", "-o", "site"], ["bundle"]]) {
    const { exit, stdout, stderr } = await msgdocs(cwd, [...command, URL_OF_IT]);
    expect([exit, stdout + stderr]).toEqual([
      1,
      expect.stringMatching(
        /^\S+\n\s+error Cannot read \S+: the network is off.*\n.*\n.*--allow-remote https:\/\/schemas\.invalid\/lamps\/ /,
      ),
    ]);
  }
  const said = await msgdocs(cwd, ["check", "ftp://example.com/api.yaml"]);
  expect([said.exit, said.stderr]).toEqual([2, expect.stringContaining("a URL of https, or standard input") as string]);
});

/** A folder that recorded remote files, as a run with the network leaves it. */
function recorded(files: Readonly<Record<string, string>>): string {
  const entries = Object.entries(files).map(([url, text]) => ({ url, text, sha256: createHash("sha256").update(text).digest("hex") }));
  const lock = entries.map(({ url, text, sha256 }) => [url, { sha256, bytes: Buffer.byteLength(text), language: "yaml", from: url }]);
  return folder({
    "msgdocs.lock": JSON.stringify({ version: 1, files: Object.fromEntries(lock) as unknown }),
    ...Object.fromEntries(entries.map(({ text, sha256 }) => [`msgdocs.remote/${sha256}`, text])),
  });
}

test("a document on the network is read like any other, its relative references too", async () => {
  const cwd = recorded({
    [URL_OF_IT]: fine.replace("messageId: lit\n", "messageId: lit\n        headers: { $ref: parts/headers.yaml }\n"),
    "https://schemas.invalid/lamps/parts/headers.yaml": "type: object\nproperties: { trace: { type: string } }\n",
  });
  const checked = await msgdocs(cwd, ["check", URL_OF_IT, "--offline", "--format", "json"]);
  expect([checked.exit, report(checked).diagnostics, report(checked).summary.documents]).toEqual([0, [], 1]);
  const bundled = await msgdocs(cwd, ["bundle", URL_OF_IT, "--offline"]);
  expect([bundled.exit, bundled.stdout]).toEqual([0, expect.stringContaining("trace:") as string]);
  const settings = "sourceUrl: https://git.invalid/{path}#L{line}\nguides: ['*.md']\n";
  writeFileSync(join(cwd, "msgdocs.yaml"), settings);
  writeFileSync(join(cwd, "guide.md"), "# Guide\n\n[more](more.txt)\n");
  writeFileSync(join(cwd, "more.txt"), "more\n");
  expect((await msgdocs(cwd, ["build", URL_OF_IT, "--offline", "-o", "site"])).exit).toBe(0);
  const site = contents(join(cwd, "site"));
  expect(Object.keys(site)).toEqual(expect.arrayContaining(["downloads/api.yaml", "guides/guide.html"]));
  // Nothing of this machine is on the pages.
  expect(Object.entries(site).filter(([, text]) => text.includes(cwd) || text.includes("git.invalid"))).toEqual([]);
});

test("a file of the network goes by its URL on the pages of a document of this machine", async () => {
  const part = "https://schemas.invalid/lamps/parts/headers.yaml";
  const cwd = recorded({ [part]: "type: object\nproperties: { trace: { type: string } }\n" });
  writeFileSync(join(cwd, "api.yaml"), fine.replace("messageId: lit\n", `messageId: lit\n        headers: { $ref: "${part}" }\n`));
  const args = ["build", "api.yaml", "--offline", "--allow-remote", "https://schemas.invalid/", "-o", "site"];
  expect((await msgdocs(cwd, args)).exit).toBe(0);
  const pages = Object.entries(contents(join(cwd, "site"))).filter(([path]) => path.startsWith("source/"));
  expect(pages.some(([, text]) => text.includes(`<h1>${part}`) || text.includes(`>${part}<`))).toBe(true);
  expect(pages.filter(([, text]) => text.includes("../https:"))).toEqual([]);
});

test("a document on the network that cannot be fetched is an error with a next step", async () => {
  const { exit, stdout } = await msgdocs(recorded({}), ["check", URL_OF_IT, "--offline"]);
  expect([exit, stdout]).toEqual([1, expect.stringMatching(/the run is offline.*\n.*\n.*hint: Run once without --offline/) as string]);
});

test("a link to a document is followed where the command line names it, and not where the settings do", async () => {
  const cwd = folder({
    "real/api.yaml": fine.replace("message:", "description: { $ref: secret.yaml }\n      message:"),
    "real/secret.yaml": "a: secret\n",
    "repo/msgdocs.yaml": "root: .\ndocument: link.yaml\n",
  });
  const repo = join(cwd, "repo");
  symlinkSync("../real/api.yaml", join(repo, "link.yaml"));
  const codesOf = async (args: readonly string[]) =>
    report(await msgdocs(repo, ["check", "-f", "json", ...args])).diagnostics.map(({ code }) => code);
  expect(await codesOf([])).toEqual(["config/not-trusted"]);
  // Only the document: what it refers to stays within the root.
  const named = await codesOf(["link.yaml"]);
  expect(named).not.toContain("document/not-found");
  expect(named.length).toBeGreaterThan(0);
});

test("standard input is checked, built and bundled, with references from the working folder", async () => {
  const cwd = folder({ "part.yaml": "messageId: lit\npayload: { type: integer }\n" });
  const text = fine.replace(/message:[^]*/, "message: { $ref: part.yaml }\n");
  const checked = await msgdocs(cwd, ["check", "-", "-f", "json"], text.replace("title: Lamps", "tilte: Lamps, title: Lamps"));
  expect(report(checked).diagnostics).toMatchObject([{ code: "structure/unknown-field", file: "stdin.yaml" }]);
  const json = await msgdocs(cwd, ["check", "-", "-f", "json"], '{ "msgapi": "9.9.9" }');
  expect(report(json).diagnostics).toMatchObject([{ file: "stdin.json" }]);
  const built = await msgdocs(cwd, ["build", "-", "-o", "site", "--cache", "kept"], text);
  expect([built.exit, Object.keys(contents(join(cwd, "site")))]).toEqual([0, expect.arrayContaining(["messages/lit.html"]) as string[]]);
  expect((await msgdocs(cwd, ["bundle", "-"], text)).stdout).toContain("messageId: lit");
});

test("a refused build says that nothing was written, and how to build all the same", async () => {
  const hint = "To build all the same, with the problems marked on the pages, add --allow-errors.";
  for (const [files, args, exit, end] of [
    [{ "msgapi.yaml": withError }, [], 1, `Nothing was written to site. ${hint}\n`],
    [{ "msgapi.yaml": withError }, ["-q"], 1, `Nothing was written to site. ${hint}\n`],
    [{ "msgapi.yaml": withWarning }, ["--strict"], 1, `Nothing was written to site. ${hint}\n`],
    [{ "msgapi.yaml": "msgapi: 9.9.9\n" }, [], 1, "Nothing was written to site.\n"],
    [{ "msgapi.yaml": "[" }, ["--allow-errors"], 1, "Nothing was written to site.\n"],
    [{ "msgapi.yaml": fine, "msgdocs.yaml": "redirects: { a.html: b.html }\n" }, [], 2, "Nothing was written to site.\n"],
    [{ "msgapi.yaml": fine, "look/layout.hbs": "{{" }, ["--templates", "look"], 2, "Nothing was written to site.\n"],
  ] as const) {
    const said = await msgdocs(folder(files), ["build", "-o", "site", ...args]);
    expect([args, said.exit, said.stderr.slice(said.stderr.indexOf("Nothing was"))]).toEqual([args, exit, end]);
  }
});

test("help names every command with all its names; -v and -h are --version and --help", async () => {
  const cwd = folder();
  const help = await msgdocs(cwd, ["-h"]);
  expect(help.exit).toBe(0);
  for (const names of ["build", "check|lint|validate", "watch|dev|serve", "bundle", "explain"])
    expect(help.stdout).toContain(`  ${names} `);
  expect([(await msgdocs(cwd, ["-v"])).stdout, (await msgdocs(cwd, ["--version"])).stdout]).toEqual(["0.0.0\n", "0.0.0\n"]);
});

test("links that lead in a circle are said as such, wherever a command meets one", async () => {
  const cwd = folder({ "msgapi.yaml": fine.replace("version: 1.0.0", 'version: 1.0.0, description: "![a](loop.png)"') });
  for (const name of ["loop.png", "loop.yaml"]) symlinkSync(name, join(cwd, name));
  const text = await msgdocs(cwd, ["check"]);
  expect([text.exit, text.stdout]).toEqual([0, expect.stringContaining("text/broken-link") as string]);
  const document = await msgdocs(cwd, ["check", "loop.yaml"]);
  expect([document.exit, document.stdout]).toEqual([1, expect.stringContaining("document/not-found") as string]);
});
