import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { run } from "../../../src/app/cli/run.ts";
import type { Io } from "../../../src/run/command/index.ts";
import { fine, folder, msgdocs, report } from "./shell.ts";

test.each([
  { args: [], says: "Usage: msgdocs" },
  { args: ["chek"], says: "Did you mean check?" },
  { args: ["generate", "api.yaml"], says: "Did you mean build?" },
  { args: ["asyncapi.yaml"], says: "Did you mean msgdocs build asyncapi.yaml?" },
  { args: ["help", "nope"], says: "error: unknown command 'nope'" },
  { args: ["help", "theme", "ejct"], says: "Did you mean eject?" },
  { args: ["check", "--strct"], says: "Did you mean --strict?" },
  { args: ["check", "--format", "yaml"], says: "pretty, json, github, sarif, junit, codeclimate" },
  { args: ["check", "--max-problems", "none"], says: "whole number" },
  { args: ["build", "a", "b"], says: "For a portal of all these: msgdocs init a b" },
])("$args is exit 2 and says why", async ({ args, says }) => {
  const said = await msgdocs(folder(), args);
  expect([said.exit, said.stdout]).toEqual([2, ""]);
  expect(said.stderr).toContain(says);
});

test.each([
  [["check", "--strct", "--format", "json"]],
  [["check", "--format=json", "--max-problems", "x"]],
  [["build", "-f", "json", "a", "b"]],
  [["check", "-qf", "json", "--strct"]],
  [["check", "-qfjson", "--strct"]],
  [["check", "-f=json"]],
  [["watch", "--port", "x", "-f", "pretty", "--format", "json"]],
  [["check", "--format", "json", "--baseline", "none.json"]],
])("%j still gives a JSON report with what is wrong, and nothing else, on standard output", async (args) => {
  const said = await msgdocs(folder(), args);
  const { summary, diagnostics } = report(said);
  expect([said.exit, summary.documents, summary.errors]).toEqual([2, 0, 1]);
  expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([["run/failed", "error"]]);
  for (const words of [diagnostics[0]?.message, diagnostics[0]?.hint ?? ""]) expect(said.stderr).toContain(words);
});

test("the report of a wrong option says which was meant", async () => {
  const { diagnostics } = report(await msgdocs(folder(), ["check", "--strct", "-f", "json"]));
  expect(diagnostics).toMatchObject([{ message: "unknown option '--strct'", hint: "Did you mean --strict?", file: "command line" }]);
});

test("what follows -- asks for no format", async () => {
  const said = await msgdocs(folder(), ["check", "--strct", "--", "-f", "json"]);
  expect([said.exit, said.stdout]).toEqual([2, ""]);
});

test("the folder to write may be called by the flag or by the setting, on the command line and in the settings", async () => {
  for (const [files, args] of [
    [{}, ["--out", "site"]],
    [{}, ["--output", "site"]],
    [{ "msgdocs.yaml": "output: site\n" }, []],
    [{ "msgdocs.yaml": "out: site\n" }, []],
  ] as const) {
    const cwd = folder({ "msgapi.yaml": fine, ...files });
    expect((await msgdocs(cwd, ["build", ...args])).exit).toBe(0);
    expect(readdirSync(cwd)).toContain("site");
  }
  expect((await msgdocs(folder(), ["help", "theme", "eject"])).stdout).toMatch(/^Usage: msgdocs theme eject/);
});

test("help and version are exit 0 on standard output; help has examples", async () => {
  const version = await msgdocs(folder(), ["--version"]);
  expect(version).toEqual({ exit: 0, stdout: "0.0.0\n", stderr: "" });
  for (const command of ["build", "check"]) {
    const help = await msgdocs(folder(), [command, "--help"]);
    expect([help.exit, help.stdout.includes(`$ msgdocs ${command}`)]).toEqual([0, true]);
  }
});

test.runIf(process.platform === "linux")("what the system refuses is exit 3, wherever it happens", async () => {
  const cwd = folder({ "msgapi.yaml": fine });
  const baseline = (path: string) => msgdocs(cwd, ["check", "--write-baseline", "--baseline", path]);
  expect(await baseline("/proc/version")).toMatchObject({
    exit: 3,
    stderr: expect.stringMatching(/^error: .*"\/proc\/version"/) as string,
  });
  expect((await baseline("missing/baseline.json")).exit).toBe(2);
  expect(await msgdocs(cwd, ["check", "--report", "sarif=/proc/report.sarif"])).toMatchObject({
    exit: 3,
    stderr: expect.stringMatching(/^error: Cannot write .*"\/proc/) as string,
  });
});

test("a bug of ours is exit 70, says so, and has no stack unless it is asked for", async () => {
  const cwd = folder({ "msgapi.yaml": fine });
  const boom = (): never => {
    throw new TypeError("boom");
  };
  const broken = async (args: readonly string[], stdout: Io["stdout"] = boom, flushed?: () => Promise<unknown>) => {
    const said: string[] = [];
    const io: Io = {
      ...{
        cwd,
        version: "0.0.0",
        stdout,
        stderr: (text: string | Iterable<string>) => void said.push(Array.from(text).join("")),
        stdin: () => Promise.resolve(new Uint8Array()),
      },
      ...{ colour: { stdout: false, stderr: false }, progress: () => undefined, onInterrupt: () => () => undefined },
    };
    return { exit: await run(args, io, flushed), said: said.join("") };
  };
  const plain = await broken(["check"]);
  expect(plain).toEqual({
    exit: 70,
    said: expect.stringMatching(/^This is a bug of msgdocs, not of your document: please report it\.\nboom\n/) as string,
  });
  expect(plain.said).not.toMatch(/^ {4}at /m);
  expect((await broken(["check", "--debug"])).said).toMatch(/^ {4}at /m);
  const later = await broken(
    ["check"],
    () => undefined,
    () => Promise.resolve().then(boom),
  );
  expect(later).toEqual(plain);
});
