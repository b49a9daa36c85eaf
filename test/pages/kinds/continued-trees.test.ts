import { beforeAll, expect, test } from "vitest";
import { siteOf, textOf } from "./site-of.ts";

const fields = (name: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}${at}`, { type: "string", description: `About ${name}${at}.` }]));

const object = (name: string, count: number) => ({ type: "object", properties: fields(name, count) });

/** Small parts beside large ones, large ones behind nothing that has a name, and more than one of them on a page. */
const document = JSON.stringify({
  asyncapi: "2.6.0",
  info: { title: "Large", version: "1" },
  channels: {
    "big/{key}": {
      parameters: { key: { schema: { type: "object", properties: { inner: object("key", 1500) } } } },
      bindings: { ws: { query: object("query", 1200) } },
      publish: {
        operationId: "put",
        message: {
          name: "both",
          headers: object("header", 1100),
          payload: { type: "object", properties: { ...fields("field", 2500), again: { $ref: "#/channels/big~1{key}/publish/message/payload" } } },
          bindings: { kafka: { key: object("kafka", 30) } },
        },
      },
    },
    starved: { publish: { message: { name: "starved", headers: { $ref: "#/components/schemas/Wide" }, payload: object("late", 40) } } },
    small: { publish: { message: { name: "small", payload: object("small", 40) } } },
    "query-only": { publish: { operationId: "ask", bindings: { http: { type: "request", query: object("ask", 1500) } }, message: { name: "small2", payload: object("small", 4) } } },
  },
  components: { schemas: { Wide: object("wide", 1400) } },
}); // prettier-ignore

let files: ReadonlyMap<string, string>;
beforeAll(async () => void (files = await siteOf(document)));

const named = (path: string) => new RegExp(`^${path}(\\.\\d+)?\\.html$`);
const pagesOf = (path: string) => [...files.keys()].filter((each) => named(path).test(each));
const shown = (path: string, pattern: RegExp) =>
  pagesOf(path).flatMap((each) => [...(files.get(each) ?? "").matchAll(/<li class="schema-row[^>]* id="([^"]*)"/g)].flatMap(([, id = ""]) => (pattern.test(id) ? [id] : []))); // prettier-ignore
const once = (ids: readonly string[], count: number) => {
  expect(ids).toHaveLength(count);
  expect(new Set(ids).size).toBe(count);
};

test("headers, payload and bindings that are written in a message are whole on its pages, each row once", () => {
  const path = "operations/put";
  expect(pagesOf(path).length).toBeGreaterThan(3);
  once(shown(path, /^messages\.both\.headers\.header\d+$/), 1100);
  once(shown(path, /^messages\.both\.payload\.field\d+$/), 2500);
  once(shown(path, /kafka\.key\.kafka\d+$/), 30);
  const texts = pagesOf(path).map((each) => textOf(files.get(each)));
  expect(texts.join(" ")).not.toContain("in the source");
  expect(texts[0]).toMatch(/\d+ properties, on a further page/);
  expect(texts[1]).toMatch(/Structure of put, page 2\s+Operation\s+↓ receives: put\s+Parameters: key\s+Inside/);
});

test("so are a parameter and a binding of a channel, on the page of its only operation", () => {
  once(shown("operations/put", /^parameter\.key\.inner\.key\d+$/), 1500);
  once(shown("operations/put", /^bindings\.channel:ws\.query\.query\d+$/), 1200);
  once(shown("operations/ask", /^bindings\.http\.query\.ask\d+$/), 1500);
});

test("a small part goes on elsewhere where what stands above took all the room", () => {
  once(shown("operations/starved-publish", /payload\.late\d+$/), 40);
  expect(pagesOf("operations/starved-publish").map((each) => textOf(files.get(each))).join(" ")).not.toContain("in the source"); // prettier-ignore
});

test("what fits has one page", () => {
  expect(pagesOf("operations/small-publish")).toHaveLength(1);
});

test("what leads from page to page leads to something, and a page stays within its size", () => {
  for (const path of [...pagesOf("operations/put"), ...pagesOf("operations/ask")]) {
    const html = files.get(path) ?? "";
    expect(html.length).toBeLessThan(400_000);
    for (const [, to = "", anchor = ""] of html.matchAll(/href="([\w.-]*\.html|)#([^"]*)"/g)) {
      expect(files.get(to === "" ? path : path.replace(/[^/]*$/, "") + to)).toContain(` id="${decodeURIComponent(anchor)}"`);
    }
  }
});

test("search leads to the row on the page that has it", () => {
  const titles = [...files].flatMap(([path, text]) => (path.startsWith("search/titles") ? [text] : [])).join("\n");
  const path = "operations/put";
  const found = [...titles.matchAll(/([\w-]+\.\d+\.html)#messages\.both\.payload\.(field\d+)\b/g)];
  expect(new Set(found.map(([, , field]) => field)).size).toBeGreaterThan(1500);
  for (const [, page = "", field = ""] of found)
    expect(files.get(path.replace(/[^/]*$/, page))).toContain(` id="messages.both.payload.${field}"`);
  const far = pagesOf(path).at(-1) ?? "";
  expect(titles).toContain(`${far.replace(/^.*\//, "")}#messages.both.payload.field2499`);
});

test("the Markdown goes on as well, and says where", () => {
  const path = "operations/put";
  const texts = [...files].flatMap(([each, text]) => (each.startsWith(`${path}.`) && each.endsWith(".md") ? [text] : []));
  for (const name of ["header1099", "field0", "field1300", "field2499"])
    expect(texts.filter((text) => text.includes(`- \`${name}\`: `))).toHaveLength(1);
  expect(files.get(`${path}.md`)).toMatch(/\[[^\]]*\]\([\w-]+\.2\.md\)/);
  expect(files.get(`${path}.2.md`)).toMatch(/^# .*put.*\n\n[^]*Pages: \[1\]\([\w-]+\.md\) · 2 · \[3\]/);
  expect(files.get("operations/put.2.md")).toMatch(/- Inside `inner`\n {2}- `key\d+`: string/);
});
