import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";
import { PageParts, PartLinks } from "../../../src/render/links/part-links.ts";

const MEGABYTE = 2 ** 20;

test.each([
  ["one id", '<p id="\u0001one-id-that-is-a-slice">'],
  ["one link to another page", '<p id="\u0001a"><a href="../another-page-of-the-site.html">'],
  ["one link within", '<a href="#\u0001an-anchor-elsewhere-on-the-page">'],
])("a part with %s keeps nothing of its text, which may be a page's", (_, html) => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const used = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = used();
  // Cut as pages are that share a part: its mark stands between the pieces.
  const parts = Array.from({ length: 40 }, (_each, at) => new PartLinks(`${html}${`${at} `.repeat(MEGABYTE / 4)}`.split("\u0001")));
  expect((used() - before) / MEGABYTE).toBeLessThan(10);
  expect(parts).toHaveLength(40);
});

test("an id of a part is found on its page, and one that two parts both have is told", () => {
  const links = new PartLinks(['<p id="', 'a.b"><p id="', 'c"><a href="#', 'gone">']);
  expect([links.size, links.ids(), links.beside]).toEqual([2, ["a.b", "c"], ["gone"]]);
  expect(links.has("x.a.b", "x.")).toBe(true);
  expect(links.has("x.a", "x.")).toBe(false);
  expect(links.has("a.b", "x.")).toBe(false);
  const other = new PartLinks(['<p id="', 'b">']);
  const twice = (as: string): string[] =>
    new PageParts([
      { links, as: "x." },
      { links: other, as },
    ]).doubled();
  expect([twice("x.a."), twice("y.")]).toEqual([["x.a.b"], []]);
});

test("a page of thousands of parts does not look through all of them for each id", () => {
  const links = new PartLinks(['<p id="', '">']);
  const large = new PartLinks(Array.from({ length: 2_000 }, (_each, at) => `large${at}"><p id="`));
  const placed = Array.from({ length: 2_000 }, (_each, at) => ({ links, as: `part${at}.` }));
  const looked = vi.spyOn(PartLinks.prototype, "has");
  const parts = new PageParts([...placed, { links: large, as: "" }]);
  expect(parts.doubled()).toEqual([]);
  for (const { as } of placed) expect([parts.has(as), parts.has(`${as}no`)]).toEqual([true, false]);
  expect(looked.mock.calls.length).toBeLessThan(15_000);
});
