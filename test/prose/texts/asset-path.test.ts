import { describe, expect, it } from "vitest";
import { assetPath } from "../../../src/prose/texts/prose.ts";

describe("files of an author's", () => {
  it.each(["a.csv", "data/a.csv", "../a.csv", "../../x/./a.csv", "a..b/c.csv", "v1.2/a.b.csv"])("%s is published", (name) => {
    expect(assetPath(name, false)).toMatch(/^files\/[a-z0-9-]+\.csv$/);
  });

  it.each([".env.json", "x/.env.yaml", ".git/config.txt", "../.aws/keys.csv", "a/.../b.csv", "..git/b.csv"])(
    "%s is hidden by the system, and is not published",
    (name) => {
      expect(assetPath(name, false)).toBeUndefined();
    },
  );

  it("hidden pictures are not published either", () => {
    expect([assetPath("a.png", true), assetPath(".a.png", true)]).toEqual([expect.stringContaining("files/a-"), undefined]);
  });
});
