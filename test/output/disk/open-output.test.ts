import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync, truncateSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Disk } from "#output";
import { openOutput, OutputFailure, nodeDisk } from "#output";
import { countingDisk, files, put, scratch, tree } from "./scratch.ts";

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
  expect(() => openOutput({ output: "site", cwd, inputs: [] })).toThrow(/is in the way, and is not ours to remove: it is larger than/);
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

const old = { "index.html": "old", "assets/site.css": "old", "channels/gone.html": "old" };
const fresh = { "index.html": "new", "assets/site.css": "new", "channels/a.html": "new", "guides/b/index.html": "new" };
const foreign = { CNAME: "docs.example.com", ".git/HEAD": "ref", "assets/theirs.png": "png", "guides/theirs.md": "text" };

async function build(cwd: string, texts: Record<string, string>, disk?: Disk): Promise<void> {
  const output = openOutput({ output: "site", cwd, inputs: [], ...(disk ? { disk } : {}) });
  try {
    await output.write(files(texts));
  } finally {
    output.close();
  }
}

/** A folder with the old site in it, what others added since, and nothing beside. */
async function standing(): Promise<string> {
  const cwd = scratch();
  await build(cwd, old);
  put(join(cwd, "site"), foreign);
  return cwd;
}

test("a missing folder is made, with the folders above it", async () => {
  const cwd = scratch();
  const output = openOutput({ output: "a/b/site", cwd, inputs: [] });
  expect(await output.write(files(fresh))).toBe(4);
  output.close();
  expect(tree(join(cwd, "a/b/site"))).toEqual(fresh);
  expect(readdirSync(join(cwd, "a/b"))).toEqual(["site"]);
});

test.each([0, 1, 2, 3])("a folder above that becomes a link once %s files are written leads nothing outside", async (count) => {
  const cwd = scratch();
  mkdirSync(join(cwd, "elsewhere"));
  const output = openOutput({ output: "build/site", cwd, inputs: [] });
  function* exchanging() {
    for (const [at, path] of ["index.html", "channels/a.html", "guides/b/index.html", ""].entries()) {
      if (at === count) {
        renameSync(join(cwd, "build"), join(cwd, "moved"));
        symlinkSync("elsewhere", join(cwd, "build"));
      }
      if (path !== "") yield { path, contents: "new" };
    }
  }
  await expect(output.write(exchanging())).rejects.toThrow(OutputFailure);
  output.close();
  expect(readdirSync(join(cwd, "elsewhere"))).toEqual([]);
});

test("a folder above that becomes a link before a site is written leads nothing outside", async () => {
  const cwd = scratch();
  mkdirSync(join(cwd, "elsewhere"));
  const output = openOutput({ output: "build/site", cwd, inputs: [] });
  renameSync(join(cwd, "build"), join(cwd, "moved"));
  symlinkSync("elsewhere", join(cwd, "build"));
  await expect(output.write(files(fresh))).rejects.toThrow("was exchanged for a link");
  output.close();
  expect(readdirSync(join(cwd, "elsewhere"))).toEqual([]);
});

test("an empty folder is filled", async () => {
  const cwd = scratch();
  put(cwd, { "site/x": "" });
  rmSync(join(cwd, "site/x"));
  await build(cwd, fresh);
  expect(tree(join(cwd, "site"))).toEqual(fresh);
});

test("a second build replaces the whole site and carries over what others put there", async () => {
  const cwd = await standing();
  await build(cwd, fresh);
  expect(tree(join(cwd, "site"))).toEqual({ ...fresh, ...foreign });
  expect(readdirSync(cwd)).toEqual(["site"]);
  await build(cwd, old);
  expect(tree(join(cwd, "site"))).toEqual({ ...old, ...foreign });
});

test("a file of others is not overwritten by one of ours", async () => {
  const cwd = await standing();
  await expect(build(cwd, { ...fresh, CNAME: "ours" })).rejects.toThrow(/CNAME.*not written by msgdocs/);
  expect(tree(join(cwd, "site"))).toEqual({ ...old, ...foreign });
  expect(readdirSync(cwd)).toEqual(["site"]);
});

test("a link that others put in the place of one of our files is theirs: it is carried over, and never overwritten", async () => {
  const cwd = await standing();
  put(cwd, { "theirs.html": "theirs" });
  const place = join(cwd, "site/channels/gone.html");
  rmSync(place);
  symlinkSync(join(cwd, "theirs.html"), place);
  await build(cwd, fresh);
  expect([readlinkSync(place), readFileSync(place, "utf8")]).toEqual([join(cwd, "theirs.html"), "theirs"]);
  await expect(build(cwd, old)).rejects.toThrow(/gone\.html.*not written by msgdocs/);
  expect([readFileSync(place, "utf8"), readdirSync(cwd).sort()]).toEqual(["theirs", ["site", "theirs.html"]]);
});

