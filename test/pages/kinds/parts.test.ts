import { describe, expect, test } from "vitest";
import type { Entity, Tag } from "../../../src/model/api/index.ts";
import { csp } from "../../../src/pages/frame/frame.ts";
import { fileLabel } from "../../../src/pages/frame/sources.ts";
import { groupEntities } from "../../../src/pages/frame/navigation.ts";
import { commonPrefixLength, shorten } from "../../../src/pages/frame/names.ts";
import { safeUrl } from "../../../src/pages/frame/singletons.ts";
import { breakableHtml, escapeCode, lineHtml } from "../../../src/pages/blocks/index.ts";
import { highlightLine } from "../../../src/pages/frame/value-code.ts";
import { addressParts } from "../../../src/pages/kinds/server-view.ts";

const file = (id: string) => ({ id, name: id, text: "", language: "yaml" as const });

describe("names", () => {
  test("are cut only where they are very long, and keep both ends", () => {
    expect(shorten("x".repeat(120))).toBe("x".repeat(120));
    const long = shorten(`start${"x".repeat(400)}end`);
    expect(long.length).toBeLessThan(120);
    expect(long).toMatch(/^startx+…x+end$/);
  });

  test("may break after separators", () => {
    expect(breakableHtml("a.b/{c}/d<e")).toBe("a.<wbr>b/<wbr>{c}/<wbr>d&lt;e");
  });

  test("break between the parameters of an address", () => {
    const html = addressParts("data/{a}/{b}.{c}x").map(({ label }) => lineHtml(label));
    expect(html.join("")).toBe("data/<wbr>{a}/<wbr>{b}.<wbr>{c}x");
  });

  test("may break before a hump where a word is longer than its room, nowhere else inside of a word", () => {
    expect(breakableHtml("orderCreated")).toBe("orderCreated");
    expect(breakableHtml("dispatchNotificationIdentifier")).toBe("dispatch<wbr>Notification<wbr>Identifier");
    expect(breakableHtml("remainingWattHour")).toBe("remaining<wbr>Watt<wbr>Hour");
    expect(breakableHtml("remainingWattMin")).toBe("remainingWattMin");
    expect(breakableHtml("remainingWattHours")).toBe("remaining<wbr>Watt<wbr>Hours");
    expect(breakableHtml("parseHTTPHeaderOfTheRequestV12Again")).toBe(
      "parse<wbr>HTTP<wbr>Header<wbr>Of<wbr>The<wbr>Request<wbr>V12<wbr>Again",
    );
    expect(breakableHtml("x".repeat(200))).toBe("x".repeat(200));
    expect(breakableHtml(`${"a".repeat(30)}&amp;B`)).toBe(`${"a".repeat(30)}&amp;amp;B`);
  });

  test("that begin alike lose what they share, up to a separator", () => {
    expect(commonPrefixLength(["city.lamps.on", "city.lamps.off", "city.lamps.dim"])).toBe("city.lamps.".length);
    expect(commonPrefixLength(["a/on", "a/off"])).toBe(0);
    expect(commonPrefixLength(["city.lamps.on"])).toBe(0);
    expect(commonPrefixLength([])).toBe(0);
  });
});

test("an address is split at its expressions, and unbalanced braces stay text", () => {
  const parts = (address: string) => addressParts(address).map(({ text, label, variable }) => [text, lineHtml(label), variable]);
  expect(parts("a/{b}/c{d}")).toEqual([
    ["a/", "a/", false],
    ["{b}", "<wbr>{b}", true],
    ["/c", "/<wbr>c", false],
    ["{d}", "{d}", true],
  ]);
  expect(parts("/a/{b")).toEqual([["/a/{b", "/a/<wbr>{b", false]]);
});

test.each([
  ["https://example.org/a b", "https://example.org/a%20b"],
  ["mailto:a@b.org", "mailto:a@b.org"],
  ["javascript:alert(1)", undefined],
  ["java\nscript:alert(1)", undefined],
  ["data:text/html,x", undefined],
  ["//evil.org", undefined],
  ["relative/path", undefined],
  ["file:///etc/passwd", undefined],
])("%j as a link is %j", (url, href) => expect(safeUrl(url)).toBe(href));

describe("the policy of a page", () => {
  test("allows our own files and nothing else", () => {
    expect(csp({})).toContain("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'");
    expect(csp({})).toContain("require-trusted-types-for 'script'");
    expect(csp({})).not.toContain("unsafe");
  });

  test("takes further sources of settings, and none that would end a directive", () => {
    expect(csp({ "script-src": ["https://a.org", "x; default-src *"] })).toContain("script-src 'self' https://a.org;");
    expect(csp({ "font-src": ["'self'"] })).toMatch(/font-src 'self'$/);
  });
});

test("a file is named as seen from the main document, wherever both lie", () => {
  expect(fileLabel(file("/x/doc/main.yaml"), file("/x/doc/main.yaml"))).toBe("main.yaml");
  expect(fileLabel(file("/x/doc/main.yaml"), file("/x/doc/parts/a.yaml"))).toBe("parts/a.yaml");
  expect(fileLabel(file("/x/doc/main.yaml"), file("/x/b.yaml"))).toBe("../b.yaml");
  expect(fileLabel(file("C:\\x\\main.yaml"), file("C:\\x\\p\\a.yaml"))).toBe("p/a.yaml");
  expect(fileLabel(file("/x/main.yaml"), file("https://a.org/b.yaml"))).toBe("https://a.org/b.yaml");
});

