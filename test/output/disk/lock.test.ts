import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { hostname } from "node:os";
import { expect, test } from "vitest";
import { nodeDisk, openOutput } from "#output";
import { put, scratch } from "./scratch.ts";

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
  for (const text of [lockOf({ pid: dead }), "", '{"pid":', reused]) {
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