test("files may be made one at a time, and a failure in making them leaves the old site", async () => {
  const cwd = await standing();
  const failing = async function* () {
    yield await Promise.resolve({ path: "index.html", contents: new Uint8Array([110]) });
    throw new RangeError("a bug");
  };
  const output = openOutput({ output: "site", cwd, inputs: [] });
  await expect(output.write(failing())).rejects.toThrow(RangeError);
  output.close();
  expect(tree(join(cwd, "site"))).toEqual({ ...old, ...foreign });
  expect(readdirSync(cwd)).toEqual(["site"]);
});

test.each([["../out.html"], ["/etc/x"], ["a//b"], ["a\\..\\b"], ["C:x"], ["a/../b"]])(
  "a path that leads out, %s, is never written",
  async (path) => {
    const cwd = scratch();
    await expect(build(cwd, { [path]: "x" })).rejects.toThrow("unsafe path");
    expect(readdirSync(cwd)).toEqual([]);
  },
);

test("two files whose paths differ by case only are a bug, not a lost file", async () => {
  await expect(build(scratch(), { "a.html": "1", "A.html": "2" })).rejects.toThrow("two files");
});

test("whichever operation fails, the folder is the old site or the new one, and what others put there stays", async () => {
  const probe = countingDisk(() => false);
  await build(await standing(), fresh, probe.disk);
  const total = probe.count();
  expect(total).toBeGreaterThan(50);
  for (let k = 1; k <= total; k += 1) {
    const cwd = await standing();
    const failure: unknown = await build(cwd, fresh, countingDisk((n) => n === k).disk).catch((error: unknown) => error);
    const texts = failure === undefined ? fresh : old;
    if (failure !== undefined)
      expect(failure).toMatchObject({ kind: "environment", message: expect.stringContaining("no space") as string });
    // One failing operation may cost the tidying up, never the site.
    expect([k, tree(join(cwd, "site"))]).toEqual([k, { ...texts, ...foreign }]);
    await build(cwd, fresh);
    expect([k, tree(join(cwd, "site")), readdirSync(cwd)]).toEqual([k, { ...fresh, ...foreign }, ["site"]]);
  }
});

test("from whichever operation on the disk is dead, the next run finds old or new and nothing of others is lost", async () => {
  const probe = countingDisk(() => false);
  await build(await standing(), fresh, probe.disk);
  for (let k = 1; k <= probe.count(); k += 1) {
    const cwd = await standing();
    await build(cwd, fresh, countingDisk((n) => n >= k).disk).catch((error: unknown) => expect(error).toBeInstanceOf(OutputFailure));
    openOutput({ output: "site", cwd, inputs: [] }).close();
    const found = tree(join(cwd, "site"));
    const texts = found["index.html"] === "new" ? fresh : old;
    expect([k, found]).toEqual([k, { ...texts, ...foreign }]);
    expect([k, readdirSync(cwd)]).toEqual([k, ["site"]]);
  }
});

test("from whichever operation on the disk is dead, the next build makes the new site in one go", async () => {
  const probe = countingDisk(() => false);
  await build(await standing(), fresh, probe.disk);
  for (let k = 1; k <= probe.count(); k += 1) {
    const cwd = await standing();
    await build(cwd, fresh, countingDisk((n) => n >= k).disk).catch((error: unknown) => expect(error).toBeInstanceOf(OutputFailure));
    await build(cwd, old);
    expect([k, tree(join(cwd, "site")), readdirSync(cwd)]).toEqual([k, { ...old, ...foreign }, ["site"]]);
  }
});

test.runIf(process.platform === "linux")("a file system that takes no folders is a failure of the environment, not a loop", () => {
  expect(() => openOutput({ output: "/proc/nowhere/site", cwd: scratch(), inputs: [] })).toThrow(
    expect.objectContaining({ kind: "environment" }),
  );
});

test("closing in the middle of writing removes what is unfinished", async () => {
  const cwd = await standing();
  const output = openOutput({ output: "site", cwd, inputs: [] });
  const endless = function* () {
    for (let at = 0; at < 1e6; at += 1) yield { path: `p${at}.html`, contents: "x" };
  };
  const writing = output.write(endless());
  await new Promise((resolve) => setTimeout(resolve, 60));
  output.close();
  expect(readdirSync(cwd)).toEqual(["site"]);
  await expect(writing).rejects.toThrow();
  expect(tree(join(cwd, "site"))).toEqual({ ...old, ...foreign });
});
