import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findFile, isInside, readBytes } from "#source";

let folder = "";

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "msgdocs-")));
  await mkdir(join(folder, "in"));
  await writeFile(join(folder, "in", "a.yaml"), "a: 1");
  await writeFile(join(folder, "out.yaml"), "secret");
  await symlink(join(folder, "out.yaml"), join(folder, "in", "link.yaml"));
  await symlink("loop", join(folder, "in", "loop"));
});
afterAll(() => rm(folder, { recursive: true }));

const find = (name: string): ReturnType<typeof findFile> => findFile(join(folder, "in", name), join(folder, "in"));

describe("findFile and readBytes", () => {
  it("finds and reads a regular file", async () => {
    const found = await find("a.yaml");
    expect(found).toEqual({ path: join(folder, "in", "a.yaml"), size: 4 });
    expect("path" in found && Buffer.from((await readBytes(found)) as Uint8Array).toString()).toBe("a: 1");
  });

  it.each([
    ["missing.yaml", "missing", "there is no such file"],
    ["a.yaml/x", "missing", "a part of its path is a file"],
    [".", "not-a-file", "it is a folder"],
    ["loop", "refused", "ELOOP"],
    ["x".repeat(300), "missing", "ENAMETOOLONG"],
  ])("says what is wrong with %s", async (name, problem, reason) => {
    const found = await find(name);
    expect(found).toMatchObject({ problem });
    expect("reason" in found && found.reason).toContain(reason);
  });

  it("names where a link outside of the root leads", async () => {
    expect(await find("link.yaml")).toMatchObject({ problem: "outside-root", real: join(folder, "out.yaml") });
  });

  it.runIf(process.platform !== "win32")("does not open pipes and devices", async () => {
    execFileSync("mkfifo", [join(folder, "in", "pipe")]);
    expect(await find("pipe")).toMatchObject({ problem: "not-a-file", reason: "it is a named pipe, not a regular file" });
    expect(await findFile("/dev/zero")).toMatchObject({ problem: "not-a-file", reason: "it is a device, not a regular file" });
  });

  it("says when a file is gone before it is read", async () => {
    expect(await readBytes({ path: join(folder, "gone"), size: 1 })).toMatchObject({ problem: "missing" });
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
