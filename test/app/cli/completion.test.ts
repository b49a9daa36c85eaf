import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder, msgdocs } from "./shell.ts";

const isThere = (shell: string): boolean => spawnSync(shell, ["-c", "true"]).status === 0;

const quoted = (text: string): string => `'${text}'`;

/** How a shell says what it offers for the last of some words, one a line. */
const askers: Readonly<Record<string, (script: string, words: readonly string[]) => readonly string[]>> = {
  bash: (script, words) => [
    "--norc",
    "-c",
    `source ${script}; COMP_WORDS=(${words.map(quoted).join(" ")}); COMP_CWORD=${words.length - 1}; _msgdocs; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  // Without a terminal its completion system offers nothing: what it is told is looked at instead.
  zsh: (script, words) => [
    "-f",
    "-c",
    `_describe() { print -l $\{(P)2} }; _arguments() { print -l -- "$@" }; compdef() { : }; words=(${words.map(quoted).join(" ")}); CURRENT=${words.length}; source ${script}; _msgdocs`,
  ],
  fish: (script, words) => ["--no-config", "-c", `source ${script}; complete -C "${words.join(" ")}"`],
};

/** The names in what a shell offers, without descriptions and the punctuation of zsh. */
function offered(said: string): string[] {
  return said.split("\n").flatMap((line) => line.split(/[\t:[\]{},()' ]+/).filter((word) => word !== ""));
}

const cases = [
  { words: ["msgdocs", ""], some: ["build", "check", "watch", "bundle", "explain", "completion", "theme"], none: ["eject"] },
  { words: ["msgdocs", "build", "--"], some: ["--out", "--format", "--single-file", "--strict"], none: ["--fix", "--debug"] },
  { words: ["msgdocs", "lint", "--"], some: ["--fix", "--report"], none: ["--out"] },
  { words: ["msgdocs", "theme", ""], some: ["eject"], none: ["build"] },
  { words: ["msgdocs", "explain", "example/pay"], some: ["example/payload"], none: ["build"] },
  { words: ["msgdocs", "completion", ""], some: ["bash", "zsh", "fish"], none: ["build"] },
];

test.each(["bash", "zsh", "fish"].filter(isThere))("%s completes commands, their flags and their values", async (shell) => {
  const cwd = folder();
  const said = await msgdocs(cwd, ["completion", shell]);
  expect([said.exit, said.stderr]).toEqual([0, ""]);
  const script = join(cwd, `completion.${shell}`);
  writeFileSync(script, said.stdout);
  for (const { words, some, none } of cases) {
    const found = offered(execFileSync(shell, askers[shell]!(script, words), { cwd, encoding: "utf8" }));
    expect(found, words.join(" ")).toEqual(expect.arrayContaining(some));
    expect(
      found.filter((word) => none.includes(word)),
      words.join(" "),
    ).toEqual([]);
  }
});

test("bash completes the value of a flag: a format, a folder", async () => {
  const cwd = folder({ "site/index.html": "", "site.yaml": "" });
  const script = join(cwd, "completion.bash");
  writeFileSync(script, (await msgdocs(cwd, ["completion", "bash"])).stdout);
  const ask = (...words: string[]): string[] => offered(execFileSync("bash", askers.bash!(script, words), { cwd, encoding: "utf8" }));
  expect(ask("msgdocs", "check", "-f", "j")).toEqual(["json", "junit"]);
  expect(ask("msgdocs", "build", "--out", "si")).toEqual(["site"]);
  expect(ask("msgdocs", "build", "si").sort()).toEqual(["site", "site.yaml"]);
});

test("every command and flag that the help names is in the completions of every shell", async () => {
  const help = async (...command: string[]): Promise<string[]> => {
    const { stdout } = await msgdocs(folder(), [...command, "--help"]);
    return [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, flag = ""]) => flag);
  };
  const flags = (await Promise.all(["build", "check", "watch", "bundle"].map((name) => help(name)))).flat();
  expect(flags.length).toBeGreaterThan(40);
  for (const shell of ["bash", "zsh", "fish"]) {
    const { stdout } = await msgdocs(folder(), ["completion", shell]);
    expect(flags.filter((flag) => !stdout.includes(shell === "fish" ? `-l ${flag.slice(2)} ` : flag))).toEqual([]);
  }
});

test("another shell is refused with those that there are", async () => {
  const said = await msgdocs(folder(), ["completion", "tcsh"]);
  expect([said.exit, said.stdout]).toEqual([2, ""]);
  expect(said.stderr).toContain("Allowed choices are bash, zsh, fish");
});

test("without a shell those that there are are named", async () => {
  const said = await msgdocs(folder(), ["completion"]);
  expect([said.exit, said.stdout]).toEqual([2, ""]);
  expect(said.stderr).toContain("name the shell: bash, zsh, fish");
});
