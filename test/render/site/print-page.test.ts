import { expect, test } from "vitest";
import { siteOf, textOf, pageAt } from "../../pages/kinds/site-of.ts";

const document = `asyncapi: 2.6.0
info: { title: Lamps, version: "1" }
channels:
  lamps:
    publish: { operationId: dim, message: { $ref: '#/components/messages/Dimmed' } }
    subscribe: { operationId: tell, message: { $ref: '#/components/messages/Dimmed' } }
components:
  messages: { Dimmed: { description: By how much., payload: { type: object, properties: { brightness: { type: integer } } }, examples: [{ payload: { brightness: 7 } }] } }
`;

test("the page for printing shows each thing once in full: operations leave payloads and examples to their messages", async () => {
  const html = (await siteOf(document)).get("print.html") ?? "";
  const sections = new Map(html.split('<section class="whole" id="page.').slice(1).map((part) => [part.slice(0, part.indexOf('"')), part])); // prettier-ignore
  expect([...sections.keys()]).toEqual(["channels.lamps", "operations.dim", "operations.tell", "messages.dimmed"]);
  expect(sections.get("messages.dimmed")).toContain('id="page.messages.dimmed~payload.brightness"');
  expect(textOf(sections.get("messages.dimmed"))).toMatch(/"brightness"\s*: 7/);
  expect(sections.get("messages.dimmed")).not.toMatch(/<aside|<section[^>]*aria-label/);
  for (const name of ["dim", "tell"]) {
    const section = sections.get(`operations.${name}`) ?? "";
    expect(section).not.toContain("brightness");
    expect(section).toContain('<a href="#page.messages.dimmed"><bdi>Dimmed</bdi></a>');
    expect(textOf(section)).toContain("By how much.");
  }
});

test("a schema stands once on the page for printing, code in one language, and what is pressed on a screen not at all", async () => {
  const text = `asyncapi: 3.0.0
info: { title: Lamps, version: "1" }
servers: { main: { host: a.example, protocol: mqtt } }
channels: { lamps: { address: lamps, messages: { set: { $ref: "#/components/messages/Set" } } } }
operations: { set: { action: receive, channel: { $ref: "#/channels/lamps" } } }
components:
  messages: { Set: { headers: { type: object, properties: { trace: { type: string } } }, payload: { $ref: "#/components/schemas/Lamp" }, examples: [{ payload: { lumens: 7 } }] } }
  schemas:
    Lamp: { $schema: "http://json-schema.org/draft-07/schema#", type: object, properties: { lumens: { type: integer }, at: { $ref: "#/components/schemas/Place" }, own: { $ref: "#/components/schemas/Own" }, from: { $ref: "#/components/schemas/Place" } } }
    Own: { type: object, properties: { kept: { type: string } } }
    Place: { type: object, properties: { street: { type: string } } }
`;
  const html = (await siteOf(text)).get("print.html") ?? "";
  const ids = [...html.matchAll(/ id="page\.([^"]*)~(?:messages\.\w+\.)?(?:payload\.|headers\.|schema\.)([^"~]+)"/g)].map(
    ([, page, id]) => `${page ?? ""} ${id ?? ""}`,
  );
  expect(ids).toEqual([
    "operations.set lumens",
    "operations.set at",
    "operations.set own",
    "operations.set own.kept",
    "operations.set from",
    "operations.set trace",
    "schemas.place street",
  ]);
  expect(html).toMatch(/<section class="whole" id="page\.operations\.set">[^]*<a href="#page\.schemas\.place">/);
  expect(html.match(/<div class="sample"/g)).toHaveLength(1);
  expect(html).not.toMatch(/<section class="whole"[^]*(?:class="(?:copy|source-row|flow-narrow)"|<pre[^>]*><a)/);
});

test("a page that is far too long for it is not made a second time to see that", async () => {
  const parameters = Array.from({ length: 20_000 }, (_, at) => `p${at}: {}`).join(", ");
  const site = await siteOf(
    `asyncapi: 2.6.0\ninfo: { title: L, version: "1" }\nchannels: { a: { parameters: { ${parameters} } }, b: {} }\n`,
  );
  expect(pageAt(site, "channels/a.html").length).toBeGreaterThan(6_000_000);
  const printed = site.get("print.html") ?? "";
  expect([printed.includes('id="page.channels.a"'), printed.includes('id="page.channels.b"')]).toEqual([false, true]);
  expect(printed).toMatch(/This page is full[^]*<a href="channels\/a\.html">/);
});

test("the page for printing lists what is on it, and what there was no room for", async () => {
  const html = (await siteOf(document)).get("print.html") ?? "";
  const contents = /<nav class="printed"[^]*?<\/nav>/.exec(html)?.[0] ?? "";
  expect([...contents.matchAll(/href="#page\.([^"]*)">([^<]*)/g)].map(([, id, text]) => [id, text])).toEqual([
    ["channels.lamps", "lamps"],
    ["operations.dim", "dim"],
    ["operations.tell", "tell"],
    ["messages.dimmed", "Dimmed"],
  ]);
  const text = "A long word of a long text. ".repeat(2000);
  const long = Array.from({ length: 9 }, (_, at) => `  c${at}: { description: ${text} }\n`).join("");
  const full = (await siteOf(`asyncapi: 2.6.0\ninfo: { title: Long, version: "1" }\nchannels:\n${long}`)).get("print.html") ?? "";
  expect(full.split('<section class="whole"').length - 1).toBeGreaterThan(3);
  expect(/<nav class="printed"[^]*?<\/nav>/.exec(full)?.[0]).toMatch(/This page is full[^]*<a href="channels\/c8\.html">c8<\/a>/);
});

test("the page for printing holds 400 KB with its overview, and what is small though something before it had no room", async () => {
  const word = "A long word of a long text. ";
  const channels = Array.from({ length: 9 }, (_, at) => `  c${at}: { description: ${at === 8 ? "Short." : word.repeat(2000)} }\n`).join("");
  const text = `asyncapi: 2.6.0\ninfo: { title: Long, version: "1", description: ${word.repeat(4000)} }\nchannels:\n${channels}`;
  const html = (await siteOf(text)).get("print.html") ?? "";
  const printed = [...html.matchAll(/<section class="whole" id="page\.channels\.([^"]*)"/g)].map(([, name]) => name);
  expect(printed).toEqual(["c0", "c1", "c2", "c3", "c8"]);
  expect(Buffer.byteLength(html)).toBeLessThan(400_000);
});

test("on the page for printing nothing links to where it stands", async () => {
  const html = (await siteOf(document)).get("print.html") ?? "";
  const section = html.slice(html.indexOf('<section class="whole"'));
  expect(section).toMatch(
    /<li class="schema-row schema-property" id="[^"]*~payload.brightness"><div class="schema-name"><a><code>brightness<\/code><\/a>/,
  );
  expect(section).not.toMatch(/ id="([^"]*)">(?:<div class="schema-name">)?<a href="#\1"/);
  expect(section.match(/<a[ >]/g)).toHaveLength(section.match(/<\/a>/g)?.length ?? 0);
});
