import { beforeAll, expect, test } from "vitest";
import { defaultLimits } from "../../../src/config/index.ts";
import { siteOf, textOf, pageAt } from "./site-of.ts";

const numbers = Array.from({ length: 450 }, (_, at) => at);

/** 120 tags, servers and ways to authorize; one tag, server and message that 450 of the channels share. */
const document = JSON.stringify({
  asyncapi: "2.6.0",
  info: { title: "Many", version: "1" },
  tags: numbers.slice(0, 120).map((at) => ({ name: `tag ${at}`, description: `About tag ${at}.` })),
  servers: Object.fromEntries(
    numbers
      .slice(0, 120)
      .map((at) => [
        `server-${at}`,
        { url: `host-${at}:1883`, protocol: "mqtt", security: [{ [`scheme-${at}`]: [] }, { "scheme-0": [] }] },
      ]),
  ),
  channels: Object.fromEntries(
    numbers.map((at) => [
      `lamps/${at}`,
      {
        servers: ["server-0"],
        publish: { operationId: `take${at}`, tags: [{ name: "tag 0" }], message: { $ref: "#/components/messages/Lamp" } },
      },
    ]),
  ),
  components: {
    messages: { Lamp: { payload: { $ref: "#/components/schemas/Lamp" } } },
    schemas: { Lamp: { type: "object" }, Other: { properties: { lamp: { $ref: "#/components/schemas/Lamp" } } } },
    securitySchemes: Object.fromEntries(numbers.slice(0, 120).map((at) => [`scheme-${at}`, { type: "plain" }])),
  },
});

let files: ReadonlyMap<string, string>;
beforeAll(async () => void (files = await siteOf(document)));

function linksOf(path: string): string[] {
  const main = (files.get(path) ?? "").replace(/^[^]*<main/, "");
  return [...main.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href);
}

test.each([
  ["tags", "tag 0", "tag 60", "tag 119"],
  ["servers", "server-0", "server-60", "server-119"],
  ["security", "scheme-0", "scheme-60", "scheme-119"],
])("%s continue on numbered pages of 50 sections, linked from each other", (kind, ...names) => {
  const pages = [`${kind}.html`, `${kind}-2.html`, `${kind}-3.html`];
  expect([...files.keys()].filter((path) => new RegExp(`^${kind}(-\\d+)?\\.html$`).test(path))).toEqual(pages);
  expect(pages.map((path) => files.get(path)?.match(/<section class="item"/g)?.length)).toEqual([50, 50, 20]);
  for (const [at, path] of pages.entries()) {
    expect(files.get(path)).toMatch(new RegExp(`<h2 id="[^"]*"><a [^>]*><bdi>${(names[at] ?? "").replace("-", "-(?:<wbr>)?")}</bdi>`));
    expect(linksOf(path)).toEqual(expect.arrayContaining(pages));
  }
});

test("a link to a section leads to the page that holds it", () => {
  expect(linksOf("servers-2.html")).toContain("security-2.html#security-scheme-scheme-60");
  expect(files.get("security-2.html")).toContain('id="security-scheme-scheme-60"');
});

