import { expect, test } from "vitest";
import { siteOf, textOf } from "./site-of.ts";

const many = (count: number, entry: (at: number) => string): string => Array.from({ length: count }, (_, at) => entry(at)).join(", ");
const COUNT = 130;

const document = `asyncapi: 3.0.0
info: { title: Lamps, version: "1" }
servers:
  main: { host: "{region}.example", protocol: mqtt, variables: { region: { default: r0, enum: [${many(103, (at) => `r${at}`)}] } } }
  ${many(COUNT - 1, (at) => `s${at}: { host: h${at}.example, protocol: mqtt }`).replaceAll("}, s", "}\n  s")}
channels:
  lit:
    address: lit/{lamp}
    parameters: { lamp: { enum: [${many(10, (at) => `l${at}`)}] } }
    messages: { ${many(COUNT, (at) => `m${at}: { payload: { type: string } }`)} }
operations: { ${many(COUNT, (at) => `o${at}: { action: ${at % 2 === 0 ? "send" : "receive"}, channel: { $ref: "#/channels/lit" } }`)} }
`;

const site = siteOf(document);

const linked = (html: string, href: string): string[] =>
  [...html.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)].flatMap(([, to, text = ""]) => (to === href ? [text] : []));

test("the cards say how many values they leave out, and link to all", async () => {
  const files = await site;
  const overview = files.get("index.html") ?? "";
  expect(textOf(overview)).toContain("Fill in region r0 , r1, r2, r3, r4 98 more");
  expect(linked(overview, "servers.html#server-main.region")).toEqual(["98 more"]);
  const operation = files.get("operations/o1.html") ?? "";
  expect(linked(operation, "#parameter.lamp")).toContain("4 more");
  expect(linked(operation, "../servers.html#server-main.region")).toContain("97 more");
});

test.each([
  ["channels/lit", ["operations", "messages", "servers"], 30],
  ["operations/o0", ["messages"], 30],
])("the page %s says what its lists leave out, also in Markdown", async (page, lists, left) => {
  const files = await site;
  for (const list of lists) {
    expect(linked(files.get(`${page}.html`) ?? "", `../${list}.html`)).toContain(`${left} more`);
    expect(files.get(`${page}.md`)).toContain(`[${left} more](../${list}.md)`);
  }
});
