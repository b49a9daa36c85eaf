import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findFile, isInside, readFile, withFile } from "#text";

let folder = "";

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "msgdocs-")));
  await mkdir(join(folder, "in"));
  await writeFile(join(folder, "in", "a.yaml"), "a: 1");
  await writeFile(join(folder, "out.yaml"), "secret");
  await symlink(join(folder, "out.yaml"), join(folder, "in", "link.yaml"));
  await mkdir(join(folder, "in", ".git"));
  await writeFile(join(folder, "in", ".git", "config"), "secret");
  await writeFile(join(folder, "in", ".env"), "secret");
  await symlink(".git/config", join(folder, "in", "plain.yaml"));
  await symlink("loop", join(folder, "in", "loop"));
});
afterAll(() => rm(folder, { recursive: true }));

const find = (name: string): ReturnType<typeof findFile> => findFile(join(folder, "in", name), { root: join(folder, "in") });

describe("findFile and readFile", () => {
  it("finds and reads a regular file", () => {
    expect(find("a.yaml")).toEqual({ path: join(folder, "in", "a.yaml"), size: 4 });
    expect(readFile(join(folder, "in", "a.yaml"))).toEqual(Buffer.from("a: 1"));
  });

  it.each([
    ["missing.yaml", "missing", "there is no such file"],
    ["a.yaml/x", "missing", "a part of its path is a file"],
    [".", "not-a-file", "it is a folder"],
    ["loop", "refused", "ELOOP"],
    ["x".repeat(300), "missing", "ENAMETOOLONG"],
  ])("says what is wrong with %s", (name, problem, reason) => {
    const found = find(name);
    expect(found).toMatchObject({ problem });
    expect("reason" in found && found.reason).toContain(reason);
  });

  it("names where a link outside of the root leads", () => {
    expect(find("link.yaml")).toMatchObject({ problem: "outside-root", real: join(folder, "out.yaml") });
  });

  it.runIf(process.platform !== "win32")("waits for no pipe, and reads no device", () => {
    execFileSync("mkfifo", [join(folder, "in", "pipe")]);
    expect(find("pipe")).toMatchObject({ problem: "not-a-file", reason: "it is a named pipe, not a regular file" });
    expect(findFile("/dev/zero")).toMatchObject({ problem: "not-a-file", reason: "it is a device, not a regular file" });
  });

  it("refuses what is hidden, by its name or by where a link leads, but not what is named", () => {
    const root = join(folder, "in");
    for (const name of [".env", ".git/config", "plain.yaml"]) expect(find(name)).toMatchObject({ problem: "hidden" });
    expect(find(".git/config")).toMatchObject({ reason: '".git" is hidden' });
    expect(findFile(join(root, ".git/config"), { root, named: [join(root, ".git")] })).toMatchObject({ size: 6 });
    expect(findFile(join(root, ".env"), { root, named: [join(root, ".git")] })).toMatchObject({ problem: "hidden" });
    expect(findFile(join(root, ".git/config"), { root: join(root, ".git") })).toMatchObject({ size: 6 });
  });

  it("follows no link where none may stand", () => {
    const options = { links: "refuse" } as const;
    expect(findFile(join(folder, "in", "link.yaml"), options)).toMatchObject({ problem: "refused" });
    expect(findFile(join(folder, "in", "a.yaml"), options)).toMatchObject({ size: 4 });
  });

  it("judges the size of what is open, and reads no more than there was then", () => {
    const path = join(folder, "in", "grows.yaml");
    writeFileSync(path, "12345");
    expect(readFile(path, { largest: 4 })).toMatchObject({ problem: "too-large", reason: "it is larger than 4 B" });
    const read = withFile(path, {}, (file) => {
      appendFileSync(path, "6789");
      return [file.read(), file.read(2)].map(String);
    });
    expect(read).toEqual(["12345", "12"]);
  });

  it("leaves no file open, whatever it answers", () => {
    const open = (): number => readdirSync("/dev/fd").length;
    const before = open();
    for (const name of ["a.yaml", ".", "pipe", "link.yaml", ".env", "missing"]) find(name);
    expect(() =>
      withFile(join(folder, "in", "a.yaml"), {}, () => {
        throw new Error("no");
      }),
    ).toThrow("no");
    expect(open()).toBe(before);
  });
});

/** A thread that exchanges a path with another, again and again, until it is told to stop. */
function exchanging(path: string, other: string): { stop: () => Promise<unknown> } {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const code = `
    const { renameSync } = require("node:fs");
    const { path, other, flag } = require("node:worker_threads").workerData;
    const aside = path + ".aside";
    const exchange = () => { renameSync(path, aside); renameSync(other, path); renameSync(aside, other); };
    while (Atomics.load(flag, 0) === 0) { exchange(); exchange(); }
  `;
  const worker = new Worker(code, { eval: true, workerData: { path, other, flag } });
  const ended = new Promise((resolve) => worker.once("exit", resolve));
  return {
    stop: () => {
      Atomics.store(flag, 0, 1);
      return ended;
    },
  };
}

/** What reads of a path give while it is exchanged: at least 3,000, and more until some of the answers was met. */
function answers(path: string, root: string, met: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (let reads = 0; reads < 3000 || (counts[met] === undefined && reads < 1_000_000); reads += 1) {
    const read = readFile(path, { root });
    const what = "problem" in read ? read.problem : read.toString();
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
}

describe.runIf(process.platform !== "win32")("what is exchanged while it is read", () => {
  it("leads to nothing outside, be it a folder that becomes a link", async () => {
    const root = join(folder, "race");
    for (const name of ["race/a", "elsewhere"]) mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(root, "a", "x.yaml"), "inside");
    writeFileSync(join(folder, "elsewhere", "x.yaml"), "outside");
    symlinkSync(join(folder, "elsewhere"), join(root, "link"));
    const { stop } = exchanging(join(root, "a"), join(root, "link"));
    const counts = answers(join(root, "a", "x.yaml"), root, "outside-root");
    await stop();
    expect(counts).not.toHaveProperty("outside");
    expect(counts).toHaveProperty("inside");
    expect(counts).toHaveProperty("outside-root");
  });

  it("is never waited for, be it a file that becomes a pipe", async () => {
    const root = join(folder, "pipes");
    mkdirSync(root);
    writeFileSync(join(root, "x.yaml"), "inside");
    execFileSync("mkfifo", [join(root, "other")]);
    const { stop } = exchanging(join(root, "x.yaml"), join(root, "other"));
    const counts = answers(join(root, "x.yaml"), root, "not-a-file");
    await stop();
    expect(counts).toHaveProperty("inside");
    expect(counts).toHaveProperty("not-a-file");
  });
});

describe("isInside", () => {
  it.each([
    ["/a", "/a", true],
    ["/a", "/a/b/c", true],
    ["/a", "/ab", false],
    ["/a/b", "/a", false],
    ["/a", "/a/..b", true],
    ["/", "/x", true],
  ])("%s holds %s: %s", (outer, inner, expected) => {
    expect(isInside(outer, inner)).toBe(expected);
  });
});
