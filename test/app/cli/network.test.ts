import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { fine, folder, msgdocs, report } from "./shell.ts";
import { ended } from "./spawned.ts";

const cli = fileURLToPath(new URL("../../../dist/cli.js", import.meta.url));
const remote = fine.replace("messageId: lit\n", 'messageId: lit\n        headers: { $ref: "https://schemas.invalid/a.yaml" }\n');

/** Loaded before msgdocs: every way out of the process is written down, and closed. */
const WATCH = `
const { writeSync } = require("node:fs");
const told = (what) => { writeSync(2, "ATTEMPT " + what + "\\n"); throw new Error("no network here"); };
require("node:net").Socket.prototype.connect = () => told("connect");
require("node:dgram").createSocket = () => told("dgram");
for (const dns of [require("node:dns"), require("node:dns").promises])
  for (const name of ["lookup", "resolve", "resolve4", "resolve6"]) dns[name] = () => told("dns." + name);
require("node:child_process").spawn = () => told("spawn");
globalThis.fetch = () => told("fetch");
`;

function watchedRun(cwd: string, args: readonly string[]) {
  return ended(spawn(process.execPath, ["--require", "./watch.cjs", cli, ...args], { cwd, stdio: ["ignore", "pipe", "pipe"] }));
}

test("without being allowed to, a build attempts no connection and looks up no name", async () => {
  const cwd = folder({ "msgapi.yaml": remote, "watch.cjs": WATCH });
  for (const args of [
    ["check", "--format", "json"],
    ["build", "-o", "site", "--format", "json", "--allow-errors"],
  ]) {
    const { stdout, stderr } = await watchedRun(cwd, args);
    expect(stderr).not.toContain("ATTEMPT");
    expect(JSON.parse(stdout)).toMatchObject({ diagnostics: [{ code: "reference/remote-disabled", severity: "error" }] });
  }
  // The watch works: what is allowed is attempted, and told of.
  const { code, stderr } = await watchedRun(cwd, ["check", "--allow-remote", "https://schemas.invalid/"]);
  expect([code, stderr]).toEqual([1, expect.stringContaining("ATTEMPT dns.lookup") as string]);
});

/** Loaded before msgdocs: every name is at one public address, and no connection is made. */
const UNREACHABLE = `
require("node:dns").promises.lookup = async () => [{ address: "1.1.1.1", family: 4 }];
require("node:net").Socket.prototype.connect = function () { process.nextTick(() => this.destroy(new Error("refused"))); return this; };
require("node:module").syncBuiltinESMExports();
`;

test("an origin that is connected to is said with the variable that it is sent, even where it does not answer", async () => {
  const cwd = folder({ "msgapi.yaml": remote, "watch.cjs": UNREACHABLE });
  const flags = ["--allow-remote", "https://schemas.invalid/", "--remote-header-env", "https://schemas.invalid=HOME"];
  for (const args of [["check"], ["build", "-o", "site", "--allow-errors"], ["bundle", "--allow-errors"]]) {
    const { stderr } = await watchedRun(cwd, [...args, ...flags]);
    expect([args[0], stderr.match(/^Read beyond.*$/gm)]).toEqual([
      args[0],
      ["Read beyond the document's folder: https://schemas.invalid with the credentials in HOME"],
    ]);
  }
});

test.each([
  [["--allow-remote", "http://x.invalid/"], "is not an https URL"],
  [["--allow-remote", "x.invalid"], "is not a URL"],
  [["--remote-header-env", "https://x.invalid=TOKEN"], "Nothing of https://x.invalid may be read"],
  [["--allow-remote", "https://x.invalid/", "--remote-header-env", "https://x.invalid=MSGDOCS_NO_SUCH_VARIABLE"], "is empty"],
])("%j is exit 2: %s", async (flags, why) => {
  const { exit, stderr } = await msgdocs(folder({ "msgapi.yaml": fine }), ["check", ...flags]);
  expect([exit, stderr]).toEqual([2, expect.stringContaining(why) as string]);
});

test("offline, what was recorded is read, and what was not is an error with its next step", async () => {
  const cwd = folder({ "msgapi.yaml": remote });
  const missing = await msgdocs(cwd, ["check", "--offline", "--format", "json"]);
  expect([missing.exit, report(missing).diagnostics.map(({ code }) => code)]).toEqual([1, ["reference/remote-failed"]]);
  const text = "type: object\ntitle: From afar\n";
  const sha256 = createHash("sha256").update(text).digest("hex");
  const url = "https://schemas.invalid/a.yaml";
  writeFileSync(
    join(cwd, "msgdocs.lock"),
    JSON.stringify({ version: 1, files: { [url]: { sha256, bytes: text.length, language: "yaml", from: url } } }),
  );
  mkdirSync(join(cwd, "msgdocs.remote"));
  writeFileSync(join(cwd, "msgdocs.remote", sha256), text);
  expect((await msgdocs(cwd, ["check", "--offline"])).exit).toBe(0);
  expect((await msgdocs(cwd, ["build", "--offline", "-o", "site"])).exit).toBe(0);
  writeFileSync(join(cwd, "msgdocs.remote", sha256), "changed: true\n");
  const changed = await msgdocs(cwd, ["check", "--offline", "--format", "json"]);
  expect([changed.exit, report(changed).diagnostics.map(({ code }) => code)]).toEqual([1, ["reference/lock-mismatch"]]);
});

test("settings that are trusted say the same as flags", async () => {
  const settings = "remote:\n  allow: [https://x.invalid/]\n  headerEnv: { https://y.invalid: TOKEN }\n";
  const { exit, stderr } = await msgdocs(folder({ "msgapi.yaml": fine, "msgdocs.yaml": settings }), ["check", "--trust-settings"]);
  expect([exit, stderr]).toEqual([2, expect.stringContaining("Nothing of https://y.invalid may be read") as string]);
});
