import { expect, test } from "vitest";
import { siteOf } from "./site-of.ts";

/** The terms that the search of a site knows. */
async function termsOf(field: string): Promise<string> {
  const files = await siteOf(`asyncapi: 2.6.0
info: { title: Lamp, version: "1" }
channels: { lit: { publish: { message: { name: lux, payload: { type: object, properties: { lumens: ${field} } } } } } }
`);
  return files.get("search/terms.js") ?? "";
}

test("the search finds deprecated fields by that word", async () => {
  expect(await termsOf("{ type: string, deprecated: true }")).toContain("deprecated");
  expect(await termsOf("{ type: string }")).not.toContain("deprecated");
});

/** What the search of a site shows of each thing: kind, title, context and note. */
async function foundOf(text: string): Promise<string[]> {
  const files = await siteOf(text);
  const lists = [...files].filter(([path]) => /^search\/titles-\d+\.js$/.test(path));
  const entries = lists.flatMap(([, script]) => JSON.parse(/,(\[.*\])\);\n$/.exec(script)?.[1] ?? "[]") as string[][]);
  return entries.map(([kind = "", title = "", context = "", href = "", , , note = ""]) => [kind, title, context, href, note].join(" | "));
}

test("a thing is found once: a channel by its only operation, a payload's schema by its message, fields of a base where they are carried", async () => {
  const found = await foundOf(`asyncapi: 2.6.0
info: { title: Shop, version: "1" }
channels: { orders/created: { description: All new orders., publish: { operationId: take, message: { $ref: "#/components/messages/OrderCreated" } } } }
components:
  messages: { OrderCreated: { payload: { $ref: "#/components/schemas/Order" } } }
  schemas:
    Order: { allOf: [{ $ref: "#/components/schemas/Base" }], properties: { total: { type: number } } }
    Base: { type: object, properties: { eventId: { type: string } } }
`);
  expect(found.filter((row) => !row.startsWith("page")).sort()).toEqual([
    "field | eventId | OrderCreated | operations/take.html#messages.OrderCreated.payload.eventId | string",
    "field | total | OrderCreated | operations/take.html#messages.OrderCreated.payload.total | number",
    "message | OrderCreated | received on orders/created | operations/take.html#messages.OrderCreated | and payload schema",
    "operation | take | orders/created | operations/take.html | receive",
    "schema | Base |  | schemas/base.html | ",
  ]);
});

test("fields of two variants of one schema are told apart by the variants, and are in one place", async () => {
  const found = await foundOf(`asyncapi: 2.6.0
info: { title: Shop, version: "1" }
channels: { paid: { publish: { operationId: take, message: { name: Paid, payload: { oneOf: [
  { title: Card, properties: { amount: { type: number } } }, { title: Cash, properties: { amount: { type: number } } }] } } } } }
`);
  expect(found.filter((row) => row.startsWith("field")).map((row) => row.split(" | ").slice(1, 3))).toEqual([
    ["amount", "Paid › Card"],
    ["amount", "Paid › Cash"],
  ]);
});

test("a server is found by its host and the usual name of its protocol, security by its kind and 'authorize', and its password is nowhere in the search", async () => {
  const schemes = "components: { securitySchemes: { key: { type: httpApiKey, name: token, in: query } } }";
  const servers = `servers: { live: { url: 'amqp://guest:hunter2@broker.example.org:5672', protocol: amqp } }\n${schemes}`;
  const text = `asyncapi: 2.6.0\ninfo: { title: Lamp, version: "1" }\n${servers}\nchannels: {}\n`;
  const files = await siteOf(text);
  const terms = files.get("search/terms.js") ?? "";
  for (const word of ["broker", "example", "amqp", "uthorize", "apikey", "token"]) expect(terms).toContain(word);
  expect((await foundOf(text)).join("\n")).toMatch(/^server \| live \| amqp:\/\/broker\.example\.org:5672 \|/m);
  const searched = [...files].filter(([path]) => /^search\/(?:terms|hits|titles)/.test(path)).map(([, script]) => script);
  expect(searched.join("\n")).not.toContain("hunter2");
});
