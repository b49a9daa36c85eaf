import { existsSync, mkdirSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { Rebuilding } from "../../../src/app/watch/rebuilding.ts";
import { startRebuilding } from "../../../src/app/watch/rebuilding.ts";
import { folder, sleep, until } from "./folder.ts";

const open: Rebuilding[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

test("a guide that settings name by its own path is waited for, and one build follows when it comes", async () => {
  const at = folder({ "a.yaml": "0" });
  const guide = join(at, "guide.md");
  const builds: (readonly string[])[] = [];
  await sleep(50);
  open.push(
    await startRebuilding((changed) => {
      builds.push(changed);
      // Settings that name a missing guide are at fault, and nothing else is read; afterwards it is read too.
      const files = [join(at, "a.yaml"), ...(existsSync(guide) ? [guide] : [])];
      return Promise.resolve({ files, folders: [], globs: [guide] });
    }),
  );
  writeFileSync(guide, "1");
  await until(() => builds.length === 2, "a build with the guide");
  await sleep(600);
  expect(builds).toEqual([[], [guide]]);
});

test("a file that a glob names is noticed when it comes, in a folder that comes with it, and when it goes", async () => {
  const at = folder({ "a.yaml": "0", "guides/one.md": "1" });
  const builds: (readonly string[])[] = [];
  await sleep(50);
  const glob = join(at, "guides/**/*.md");
  open.push(
    await startRebuilding((changed) => {
      builds.push(changed);
      return Promise.resolve({ files: [join(at, "a.yaml"), join(at, "guides/one.md")], folders: [], globs: [glob] });
    }),
  );
  const steps = [
    () => writeFileSync(join(at, "guides/two.md"), "2"),
    () => {
      mkdirSync(join(at, "guides/deep/er"), { recursive: true });
      writeFileSync(join(at, "guides/deep/er/three.md"), "3");
    },
    () => unlinkSync(join(at, "guides/two.md")),
  ];
  for (const [done, step] of steps.entries()) {
    step();
    await until(() => builds.length === done + 2, "a build of what was added or taken away");
    expect(builds.at(-1)).toEqual([glob]);
  }
  writeFileSync(join(at, "guides/no-guide.txt"), "");
  await sleep(1200);
  expect(builds.length).toBe(4);
});
