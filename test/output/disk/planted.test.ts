import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openOutput } from "#output";
import { countingDisk, files, put, scratch, tree } from "./scratch.ts";

const site = { "index.html": "ours" };
const planted = { "index.html": "<script>planted</script>", ".msgdocs.json": '{"generator":"msgdocs","files":["index.html"]}' };

async function build(cwd: string): Promise<void> {
  const output = openOutput({ output: "site", cwd, inputs: [] });
  try {
    await output.write(files(site));
  } finally {
    output.close();
  }
}

const plants: Readonly<Record<string, (path: string) => void>> = {
  "a link to a device without end": (path) => symlinkSync("/dev/zero", path),
  "a link to a lock": (path) => {
    writeFileSync(`${path}.real`, "");
    symlinkSync(`${path}.real`, path);
  },
  "a pipe that nobody writes to": (path) => expect(spawnSync("mkfifo", [path]).status).toBe(0),
  "a folder": (path) => put(path, { "a.txt": "" }),
};

test.each(["lock", "journal"].flatMap((what) => Object.keys(plants).map((how) => [what, how] as const)))(
  "in the place of the %s, %s is neither waited for, followed nor removed: the run says what is in its way",
  (what, how) => {
    const cwd = scratch();
    const path = join(cwd, `.site.msgdocs-${what}`);
    plants[how]?.(path);
    const before = readdirSync(cwd);
    expect(() => openOutput({ output: "site", cwd, inputs: [] })).toThrow(
      expect.objectContaining({ name: "OutputFailure", message: expect.stringContaining(path) as string }),
    );
    expect(readdirSync(cwd)).toEqual(before);
  },
);

test("folders that stand beside the output are never put in its place, whatever they hold", async () => {
  const cwd = scratch();
  const names = [".site.msgdocs-old", ".site.msgdocs-new", `.site.msgdocs-old-${"0".repeat(16)}`, `.site.msgdocs-new-${"0".repeat(16)}`];
  for (const name of names) put(join(cwd, name), planted);
  openOutput({ output: "site", cwd, inputs: [] }).close();
  expect(readdirSync(cwd).sort()).toEqual([...names].sort());
  await build(cwd);
  expect(tree(join(cwd, "site"))).toEqual(site);
  for (const name of names) expect([name, tree(join(cwd, name))["index.html"]]).toEqual([name, planted["index.html"]]);
});

test("a journal as a checkout makes it, which names such a folder, is not believed", () => {
  const cwd = scratch();
  const id = "0123456789abcdef";
  put(cwd, { ".site.msgdocs-journal": id });
  put(join(cwd, `.site.msgdocs-old-${id}`), planted);
  for (const mode of [0o644, 0o755, 0o600, 0o444 | 0o200]) {
    chmodSync(join(cwd, ".site.msgdocs-journal"), mode);
    expect(() => openOutput({ output: "site", cwd, inputs: [] })).toThrow(/msgdocs-journal" is in the way, and was not written by msgdocs/);
    expect(existsSync(join(cwd, "site"))).toBe(false);
  }
});

test("what a run that was killed between its renames left is put back, and a copy of it made elsewhere is not", async () => {
  let restored = 0;
  for (let k = 1; restored === 0 && k < 100; k += 1) {
    const cwd = scratch();
    await build(cwd);
    try {
      const output = openOutput({ output: "site", cwd, inputs: [], disk: countingDisk((n) => n >= k).disk });
      await output.write(files({ "index.html": "new" })).finally(() => output.close());
    } catch (error) {
      expect(error).toMatchObject({ name: "OutputFailure" });
    }
    if (existsSync(join(cwd, "site"))) continue;
    restored += 1;
    const elsewhere = scratch();
    // What git keeps of files: not that they are read-only.
    for (const name of readdirSync(cwd)) cpSync(join(cwd, name), join(elsewhere, name), { recursive: true });
    rmSync(join(elsewhere, ".site.msgdocs-lock"), { force: true });
    chmodSync(join(elsewhere, ".site.msgdocs-journal"), 0o644);
    expect(() => openOutput({ output: "site", cwd: elsewhere, inputs: [] })).toThrow("not written by msgdocs");
    openOutput({ output: "site", cwd, inputs: [] }).close();
    expect([tree(join(cwd, "site")), readdirSync(cwd)]).toEqual([site, ["site"]]);
  }
  expect(restored).toBe(1);
});

test("a record that is a link or a pipe makes no folder ours", () => {
  const cwd = scratch();
  put(join(cwd, "site"), { "theirs.html": "theirs" });
  put(cwd, planted);
  symlinkSync(join(cwd, ".msgdocs.json"), join(cwd, "site/.msgdocs.json"));
  expect(() => openOutput({ output: "site", cwd, inputs: [] })).toThrow(/was not written by msgdocs/);
  rmSync(join(cwd, "site/.msgdocs.json"));
  expect(spawnSync("mkfifo", [join(cwd, "pipe")]).status).toBe(0);
  renameSync(join(cwd, "pipe"), join(cwd, "site/.msgdocs.json"));
  expect(() => openOutput({ output: "site", cwd, inputs: [] })).toThrow(/was not written by msgdocs/);
});
