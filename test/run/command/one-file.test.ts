import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { replaceFile } from "../../../src/run/command/one-file.ts";
import { fine, folder, msgdocs, withError } from "../../app/cli/shell.ts";

test("the name of the file that is made first cannot be guessed: what stands at one that could be is left alone", () => {
  const cwd = folder({ "api.yaml": "old", "theirs/secret": "kept" });
  const guesses = ["api.yaml.tmp", `api.yaml.${process.pid}.tmp`, `api.yaml.${process.pid}`, `.api.yaml.${process.pid}.tmp`];
  for (const each of guesses) symlinkSync(join(cwd, "theirs/secret"), join(cwd, each));
  replaceFile(join(cwd, "api.yaml"), "new", cwd);
  expect(readFileSync(join(cwd, "api.yaml"), "utf8")).toBe("new");
  expect(guesses.map((each) => readlinkSync(join(cwd, each)))).toEqual(guesses.map(() => join(cwd, "theirs/secret")));
  expect([readdirSync(cwd).sort(), readFileSync(join(cwd, "theirs/secret"), "utf8")]).toEqual([
    [...guesses, "api.yaml", "theirs"].sort(),
    "kept",
  ]);
});

test.each([
  ["a link to a file outside", { "repo/out.html": "../secret", "repo/out.yaml": "../secret", "repo/msgdocs-baseline.json": "../secret" }],
  [
    "a link to what is hidden",
    { "repo/out.html": ".git/config", "repo/out.yaml": ".git/config", "repo/msgdocs-baseline.json": ".git/config" },
  ],
  ["a folder that is a link", { "repo/to": "..", "repo/templates": ".." }],
] as const)("%s that came with the repository is not written through", async (_, links) => {
  const base = folder({ secret: "kept", "repo/.git/config": "kept", "repo/msgapi.yaml": fine, "repo/wrong.yaml": withError });
  const cwd = join(base, "repo");
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(base, name));
  const isFolder = "repo/to" in links;
  const commands = isFolder
    ? [
        ["build", "--single-file", "to/secret.html"],
        ["bundle", "-o", "to/secret.yaml"],
        ["check", "--report", "json=to/secret.json"],
        ["part", "-o", "site", "--inputs", "to/secret.json"],
        ["check", "wrong.yaml", "--write-baseline", "--baseline", "to/secret.json"],
        ["theme", "eject", "layout.hbs"],
      ]
    : [
        ["build", "--single-file", "out.html"],
        ["bundle", "-o", "out.yaml"],
        ["check", "--report", "json=out.yaml"],
        ["part", "-o", "site", "--inputs", "out.yaml"],
        ["check", "wrong.yaml", "--write-baseline"],
      ];
  const before = readdirSync(base).sort();
  for (const command of commands) {
    const { exit, stderr } = await msgdocs(cwd, command);
    expect([command, exit, stderr]).toEqual([
      command,
      2,
      expect.stringMatching(/ link.*\nName that file itself, or remove the link\.\n|Name the file itself/),
    ]);
  }
  expect(["secret", "repo/.git/config"].map((name) => readFileSync(join(base, name), "utf8"))).toEqual(["kept", "kept"]);
  expect(readdirSync(base).sort()).toEqual(before);
});

test.each(["pipe", "link to one"])("a %s that came with the repository is not replaced by what is written", async (kind) => {
  const cwd = folder({ "msgapi.yaml": fine, "wrong.yaml": withError });
  execFileSync("mkfifo", [join(cwd, "pipe")]);
  const names = ["out.html", "out.yaml", "out.svg", "msgdocs-baseline.json", "msgdocs-changes.json"];
  for (const name of names) {
    if (kind === "pipe") execFileSync("mkfifo", [join(cwd, name)]);
    else symlinkSync("pipe", join(cwd, name));
  }
  for (const command of [
    ["build", "--single-file", "out.html"],
    ["bundle", "-o", "out.yaml"],
    ["part", "msgapi.yaml", "-o", "site", "--inputs", "out.yaml"],
    ["part", "msgapi.yaml", "-o", "out.yaml"],
    ["build", "-o", "out.yaml"],
    ["check", "--report", "json=out.yaml"],
    ["check", "--coverage", "--coverage-badge", "out.svg"],
    ["check", "wrong.yaml", "--write-baseline"],
    ["diff", "msgapi.yaml", "wrong.yaml", "--write-baseline"],
    ["diff", "msgapi.yaml", "wrong.yaml", "--report", "json=out.yaml"],
  ]) {
    const { exit, stderr } = await msgdocs(cwd, command);
    expect([command, exit, stderr]).toEqual([command, 2, expect.stringMatching(/^error: .+\n(?:.+\n)?$/)]);
  }
  expect(["pipe", ...names].filter((name) => statSync(join(cwd, name)).isFIFO())).toEqual(["pipe", ...names]);
});

test("a link within the folder is written through, and stays one", async () => {
  const cwd = folder({ "msgapi.yaml": fine, "v1.yaml": "old" });
  symlinkSync("v1.yaml", join(cwd, "latest.yaml"));
  expect((await msgdocs(cwd, ["bundle", "-o", "latest.yaml"])).exit).toBe(0);
  expect([readlinkSync(join(cwd, "latest.yaml")), readFileSync(join(cwd, "v1.yaml"), "utf8")]).toEqual([
    "v1.yaml",
    expect.stringContaining("Lamps"),
  ]);
});
