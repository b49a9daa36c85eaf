import { expect, test } from "vitest";
import { pointerInto, rewriteReference } from "../../../src/documents/references/index.ts";

const file = (id: string): Parameters<typeof rewriteReference>[0] => ({ id, name: id, text: "", language: "yaml" });
const main = file("/docs/api.yaml");
const part = file("/docs/parts/a b.yaml");
const remote = file("https://lamps.example/v1/api.yaml");

test.each([
  ["#/a", main, "#/a"],
  ["#/a", part, "parts/a%20b.yaml#/a"],
  ["", part, "parts/a%20b.yaml"],
  ["c.yaml", part, "parts/c.yaml"],
  ["../c%23.yaml#/x~1y", part, "c%23.yaml#/x~1y"],
  ["../../c.yaml", part, "../c.yaml"],
  ["#/a", remote, "https://lamps.example/v1/api.yaml#/a"],
  ["../b.yaml#/x", remote, "https://lamps.example/b.yaml#/x"],
  ["https://other.example/b.yaml", part, "https://other.example/b.yaml"],
  // What is no reference anywhere.
  ["/etc/passwd", part, "/etc/passwd"],
  ["c.yaml#x", part, "c.yaml#x"],
  ["ftp://lamps.example/x", part, "ftp://lamps.example/x"],
])("%j names the same from elsewhere", (ref, from, written) => {
  expect(rewriteReference(main, ref, from)).toBe(written);
});

test("tokens are of references into a file, however they are written", () => {
  expect(pointerInto(main, "#/a/b~1c", main)).toEqual(["a", "b/c"]);
  expect(pointerInto(main, "../api.yaml#/a", part)).toEqual(["a"]);
  expect([pointerInto(main, "#/a", part), pointerInto(main, "#a", main), pointerInto(main, "https://x.example/#/a", main)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
