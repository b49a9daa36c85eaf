import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contents, fine, folder } from "./shell.ts";
import { cli, ended, large, sleep, spawned, until } from "./spawned.ts";

const many = fine + Array.from({ length: 12_000 }, (_, at) => `unknown${at}: ${at}\n`).join("");

test("row 65: a report of megabytes reaches a pipe whole, with the right exit code", async () => {
  const { code, stdout, stderr } = await ended(spawned(folder({ "msgapi.yaml": many }), ["check", "--strict", "--format", "json"]));
  expect([code, stderr]).toEqual([1, ""]);
  expect(stdout.length).toBeGreaterThan(3_000_000);
  expect((JSON.parse(stdout) as { diagnostics: unknown[] }).diagnostics).toHaveLength(12_000);
});

test("row 65: a reader that goes away early gets no stack, and the exit code stays right", async () => {
  const child = spawned(folder({ "msgapi.yaml": many }), ["check", "--strict"]);
  const end = ended(child);
  child.stdout?.once("data", () => child.stdout?.destroy());
  expect(await end).toMatchObject({ code: 1, signal: null, stderr: "" });
});

/** Loaded before msgdocs: a disk that takes one more byte of what is printed. */
const FULL = `
const fs = require("node:fs");
const { writeSync } = fs;
let room = 1;
fs.writeSync = (fd, bytes, at = 0) => {
  if (fd !== 1) return writeSync(fd, bytes, at);
  if (room === 0) throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  return (room -= 1, writeSync(fd, bytes, at, 1));
};
require("node:module").syncBuiltinESMExports();
`;

test.each([
  ["--version"],
  ["--help"],
  ["help"],
  ["build", "--help"],
  ["check", "msgapi.yaml"],
  ["check", "msgapi.yaml", "--format", "json"],
  ["check", "--wrong", "--format", "json"],
  ["build", "msgapi.yaml", "-o", "site", "--format", "json"],
  ["bundle", "msgapi.yaml"],
  ["diff", "msgapi.yaml", "msgapi.yaml"],
  ["diff", "msgapi.yaml", "msgapi.yaml", "--format", "json"],
  ["explain", "schema/keyword"],
  ["completion", "bash"],
  ["part", "msgapi.yaml", "--print-key"],
])("a full disk behind standard output is exit 3, and told: %s", async (...args) => {
  const cwd = folder({ "msgapi.yaml": fine, "full.cjs": FULL });
  const out = openSync(join(cwd, "out"), "w");
  const child = spawn(process.execPath, ["--require", "./full.cjs", cli, ...args], { cwd, stdio: ["ignore", out, "pipe"] });
  const { code, stderr } = await ended(child);
  closeSync(out);
  expect([code, statSync(join(cwd, "out")).size]).toEqual([3, 1]);
  expect(stderr).toContain("what was printed is cut off (ENOSPC: no space left on device, write). Make room there, or print it elsewhere.");
});

/** Loaded before msgdocs: a disk on which each file of the new site takes 20 ms, so that its pages are being written for seconds. */
const SLOW = `
const fs = require("node:fs");
const { writeFileSync } = fs;
const clock = new Int32Array(new SharedArrayBuffer(4));
fs.writeFileSync = (path, ...rest) => (String(path).includes("msgdocs-new") && Atomics.wait(clock, 0, 0, 20), writeFileSync(path, ...rest));
require("node:module").syncBuiltinESMExports();
`;

/** A folder with a finished site, and another document with so many channels in the place of its own. */
async function standing(channels: number): Promise<string> {
  const cwd = folder({ "msgapi.yaml": fine, "slow.cjs": SLOW });
  await ended(spawned(cwd, ["build", "-o", "site"]));
  writeFileSync(join(cwd, "msgapi.yaml"), large(channels, "new"));
  return cwd;
}

const slowly = ["--require", "./slow.cjs"];

