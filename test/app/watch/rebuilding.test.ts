import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { Rebuilding } from "../../../src/app/watch/rebuilding.ts";
import { startRebuilding } from "../../../src/app/watch/rebuilding.ts";
import { folder, sleep, until } from "./folder.ts";

const open: Rebuilding[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "(absent)";
  }
}

interface Watched {
  readonly rebuilding: Rebuilding;
  /** What each build read. */
  readonly built: string[];
  readonly most: () => number;
  /** Whether the last build read what is there now. */
  readonly isCurrent: () => boolean;
}

/** Builds that read some files as slowly as a site is made. */
async function watched(files: readonly string[], folders: readonly string[] = []): Promise<Watched> {
  const built: string[] = [];
  let [running, most] = [0, 0];
  // A file that was touched just before the first build is built again, since nobody knows when it was read.
  await sleep(50);
  const state = (): string => files.map(read).join("|");
  const rebuilding = await startRebuilding(async () => {
    running += 1;
    most = Math.max(most, running);
    built.push(state());
    await sleep(20);
    running -= 1;
    return { files, folders };
  });
  open.push(rebuilding);
  return { rebuilding, built, most: () => most, isCurrent: () => built.at(-1) === state() };
}

/** The rebuild that a save causes is there soon, is the only one, and nothing follows. */
async function oneRebuild({ built, isCurrent, most }: Watched, save: () => void | Promise<void>): Promise<void> {
  const before = built.length;
  await save();
  await until(() => built.length > before && isCurrent(), "a build of what was saved");
  await sleep(150);
  expect([built.length - before, most()]).toEqual([1, 1]);
}

test("a plain write is one build, and nothing is built without a save", async () => {
  const at = folder({ "a.yaml": "1" });
  const all = await watched([join(at, "a.yaml")]);
  await sleep(1300);
  expect(all.built).toEqual(["1"]);
  await oneRebuild(all, () => writeFileSync(join(at, "a.yaml"), "2"));
  await oneRebuild(all, () => writeFileSync(join(at, "a.yaml"), "3"));
});

test("row 78: write and rename, again and again: each a new file under the old name", async () => {
  const at = folder({ "a.yaml": "0" });
  const all = await watched([join(at, "a.yaml")]);
  for (let save = 1; save <= 5; save += 1) {
    await oneRebuild(all, () => {
      writeFileSync(join(at, ".a.yaml.tmp"), `${save}`);
      renameSync(join(at, ".a.yaml.tmp"), join(at, "a.yaml"));
    });
  }
});

test("row 78: vim's way: the old file becomes a backup, a new one is written, the backup goes", async () => {
  const at = folder({ "a.yaml": "0" });
  const all = await watched([join(at, "a.yaml")]);
  for (let save = 1; save <= 5; save += 1) {
    await oneRebuild(all, async () => {
      writeFileSync(join(at, "4913"), "");
      unlinkSync(join(at, "4913"));
      renameSync(join(at, "a.yaml"), join(at, "a.yaml~"));
      await sleep(5);
      writeFileSync(join(at, "a.yaml"), `${save}`);
      unlinkSync(join(at, "a.yaml~"));
    });
  }
});

test("row 78: emptied, and filled a moment later: the empty file is never built", async () => {
  const at = folder({ "a.yaml": "0" });
  const all = await watched([join(at, "a.yaml")]);
  await oneRebuild(all, async () => {
    truncateSync(join(at, "a.yaml"), 0);
    await sleep(100);
    appendFileSync(join(at, "a.yaml"), "filled");
  });
  expect(all.built).not.toContain("");
});

test("a file that stays empty, or stays away, is built as that", async () => {
  const at = folder({ "a.yaml": "0" });
  const all = await watched([join(at, "a.yaml")]);
  await oneRebuild(all, () => truncateSync(join(at, "a.yaml"), 0));
  await oneRebuild(all, () => writeFileSync(join(at, "a.yaml"), "1"));
  await oneRebuild(all, () => unlinkSync(join(at, "a.yaml")));
  expect(all.built.at(-1)).toBe("(absent)");
});

test("row 78: a folder deleted and made again, twice", async () => {
  const at = folder({ "main.yaml": "m", "parts/deep/b.yaml": "0" });
  const all = await watched([join(at, "main.yaml"), join(at, "parts/deep/b.yaml")]);
  for (const text of ["1", "2"]) {
    await oneRebuild(all, () => rmSync(join(at, "parts"), { recursive: true }));
    await oneRebuild(all, () => {
      mkdirSync(join(at, "parts/deep"), { recursive: true });
      writeFileSync(join(at, "parts/deep/b.yaml"), text);
    });
  }
  await oneRebuild(all, () => writeFileSync(join(at, "parts/deep/b.yaml"), "after that, a plain write"));
});

