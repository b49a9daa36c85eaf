import { describe, expect, it } from "vitest";
import { relativeUrl } from "#model";
import fc from "../../support/fast-check.ts";

describe("relativeUrl", () => {
  it.each([
    ["index.html", "channels/a.html", undefined, "channels/a.html"],
    ["channels/a.html", "index.html", undefined, "../index.html"],
    ["channels/a.html", "channels/b.html", "x", "b.html#x"],
    ["channels/a.html", "channels/a.html", "x", "#x"],
    ["channels/a.html", "channels/a.html", undefined, "a.html"],
    ["a/b/c.html", "a/d/e.html", undefined, "../d/e.html"],
    ["index.html", "files/a?b#c:é.png", "é \ud800", "files/a%3Fb%23c%3A%C3%A9.png#%C3%A9%20%EF%BF%BD"],
  ])("from %s to %s", (...[from, to, anchor, expected]) => {
    expect(relativeUrl(from, to, anchor)).toBe(expected);
  });

  it("leads back to where it says, for any path", () => {
    const segment = fc
      .string({ unit: "binary", minLength: 1, maxLength: 4 })
      .filter((text) => !text.includes("/") && text !== "." && text !== "..");
    const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join("/"));
    fc.assert(
      fc.property(path, path, (from, to) => {
        const base = `https://site.test/base/${from.split("/").map(encodeURIComponent).join("/")}`;
        const url = new URL(relativeUrl(from, to), base);
        expect(url.pathname.split("/").slice(2).map(decodeURIComponent).join("/")).toBe(to);
        expect(url.host).toBe("site.test");
      }),
    );
  });
});