test.each([
  ["tags.html", "uses/tag-tag-0", 60, "lamps", 450],
  ["servers.html", "uses/server-server-0", 20, "lamps/0", 450],
  ["security.html", "uses/security-scheme-scheme-0", 40, "server-0", 120],
  ["messages/lamp.html", "uses/messages-lamp", 100, "take0", 450],
])("on %s the first uses are named and %s has all of them", (...given) => {
  const [path, uses, beside, , count] = given;
  const link = `${path.includes("/") ? "../" : ""}${uses}.html`;
  expect(linksOf(path)).toContain(link);
  expect(textOf(files.get(path))).toContain(`${count - beside} more`);
  const pages = [...files.keys()].filter((each) => each.startsWith(`${uses}.`));
  expect(pages).toHaveLength(Math.ceil(count / 100));
  const rows = pages.flatMap((each) => [...(files.get(each) ?? "").matchAll(/<th scope="row"><a href="([^"]*)"/g)].map(([, href]) => href));
  expect(new Set(rows).size).toBe(count);
  for (const each of pages)
    if (pages.length > 1) expect(linksOf(each)).toEqual(expect.arrayContaining(pages.map((to) => to.replace("uses/", ""))));
});

test.each([
  ["channels", 5],
  ["tags", 3],
  ["uses/tag-tag-0", 5],
])("each page of %s says which one it is, in the title and the lead, and leads to its neighbours", (name, count) => {
  const pages = [...files.keys()].filter((path) => new RegExp(`^${name}(?:[-.]\\d+)?\\.html$`).test(path));
  expect(pages).toHaveLength(count);
  const titles = pages.map((path) => /<title>([^<]*) · Many</.exec(files.get(path) ?? "")?.[1] ?? "");
  expect(titles.slice(1)).toEqual(pages.slice(1).map((_, at) => `${titles[0] ?? ""}, Page ${at + 2}`));
  for (const [at, path] of pages.entries()) {
    expect(textOf(files.get(path))).toContain(`Page ${at + 1} of ${count}`);
    const turns = [...(files.get(path) ?? "").matchAll(/<a rel="(?:prev|next)" href="([^"]*)"/g)].map(([, href]) => href);
    expect(turns).toEqual([pages[at - 1], pages[at + 1]].flatMap((to) => (to === undefined ? [] : [to.replace("uses/", "")])));
  }
});

test("of many channels the overview has the groups, each with a few of its channels and a way in", async () => {
  const grouped = (count: number): Promise<ReadonlyMap<string, string>> =>
    siteOf(
      JSON.stringify({
        asyncapi: "2.6.0",
        info: { title: "Shop", version: "1" },
        channels: Object.fromEntries(
          Array.from({ length: count }, (_, at) => [
            `area${at % 6}/thing/${at}`,
            { publish: { message: { payload: {} } }, subscribe: { message: { payload: {} } } },
          ]),
        ),
      }),
    );
  const many = (await grouped(30)).get("index.html") ?? "";
  const main = many.slice(many.indexOf("<main"));
  expect(main.match(/class="box group"/g)).toHaveLength(6);
  expect(main.match(/href="channels\/area/g)).toHaveLength(18);
  expect(textOf(main)).toContain("6 groups of channels");
  expect(textOf(main)).toMatch(/area0 ↑ sends: 5 operations 5/);
  expect(main).toMatch(/<a href="channels\.html#group[^"]*">All 5 channels/);
  const few = (await grouped(29)).get("index.html") ?? "";
  const body = few.slice(few.indexOf("<main"));
  expect(body).not.toContain('class="box group"');
  expect(body.match(/class="op-row"/g)).toHaveLength(58);
});

test("of more operations than a side has room for, the list has all", () => {
  const main = /<main[^]*/.exec(files.get("index.html") ?? "")?.[0] ?? "";
  expect(main.match(/class="op-row"/g)?.length).toBe(30);
  expect(linksOf("index.html")).toContain("operations.html");
});

test("of more than 15 pages each links the first, the last and those around it, so that links grow with the pages", async () => {
  const many = await siteOf(document, { limits: { ...defaultLimits, listRows: 15 } });
  const numbers = (path: string): string =>
    textOf(/<nav class="pages"[^]*?<\/nav>/.exec(many.get(path) ?? "")?.[0].replaceAll("<a ", " <a ")).trim();
  expect(numbers("channels.html")).toBe("1 2 3 4 5 6 … 30");
  expect(numbers("channels-7.html")).toBe("1 2 3 4 5 6 7 8 9 10 11 12 … 30");
  expect(numbers("channels-8.html")).toBe("1 2 3 4 5 6 7 8 9 10 11 12 13 … 30");
  expect(numbers("channels-9.html")).toBe("1 … 4 5 6 7 8 9 10 11 12 13 14 … 30");
  expect(numbers("channels-23.html")).toBe("1 … 18 19 20 21 22 23 24 25 26 27 28 29 30");
  expect(numbers("channels-15.html")).toBe("1 … 10 11 12 13 14 15 16 17 18 19 20 … 30");
  expect(numbers("channels-30.html")).toBe("1 … 25 26 27 28 29 30");
});

test("what is used little has no page of its uses", () => {
  expect([...files.keys()].filter((path) => path.startsWith("uses/") && /tag-1|server-1|other/.test(path))).toEqual([]);
});

test("no page is over 400 KB, and each is in the manifest", () => {
  const manifest = JSON.parse(files.get("manifest.json") ?? "") as { pages: { path: string }[] };
  const listed = new Set(manifest.pages.map(({ path }) => path));
  for (const [path, html] of files) {
    if (!path.endsWith(".html") || path === "print.html") continue;
    expect([path, html.length < 400 * 1024]).toEqual([path, true]);
    expect([path, listed.has(path)]).toEqual([path, true]);
  }
});

test("texts for programs have no numbered pages of sections, and lead to none", () => {
  const texts = [...files].filter(([path]) => path.endsWith(".md"));
  expect(texts.map(([path]) => path)).toContain("tags.md");
  for (const [path, text] of texts) {
    for (const [, to = ""] of text.matchAll(/\]\(([^)#]*\.md)/g)) {
      const target = new URL(to, `https://example.org/${path}`).pathname.slice(1);
      expect([path, to, files.has(decodeURIComponent(target))]).toEqual([path, to, true]);
    }
  }
});

test("channels that share an address are told apart by their keys, on every page that links to them", async () => {
  const channel = "{ address: /room, messages: { m: { payload: { type: string } } } }";
  const files = await siteOf(`
asyncapi: 3.0.0
info: { title: Socket, version: "1" }
channels: { ping: ${channel}, pong: ${channel}, alone: { address: /alone } }
`);
  const list = files.get("channels.html") ?? "";
  for (const name of ["ping (/room)", "pong (/room)", "/alone"]) expect(textOf(list)).toContain(name);
  expect(textOf(list)).not.toContain("(alone)");
  expect(pageAt(files, "channels/ping.html")).toContain("<title>ping (/room) · Socket</title>");
  expect(pageAt(files, "channels/pong.html")).toContain("<title>pong (/room) · Socket</title>");
  expect(pageAt(files, "channels/pong.html")).toContain("<h1><bdi>pong</bdi></h1>");
  expect(pageAt(files, "channels/alone.html")).toContain('<h1 class="mono wrap"><bdi>/alone</bdi></h1>');
});

test("an operation that the document does not name has its channel for a heading, and no made-up id stands on its page", async () => {
  const files = await siteOf(`
asyncapi: 2.6.0
info: { title: Shop, version: "1" }
channels:
  orders/created: { subscribe: { message: { payload: { type: string } } }, publish: { operationId: take, message: { payload: { type: string } } } }
`);
  const unnamed = [...files].find(([path]) => path.startsWith("operations/") && path.includes("subscribe") && path.endsWith(".html"))?.[1];
  expect(unnamed).toContain("<h1><bdi>orders/<wbr>created</bdi></h1>");
  expect(textOf(unnamed)).toContain("Operation The document gives it no id.");
  expect(unnamed).not.toContain("created.subscribe<");
  // The verb of the document would be the word of one side only.
  expect(/<div class="two">[^]*?<\/section>\n<\/div>/.exec(files.get("index.html") ?? "")?.[0]).not.toContain("subscribe orders");
  expect(textOf(files.get("operations/take.html"))).toContain("Operation take , The document says publish Channel");
  // One channel, two operations: counted on the pages that lead to all lists.
  for (const page of ["search.html", "404.html"]) expect(textOf(files.get(page))).toContain("1 channel 2 operations");
});

test("of a channel's operations of one direction the table names the one there is, or says how many", async () => {
  const operation = (action: string) => `{ action: ${action}, channel: { $ref: "#/channels/c" } }`;
  const files = await siteOf(`
asyncapi: 3.0.0
info: { title: Socket, version: "1" }
channels: { c: { address: /c } }
operations: { a: ${operation("send")}, b: ${operation("send")}, d: ${operation("receive")} }
`);
  const list = files.get("channels.html") ?? "";
  expect(textOf(list)).toContain("↑ sends 2 : 2 operations ↓ receives : d");
  expect(list).toContain('<a class="way-badge" href="channels/c.html#operations">');
  expect(list).toContain('<a class="way-badge" href="operations/d.html">');
});

test("the Markdown of a list says what its page says: directions, messages, types, uses", async () => {
  const files = await siteOf(`
asyncapi: 3.0.0
info: { title: Shop, version: "1" }
channels:
  a: { address: orders, messages: { m: { $ref: "#/components/messages/m" } } }
  b: { address: silent }
operations: { take: { action: receive, channel: { $ref: "#/channels/a" } }, tell: { action: send, channel: { $ref: "#/channels/a" } } }
components:
  messages:
    m: { summary: An order., contentType: application/json, payload: { $ref: "#/components/schemas/Order" } }
    n: { payload: { $ref: "#/components/schemas/Order" } }
  schemas: { Order: { type: object }, Left: { type: string } }
`);
  const [take, tell] = ["[take](operations/take.md)", "[tell](operations/tell.md)"];
  expect(files.get("channels.md")).toContain(`- [orders](channels/a.md): receives ${take}, sends ${tell} — [m](messages/m.md)\n`);
  expect(files.get("channels.md")).toContain("- [silent](channels/b.md): No operation uses this channel.\n");
  expect(files.get("operations.md")).toContain("- [tell](operations/tell.md): sends — [orders](channels/a.md)\n");
  expect(files.get("messages.md")).toContain(
    "- [m](messages/m.md): `application/json` — An order. — receives, sends\n- [n](messages/n.md): `application/json` — not used\n",
  );
  expect(files.get("schemas.md")).toContain(
    "- [Order](schemas/order.md): `object` — Uses: 2\n- [Left](schemas/left.md): `string` — not used\n",
  );
});
