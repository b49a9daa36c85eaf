import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { asOnDisk, nameFromRoot } from "../../../src/text/source/index.ts";
import { folder } from "../../app/cli/shell.ts";

const [apart, whole] = ["e\u0301", "\u00e9"] as const;

test("a name that is there in the other Unicode form is that one, on the way to it too; any other stays", () => {
  const root = folder({ [`${apart}/${whole}.png`]: "" });
  expect(asOnDisk(join(root, whole, `${apart}.png`), root)).toBe(join(root, apart, `${whole}.png`));
  expect(asOnDisk(join(root, apart, `${whole}.png`), root)).toBe(join(root, apart, `${whole}.png`));
  for (const path of [`${whole}x.png`, "a.png", "E.png"]) expect(asOnDisk(join(root, path), root)).toBe(join(root, path));
});

test("what is hidden is not listed, behind a link neither", () => {
  const root = folder({ [`.git/${apart}.png`]: "" });
  symlinkSync(".git", join(root, "link"));
  for (const path of [join(root, ".git", `${whole}.png`), join(root, "link", `${whole}.png`)]) expect(asOnDisk(path, root)).toBe(path);
});

test("what is outside is not listed, behind a link neither", () => {
  const outside = folder();
  const root = folder();
  mkdirSync(join(outside, "inner"));
  for (const place of [outside, join(outside, "inner")]) writeFileSync(join(place, `${apart}.png`), "");
  symlinkSync(join(outside, "inner"), join(root, "link"));
  for (const path of [join(root, "link", `${whole}.png`), join(outside, `${whole}.png`)]) expect(asOnDisk(path, root)).toBe(path);
});

test("a file is called the same whichever Unicode form its system gives names, unless a neighbour of the other form is there", () => {
  const alone = folder({ [`${apart}/${apart}.png`]: "" });
  expect(nameFromRoot(join(alone, apart, `${apart}.png`), alone)).toBe(`${whole}/${whole}.png`);
  const both = folder({ [`${apart}/a.png`]: "", [`${apart}/${apart}.png`]: "", [`${whole}/${whole}.png`]: "", [`x/${apart}.png`]: "" });
  const names = [`${apart}/a.png`, `${apart}/${apart}.png`, `${whole}/${whole}.png`, `x/${apart}.png`];
  expect(names.map((name) => nameFromRoot(join(both, name), both))).toEqual([
    `${apart}/a.png`,
    `${apart}/${whole}.png`,
    `${whole}/${whole}.png`,
    `x/${whole}.png`,
  ]);
});