test.each([
  { signal: "SIGINT", end: { code: 130, signal: null } },
  { signal: "SIGTERM", end: { code: 143, signal: null } },
  // The terminal may be gone, at which Node's own way out crashes: the signal ends the process, and a shell says 129.
  { signal: "SIGHUP", end: { code: null, signal: "SIGHUP" } },
] as const)("$signal while pages are written ends the build, and nothing but the earlier site is left", async ({ signal, end: how }) => {
  const cwd = await standing(100);
  const before = contents(join(cwd, "site"));
  const child = spawned(cwd, ["build", "-o", "site"], slowly);
  const end = ended(child);
  await until(() => readdirSync(cwd).some((name) => name.startsWith(".site.msgdocs-new-")));
  child.kill(signal);
  expect(await end).toMatchObject({ ...how, stdout: "" });
  expect(readdirSync(cwd).sort()).toEqual(["msgapi.yaml", "site", "slow.cjs"]);
  expect(contents(join(cwd, "site"))).toEqual(before);
});

test("processes that make parts of a portal end without a stack when the build is killed", async () => {
  const documents = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`d${at}/asyncapi.yaml`, large(60, `new${at}`)]));
  const cwd = folder({ "msgdocs.yaml": "title: All\ndocuments: ['*/asyncapi.yaml']\n", ...documents });
  const child = spawned(cwd, ["build", "-o", "site", "--cache", "cache"]);
  const end = ended(child);
  // Once the first part is kept, the processes make others, and have yet to answer.
  const entries = join(cwd, "cache", "entries");
  await until(() => existsSync(entries) && readdirSync(entries).length > 0);
  child.kill("SIGKILL");
  // The processes hold the pipe until they end.
  expect(await end).toEqual({ code: null, signal: "SIGKILL", stdout: "", stderr: "" });
});

test("row 64: of two builds at once the second is exit 3 and names the first", async () => {
  const cwd = await standing(3);
  const first = spawned(cwd, ["build", "-o", "site"], slowly);
  const end = ended(first);
  await until(() => readdirSync(cwd).some((name) => name.startsWith(".site.msgdocs-new-")));
  // It goes on when the second one has ended.
  first.kill("SIGSTOP");
  const second = await ended(spawned(cwd, ["build", "-o", "site", "--format", "json"]));
  expect([second.code, second.stderr]).toEqual([3, expect.stringContaining(`process ${first.pid ?? ""} holds it`) as string]);
  expect(JSON.parse(second.stdout)).toMatchObject({ diagnostics: [{ code: "run/failed" }] });
  first.kill("SIGCONT");
  expect((await end).code).toBe(0);
});

// Two dozen processes, one after the other.
test(
  "row 63: killed at any moment, the site is the old one or the new one, and the next run tidies up even if it builds nothing",
  { timeout: 300_000 },
  async () => {
    const cwd = folder({ "old/msgapi.yaml": large(60, "old"), "new/msgapi.yaml": large(60, "new"), "broken.yaml": "[" });
    const build = (document: string, out: string) => spawned(cwd, ["build", document, "-o", out]);
    await ended(build("old/msgapi.yaml", "old-site"));
    const started = performance.now();
    await ended(build("new/msgapi.yaml", "new-site"));
    const lasts = performance.now() - started;
    const sites = [contents(join(cwd, "old-site")), contents(join(cwd, "new-site"))];
    await ended(build("old/msgapi.yaml", "site"));
    for (let round = 0; round < 10; round += 1) {
      const child = build(round % 2 === 0 ? "new/msgapi.yaml" : "old/msgapi.yaml", "site");
      const end = ended(child);
      // The later half of a build is where files are written.
      await sleep(lasts * (0.4 + (0.65 * round) / 10));
      child.kill("SIGKILL");
      await end;
      if (existsSync(join(cwd, "site"))) expect(sites).toContainEqual(contents(join(cwd, "site")));
      expect((await ended(build("broken.yaml", "site"))).code).toBe(1);
      expect(sites).toContainEqual(contents(join(cwd, "site")));
      expect(readdirSync(cwd).filter((name) => name.startsWith("."))).toEqual([]);
    }
  },
);
