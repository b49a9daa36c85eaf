import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { Rebuilding } from "../../../src/app/watch/rebuilding.ts";
import { Inputs, startRebuilding } from "../../../src/app/watch/rebuilding.ts";
import { folder, sleep, until } from "./folder.ts";

const open: Rebuilding[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

test("a save between following a file and looking at it is no build's yet", async () => {
  const at = folder();
  await sleep(50);
  const inputs = new Inputs();
  const [path, before, began] = [join(at, "a.yaml"), inputs.snapshot(), Date.now()];
  inputs.follow({ files: [path], folders: [] });
  expect(inputs.uncertain(inputs.snapshot(), before, began)).toEqual([]);
  writeFileSync(path, "saved");
  expect(inputs.uncertain(inputs.snapshot(), before, began)).toEqual([path]);
});

test.each(["a.yaml", "theme/css/b.css", "guides/b.md"])(
  "%s, made while the first build runs and not read by it, is the next build",
  async (name) => {
    const at = folder({ "theme/css/a.css": "a", "guides/a.md": "a" });
    const built: string[] = [];
    await sleep(50);
    const rebuilding = await startRebuilding(async () => {
      const path = join(at, name);
      built.push(existsSync(path) ? readFileSync(path, "utf8") : "(absent)");
      if (built.length === 1) writeFileSync(path, "made");
      await sleep(30);
      return { files: [join(at, "a.yaml")], folders: [join(at, "theme")], globs: [join(at, "guides/*.md")] };
    });
    open.push(rebuilding);
    await until(() => built.length > 1, "a build with the new file");
    await sleep(300);
    expect(built).toEqual(["(absent)", "made"]);
  },
);
