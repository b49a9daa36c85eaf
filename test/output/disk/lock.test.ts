import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, symlinkSync, truncateSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeDisk, openOutput } from "#output";
import { put, scratch, tree } from "./scratch.ts";

const LOCK = ".site.msgdocs-lock";
const lockOf = (holder: { pid: number; host?: string; started?: string }) => JSON.stringify({ host: hostname(), started: "", ...holder });

test("a second run is told the process that holds the folder, and takes it once that is done", () => {
  const cwd = scratch();
  const first = openOutput({ output: "site", cwd, inputs: [] });
  expect(() => openOutput({ output: "site", cwd, inputs: [] })).toThrow(
    expect.objectContaining({ kind: "environment", message: expect.stringContaining(`process ${process.pid} `) as string }),
  );
  first.close();
  first.close();
  openOutput({ output: "site", cwd, inputs: [] }).close();
  expect(readdirSync(cwd)).toEqual([]);
});

test("the lock of a dead process, a cut one and one of an earlier process of the same id are taken over", () => {
  const dead = spawnSync(process.execPath, ["-e", ""]).pid;
  const reused = lockOf({ pid: process.ppid, started: "1" });
  // No process has such an id, or a host such a name: what asks the system for -1 asks for all.
  const planted = [-1, 0, 1.5, 1e308].map((pid) => lockOf({ pid })).concat(lockOf({ pid: 1, host: "h".repeat(500) }));
  for (const text of [lockOf({ pid: dead }), "", '{"pid":', reused, ...planted]) {
    const cwd = scratch();
    put(cwd, { [LOCK]: text });
    openOutput({ output: "site", cwd, inputs: [] }).close();
    expect([text, readdirSync(cwd)]).toEqual([text, []]);
  }
});

test("a lock of another machine is believed, and how to remove it is said", () => {
  const cwd = scratch();
  put(cwd, { [LOCK]: lockOf({ pid: 1, host: "elsewhere.example" }) });
  expect(() => openOutput({ output: "site", cwd, inputs: [] })).toThrow(/process 1 on elsewhere\.example holds it.*remove/);
});

test("a lock that is still empty gets a moment: its holder is about to write it", () => {
  const cwd = scratch();
  put(cwd, { [LOCK]: lockOf({ pid: 1, host: "elsewhere.example" }) });
  let reads = 0;
  const readFile = (path: string): string => ((reads += 1) < 3 ? "" : nodeDisk.readFile(path));
  expect(() => openOutput({ output: "site", cwd, inputs: [], disk: { ...nodeDisk, readFile } })).toThrow(/process 1 on elsewhere/);
  expect([reads, readdirSync(cwd)]).toEqual([3, [LOCK]]);
});

test.each(["lock", "journal"])("a %s of megabytes is none of ours, and not read", (what) => {
  const cwd = scratch();
  const path = join(cwd, `.site.msgdocs-${what}`);
  nodeDisk.createFile(path, "{", what === "journal" ? "read-only" : undefined);
  truncateSync(path, 100_000_000);
  expect(() => openOutput({ output: "site", cwd, inputs: [] })).toThrow(/is in the way, and is not ours to remove: its size in bytes/);
  expect(readdirSync(cwd)).toEqual([`.site.msgdocs-${what}`]);
});

test("a folder above that becomes a link before it is locked leads nothing outside, and what was left there stays", () => {
  const cwd = scratch();
  // What a run left there that was killed.
  const left = { [".site.msgdocs-journal"]: "0".repeat(16), [`.site.msgdocs-old-${"0".repeat(16)}/index.html`]: "theirs" };
  put(join(cwd, "elsewhere"), left);
  mkdirSync(join(cwd, "build"));
  const createFile: typeof nodeDisk.createFile = (...given) => {
    renameSync(join(cwd, "build"), join(cwd, "moved"));
    symlinkSync("elsewhere", join(cwd, "build"));
    nodeDisk.createFile(...given);
  };
  const disk = { ...nodeDisk, createFile, isReadOnly: () => true };
  expect(() => openOutput({ output: "build/site", cwd, inputs: [], disk })).toThrow("was exchanged for a link");
  expect(tree(join(cwd, "elsewhere"))).toEqual(left);
});
