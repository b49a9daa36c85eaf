import { beforeAll, expect, test } from "vitest";
import { pageAt, siteOf, textOf } from "../kinds/site-of.ts";

const fields = (name: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}${at}`, { type: "string", description: `About ${name}${at}.` }]));

/** Fields of fields, so that room runs out inside many of them. */
const nested = Object.fromEntries(
  Array.from({ length: 60 }, (_, at) => [
    `group${at}`,
    { type: "object", properties: { inner: { type: "object", properties: fields(`g${at}x`, 40) } } },
  ]),
);

const document = JSON.stringify({
  asyncapi: "2.6.0",
  info: { title: "Large", version: "1" },
  channels: { c: { publish: { message: { $ref: "#/components/messages/M" } } } },
  components: {
    messages: { M: { payload: { $ref: "#/components/schemas/Flat" } } },
    schemas: {
      Flat: { type: "object", properties: fields("field", 2500) },
      Nested: { type: "object", properties: { ...nested, again: { $ref: "#/components/schemas/Nested" } } },
      Around: { type: "object", properties: { large: { $ref: "#/components/schemas/Flat" } }, description: "x".repeat(5000) },
      Small: { type: "object", properties: fields("small", 3) },
    },
  },
});

let files: ReadonlyMap<string, string>;
beforeAll(async () => void (files = await siteOf(document)));

const pagesOf = (name: string) => [...files.keys()].filter((path) => new RegExp(`^schemas/${name}(\\.\\d+)?\\.html$`).test(path));
const shown = (name: string, pattern: RegExp) =>
  pagesOf(name).flatMap((path) => [...(files.get(path) ?? "").matchAll(/<li class="schema-row[^>]* id="([^"]*)"/g)].flatMap(([, id = ""]) => (pattern.test(id) ? [id] : []))); // prettier-ignore

test("every property of a flat schema is on one page, once, and pages link on", () => {
  expect(pagesOf("flat").length).toBeGreaterThan(2);
  const ids = shown("flat", /^schema\.field\d+$/);
  expect(ids).toHaveLength(2500);
  expect(new Set(ids).size).toBe(2500);
  const [first = "", second = ""] = pagesOf("flat");
  expect(textOf(files.get(first))).toMatch(/\d+ properties, on a further page/);
  expect(files.get(first)).toContain('href="flat.2.html#schema.~.~');
  expect(textOf(files.get(second))).toContain("Structure of Flat, page 2");
  expect(files.get(second)).toMatch(/<a href="flat\.2\.html" aria-current="page">2<\/a>/);
  expect(pagesOf("flat").map((path) => textOf(files.get(path)).includes("properties, in the source"))).not.toContain(true);
});

test("what is deep inside goes on under its path, and what refers to the schema leads back", () => {
  expect(new Set(shown("nested", /^schema\.group\d+\.inner\.g\d+x\d+$/)).size).toBe(2400);
  const all = pagesOf("nested").map((path) => textOf(files.get(path)).replace(/\s+/g, " "));
  expect(all.slice(1).some((text) => text.includes("Inside group59.inner"))).toBe(true);
});

test("what has a page of its own is continued there alone", () => {
  expect(pagesOf("around")).toEqual(["schemas/around.html"]);
  expect(pageAt(files, "schemas/around.html")).toMatch(/href="[^"]*flat\.html">Open Flat: \d,\d{3} properties/);
  expect(pagesOf("small")).toEqual(["schemas/small.html"]);
});

test("what leads from page to page leads to something", () => {
  for (const path of [...pagesOf("flat"), ...pagesOf("nested")]) {
    const folder = path.replace(/[^/]*$/, "");
    for (const [, to = "", anchor = ""] of (files.get(path) ?? "").matchAll(/href="((?:flat|nested)[.\d]*\.html|)#(schema[^"]*)"/g)) {
      expect(files.get(to === "" ? path : folder + to)).toContain(` id="${decodeURIComponent(anchor)}"`);
    }
  }
});

test("a message leads to the page of its schema", () => {
  expect(pageAt(files, "messages/m.html")).toMatch(/href="\.\.\/schemas\/flat\.html">Open Flat: \d,\d{3} properties/);
});

test("a page stays within its size", () => {
  for (const path of [...pagesOf("flat"), ...pagesOf("nested")]) expect((files.get(path) ?? "").length).toBeLessThan(700_000);
});

test("the manifest lists them as continued lists", () => {
  const manifest = JSON.parse(files.get("manifest.json") ?? "{}") as { pages?: { path: string; kind: string }[] };
  expect(manifest.pages?.filter(({ path }) => pagesOf("flat").includes(path)).map(({ kind }) => kind)).toEqual(["schema", ...pagesOf("flat").slice(1).map(() => "list")]); // prettier-ignore
});

test("where the messages of an operation go on, each is named, and the sidebar says whose page it is", async () => {
  const message = (name: string) => ({ name, title: `About ${name}`, payload: { type: "object", properties: fields(name, 900) } });
  const two = { publish: { operationId: "tell", message: { oneOf: [message("lamp"), message("door")] } } };
  const site = await siteOf(JSON.stringify({ asyncapi: "2.6.0", info: { title: "Two", version: "1" }, channels: { c: two } }));
  const further = [...site.keys()].filter((path) => /^operations\/tell\.\d+\.html$/.test(path)).map((path) => site.get(path) ?? "");
  const headings = further.flatMap((page) => [...page.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, text]) => text));
  expect(headings).toContain("Payload: About door");
  expect(headings).not.toContain("Payload");
  for (const page of further) expect(page).toContain('<a class="chan" href="tell.html" title="c" aria-current="page">');
});
