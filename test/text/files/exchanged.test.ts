import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { listFolder, readFile } from "#text";

/** What happens between the look and the open, and whether the system says where an open file is. */
const between = vi.hoisted(() => ({ exchange: (): unknown => undefined, hasProc: true }));

vi.mock("node:fs", async (original) => {
  const real = await original<typeof import("node:fs")>();
  const openSync: typeof real.openSync = (...given) => {
    between.exchange();
    const [path, flags] = given;
    // Such an open would hold this test for ever, too.
    if (real.lstatSync(path).isFIFO() && (Number(flags) & real.constants.O_NONBLOCK) === 0) throw new Error("it waits for a writer");
    return real.openSync(...given);
  };
  const readlinkSync = ((path: string) => {
    if (!between.hasProc && path.startsWith("/proc/")) throw new Error("no such folder");
    return real.readlinkSync(path);
  }) as typeof real.readlinkSync;
  return { ...real, openSync, readlinkSync };
});

const base = realpathSync(mkdtempSync(join(tmpdir(), "msgdocs-")));
const root = join(base, "root");
afterAll(() => rmSync(base, { recursive: true }));
beforeEach(() => {
  rmSync(base, { recursive: true });
  for (const name of ["root/a", "elsewhere"]) mkdirSync(join(base, name), { recursive: true });
  writeFileSync(join(root, "a", "x.yaml"), "inside");
  writeFileSync(join(base, "elsewhere", "x.yaml"), "outside");
  between.exchange = () => undefined;
  between.hasProc = true;
});

const path = join(root, "a", "x.yaml");

test.each([true, false])("a folder that becomes a link before the file is opened leads to nothing outside (/proc: %s)", (hasProc) => {
  between.hasProc = hasProc;
  expect(readFile(path, { root })).toEqual(Buffer.from("inside"));
  between.exchange = () => {
    renameSync(join(root, "a"), join(root, "b"));
    symlinkSync(join(base, "elsewhere"), join(root, "a"));
  };
  expect(readFile(path, { root })).toMatchObject({ problem: hasProc ? "outside-root" : "refused" });
});

test.each([true, false])("nor is a folder listed that a folder became a link to before it was opened (/proc: %s)", (hasProc) => {
  between.hasProc = hasProc;
  mkdirSync(join(root, "a", "b"));
  mkdirSync(join(base, "elsewhere", "b"));
  writeFileSync(join(base, "elsewhere", "b", "secret.md"), "");
  const listed = (): unknown => {
    const found = listFolder(join(root, "a", "b"), { root });
    return "problem" in found ? found : found.map(({ name }) => name);
  };
  expect(listed()).toEqual([]);
  between.exchange = () => {
    renameSync(join(root, "a"), join(root, "c"));
    symlinkSync(join(base, "elsewhere"), join(root, "a"));
  };
  expect(listed()).toMatchObject({ problem: hasProc ? "outside-root" : "refused" });
});

test("a file that becomes a link before it is opened is not followed, be it into the root", () => {
  writeFileSync(join(root, "y.yaml"), "another");
  between.exchange = () => {
    rmSync(path);
    symlinkSync(join(root, "y.yaml"), path);
  };
  expect(readFile(path, { root })).toMatchObject({ problem: "refused" });
});

test.runIf(process.platform !== "win32")("a file that becomes a pipe before it is opened is not waited for", () => {
  between.exchange = () => {
    rmSync(path);
    execFileSync("mkfifo", [path]);
  };
  expect(readFile(path, { root })).toMatchObject({ problem: "not-a-file" });
});
