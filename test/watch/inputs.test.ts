import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Inputs } from "../../src/watch/inputs.ts";
import { folder, sleep } from "./folder.ts";

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