describe("groups", () => {
  const tags = new Map<string, Tag>();
  const tagOf = (name: string): Tag => {
    const tag = tags.get(name) ?? ({ id: name, title: name } as Tag);
    tags.set(name, tag);
    return tag;
  };
  const entity = (title: string, tag?: string) =>
    ({ title, tags: tag === undefined ? [] : [{ name: tag, tag: tagOf(tag) }] }) as unknown as Entity;
  const addressOf = ({ title }: Entity) => title;
  const tagsOf = (of: Entity) => of.tags;
  const names = (entities: Entity[], by: "auto" | "tag" | "address" | "none" = "auto") =>
    groupEntities(entities, { by, addressOf, tagsOf }).map(({ name, items }) => `${name}:${items.length}`);

  test("are not made of a few", () => expect(names([entity("a/b"), entity("c/d")])).toEqual([":2"]));

  test("are tags where most have one, the others last", () => {
    const many = Array.from({ length: 20 }, (_, index) => entity(`x${index}`, index === 0 ? undefined : index % 2 === 0 ? "even" : "odd"));
    expect(names(many)).toEqual(["odd:10", "even:9", ":1"]);
  });

  test("are the beginnings of addresses where those tell them apart", () => {
    const many = Array.from({ length: 20 }, (_, index) => entity(`city.${index % 2 === 0 ? "lamps" : "bins"}.thing.${index}`));
    expect(names(many)).toEqual(["city.lamps:10", "city.bins:10"]);
  });

  test("are the beginnings of addresses as far as a name may be long: what differs after thousands of characters is not looked for", () => {
    const many = Array.from({ length: 20 }, (_, index) =>
      entity(`${"a".repeat(2000)}.${index % 2 === 0 ? "lamps" : "bins"}.thing.${index}`),
    );
    expect(names(many)).toEqual([":20"]);
  });

  test("have more than one member: what stands alone stands with the others that do", () => {
    const many = ["a/1", "a/2", "b/1", "c/1", "a/3", "d/1", "d/2", "d/3", "d/4", "d/5", "d/6", "d/7", "d/8", "d/9"].map((title) =>
      entity(title),
    );
    expect(groupEntities(many, { by: "auto", addressOf, tagsOf }).map(({ name, items }) => [name, items.length, items[0]?.title])).toEqual([
      ["a", 3, "a/1"],
      ["d", 9, "d/1"],
      ["", 2, "b/1"],
    ]);
    expect(names([...many.slice(0, 3), ...many.slice(4)])).toEqual(["a:3", "b:1", "d:9"]);
  });

  test("are whole addresses, where many stand under few", () => {
    const many = Array.from({ length: 30 }, (_, index) => entity(["/v1/speak", "/v1/listen", "/v2/listen"][index % 3] ?? ""));
    expect(names(many)).toEqual(["/v1/speak:10", "/v1/listen:10", "/v2/listen:10"]);
  });

  test("are those of the document's own groups of tags, in its order, however few; what these do not name comes after", () => {
    const entities = [entity("a"), entity("b", "rain"), entity("c", "heat"), entity("d", "light"), entity("e", "heat")];
    const tagGroups = [
      { name: "Indoors", tags: [tagOf("light"), tagOf("heat")] },
      { name: "", tags: [tagOf("rain")] },
    ];
    const groups = groupEntities(entities, { by: "auto", addressOf, tagsOf, tagGroups });
    expect(groups.map(({ name, items }) => [name, ...items.map(({ title }) => title)])).toEqual([
      ["Indoors", "d", "c", "e"],
      ["rain", "b"],
      ["", "a"],
    ]);
  });

  test("are what the setting says", () => {
    expect(names([entity("a/b", "t"), entity("a/c")], "tag")).toEqual(["t:1", ":1"]);
    expect(names([entity("a/b", "t"), entity("a/c", "u")], "none")).toEqual([":2"]);
  });
});

describe("a line of source", () => {
  test.each([
    ["key: value", '<span class="k">key</span>: value'],
    ['  - name: "x" # why', '  - <span class="k">name</span>: <span class="s">"x"</span> <span class="cm"># why</span>'],
    ["n: 12.50", '<span class="k">n</span>: <span class="n">12.50</span>'],
    ["b: true", '<span class="k">b</span>: <span class="w">true</span>'],
    ["# comment", '<span class="cm"># comment</span>'],
    ["url: http://a/#b", '<span class="k">url</span>: http://a/#b'],
    ["<script>", "&lt;script&gt;"],
  ])("%j", (line, html) => expect(highlightLine(line, "yaml")).toBe(html));

  test("of JSON tells keys from strings", () => {
    expect(highlightLine('  "a": "b",', "json")).toBe('  <span class="k">"a"</span>: <span class="s">"b"</span>,');
  });

  test("loses nothing, whatever it is", () => {
    for (const line of ['a: "unclosed', "- - - x: y: z", "'a''b': 1", "? complex", "key with spaces : 1", "{a: 1, b: [true, null]}"]) {
      expect(highlightLine(line, "yaml").replace(/<[^>]*>/g, "")).toBe(escapeCode(line));
    }
  });
});
