import { expect, test } from "vitest";
import { megabytesOf } from "../../../src/documents/references/index.ts";
import type { TextFile } from "../../../src/text/json/index.ts";

const file = (length: number): TextFile => ({ id: "/a.yaml", name: "a.yaml", text: "a".repeat(length), language: "yaml" });

test("megabytes are counted over all files, as soon as one is begun; a small document has one", () => {
  expect(megabytesOf({ files: [] })).toBe(1);
  expect(megabytesOf({ files: [file(10)] })).toBe(1);
  expect(megabytesOf({ files: [file(2 ** 20)] })).toBe(1);
  expect(megabytesOf({ files: [file(2 ** 20), file(1)] })).toBe(2);
});