test("row 78: the target of a reference that is missing is waited for, taken away again and brought back", async () => {
  const at = folder({ "main.yaml": "m" });
  const all = await watched([join(at, "main.yaml"), join(at, "later/target.yaml")]);
  await oneRebuild(all, () => {
    mkdirSync(join(at, "later"));
    writeFileSync(join(at, "later/target.yaml"), "there");
  });
  await oneRebuild(all, () => renameSync(join(at, "later/target.yaml"), join(at, "later/elsewhere.yaml")));
  await oneRebuild(all, () => renameSync(join(at, "later/elsewhere.yaml"), join(at, "later/target.yaml")));
});

// 25,000 files are made and taken away, which a busy disk takes its time for: the limits are only there to end a test that hangs.
test("row 78: a switch of branches touches 5,000 files, of which two matter: the end is what is there", { timeout: 300_000 }, async () => {
  const names = Array.from({ length: 5000 }, (_, at) => `f${at}.yaml`);
  const at = folder(Object.fromEntries(names.map((name) => [name, "main"])));
  const all = await watched([join(at, "f7.yaml"), join(at, "f4990.yaml")]);
  for (const branch of ["other", "main"]) {
    for (const name of names) {
      unlinkSync(join(at, name));
      writeFileSync(join(at, name), branch);
    }
    await until(() => all.built.at(-1) === `${branch}|${branch}`, branch, 60_000);
  }
  expect(all.most()).toBe(1);
  expect(all.built.length).toBeLessThan(20);
});

test("row 78: 10,000 saves in five seconds are few builds, and the last is of the last save", async () => {
  const at = folder({ "a.yaml": "0" });
  const all = await watched([join(at, "a.yaml")]);
  const began = performance.now();
  for (let save = 1; save <= 10_000; save += 1) {
    writeFileSync(join(at, "a.yaml"), `${save}`);
    if (save % 100 === 0) await sleep(Math.max(0, began + save / 2 - performance.now()));
  }
  await until(() => all.built.at(-1) === "10000", "the last save");
  await sleep(200);
  expect(all.built.at(-1)).toBe("10000");
  expect(all.most()).toBe(1);
  expect(all.built.length).toBeLessThan(200);
});

test("folders count with all that is in them: files added, changed and deleted, whatever loops their links make", async () => {
  const at = folder({ "a.yaml": "0", "theme/css/a.css": "a" });
  symlinkSync(at, join(at, "theme/loop"));
  symlinkSync("self.yaml", join(at, "self.yaml"));
  const all = await watched([join(at, "a.yaml"), join(at, "self.yaml")], [join(at, "theme")]);
  const rebuilt = async (save: () => void): Promise<void> => {
    const before = all.built.length;
    save();
    await until(() => all.built.length > before, "a build");
    await sleep(150);
    expect(all.built.length - before).toBe(1);
  };
  await rebuilt(() => writeFileSync(join(at, "theme/css/b.css"), "b"));
  await rebuilt(() => writeFileSync(join(at, "theme/css/b.css"), "c"));
  await rebuilt(() => rmSync(join(at, "theme/css/b.css")));
});

test("a save under a link is seen at the file that it leads to", async () => {
  const at = folder({ "real/a.yaml": "0" });
  symlinkSync(join(at, "real/a.yaml"), join(at, "a.yaml"));
  const all = await watched([join(at, "a.yaml")]);
  await oneRebuild(all, () => writeFileSync(join(at, "real/a.yaml"), "1"));
});

test("saves of the same size at the same date are seen", async () => {
  const at = folder({ "a.yaml": "0" });
  const date = new Date("2020-01-01");
  utimesSync(join(at, "a.yaml"), date, date);
  const all = await watched([join(at, "a.yaml")]);
  await oneRebuild(all, () => {
    writeFileSync(join(at, "a.yaml"), "1");
    utimesSync(join(at, "a.yaml"), date, date);
  });
});

test("a save while a build is running is the next build", async () => {
  const at = folder({ "a.yaml": "0" });
  const path = join(at, "a.yaml");
  const built: string[] = [];
  const rebuilding = await startRebuilding(async () => {
    built.push(read(path));
    if (built.length <= 5) writeFileSync(path, `${built.length}`);
    await sleep(5);
    return { files: [path], folders: [] };
  });
  open.push(rebuilding);
  await until(() => built.at(-1) === "5", "the last save");
  expect(built).toEqual(["0", "1", "2", "3", "4", "5"]);
});

test("a build can be forced, and after closing nothing is built", async () => {
  const at = folder({ "a.yaml": "0" });
  const { rebuilding, built } = await watched([join(at, "a.yaml")]);
  rebuilding.force();
  await rebuilding.idle();
  expect(built).toEqual(["0", "0"]);
  await rebuilding.close();
  writeFileSync(join(at, "a.yaml"), "1");
  rebuilding.force();
  await sleep(100);
  expect(built).toEqual(["0", "0"]);
});
