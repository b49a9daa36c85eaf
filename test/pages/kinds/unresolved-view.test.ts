import { beforeAll, expect, test } from "vitest";
import { built } from "../../support/built.ts";
import { pageAt, siteOf, textOf } from "./site-of.ts";

const NOWHERE = '{ $ref: "#/components/nowhere" }';

const document3 = `asyncapi: 3.0.0
info: { title: Lamp, version: "1" }
servers: { gone: ${NOWHERE} }
channels:
  lit:
    address: lamps/lit
    messages:
      lost: ${NOWHERE}
  dark: ${NOWHERE}
  idle: { address: idle }
  dim:
    address: dim
    messages:
      bare: { headers: ${NOWHERE}, payload: ${NOWHERE} }
operations:
  all: { action: send, channel: { $ref: "#/channels/lit" } }
  unlit: { action: send, channel: { $ref: "#/channels/dark" } }
  gone: ${NOWHERE}
  dims: { action: send, channel: { $ref: "#/channels/dim" } }
`;

const document2 = `asyncapi: 2.6.0
info: { title: Lamp, version: "1" }
channels:
  lit:
    publish: { operationId: light, message: { payload: ${NOWHERE} } }
  dark: ${NOWHERE}
`;

let files: ReadonlyMap<string, string>;
let files2: ReadonlyMap<string, string>;
beforeAll(async () => {
  files = await siteOf(document3);
  files2 = await siteOf(document2);
});

/** The page as a reader sees it, and the same page for programs. */
const both = (path: string, from = files): string =>
  `${textOf(from.get(`${path}.html`))}\n${(from.get(`${path}.md`) ?? "").replaceAll("\\", "")}`;
const LOST = (what: string): string => `The ${what} #/components/nowhere could not be found.`;

test("an operation that has the messages of its channel says which of them is lost", () => {
  expect(both("operations/all").split(LOST("message"))).toHaveLength(3);
  expect(both("operations/all")).not.toContain("has no message");
  expect(JSON.parse(files.get("model.json") ?? "")).toMatchObject({
    operations: [{ unresolved: { messages: ["#/components/nowhere"] } }, {}, {}, {}],
  });
});

test("nothing else is said of an operation, a channel or a server that is lost", () => {
  const operation = both("operations/gone");
  expect(operation.split(LOST("operation"))).toHaveLength(3);
  expect(operation).not.toMatch(/has no message|does not say in words/);
  const channel = both("channels/dark");
  expect(channel.split(LOST("channel"))).toHaveLength(3);
  expect(channel).not.toMatch(/No operation uses|not declared|every server/);
  expect(textOf(files.get("index.html"))).not.toContain("Channels without operations dark");
  const servers = both("servers") + both("index");
  expect(servers.split(LOST("server"))).toHaveLength(5);
  expect(servers).not.toMatch(/not declared|does not say/);
  expect(both("operations/all")).not.toContain("not declared");
});

test("no operation is said to use a channel only where all operations are known", () => {
  expect(both("channels/idle")).not.toContain("No operation uses");
});

test("a reference that leads nowhere is no field that the format does not know", () => {
  for (const path of ["operations/gone", "channels/dark", "servers"]) expect(both(path)).not.toMatch(/Other fields/i);
});

test("a message whose schemas are lost is there, and has no example", () => {
  expect(both("operations/light", files2)).not.toContain(LOST("message"));
  expect(both("channels/dark", files2)).toContain(LOST("channel"));
  expect(both("operations/dims")).not.toMatch(/Generated|neither headers nor a payload/);
});

test("servers that could not be read are not said to be none", async () => {
  const broken = await siteOf('asyncapi: 3.0.0\ninfo: { title: Lamp, version: "1" }\nservers: 5\n');
  expect(textOf(broken.get("index.html"))).toContain("The servers of the document could not be read.");
});

test("problems of a channel's messages are on the page of an operation that misses them, which lists them in one place", async () => {
  const operation =
    'tell: { action: send, channel: { $ref: "#/channels/lit" }, messages: [{ $ref: "#/channels/lit/messages/lost" }, { $ref: "#/channels/lit/messages/gone" }] }';
  const { files: broken } = await built({
    "main.yaml": `asyncapi: 3.0.0
info: { title: Lamp, version: "1" }
channels: { lit: { address: lamps/lit, messages: { lost: { $ref: lost.yaml }, gone: { $ref: gone.yaml } } } }
operations: { ${operation} }
`,
  });
  const page = broken.get("operations/tell.html") ?? "";
  expect(textOf(page)).toMatch(/On this page: 2 errors\. .* Marked: Messages/);
  // The sidebar counts what the page lists.
  expect(page).toMatch(/href="tell\.html"[^>]* aria-current="page">.*<span class="count bad"[^>]*>2<\/span>/);
  expect(textOf(page)).not.toContain("Fields that could not be read");
  expect(page).toMatch(/<a href="#lost-messages"[^>]*>(?:<bdi>)?Messages/);
  expect(page.match(/class="[^"]*\blost\b/g)).toHaveLength(1);
});

test("where one message has the name that a lost reference ends in, its page is linked", async () => {
  const ref = (pointer: string): string => `{ $ref: "#/components/${pointer}" }`;
  const { files: broken } = await built({
    "main.yaml": `asyncapi: 2.6.0
info: { title: Lamp, version: "1" }
channels: { lit: { publish: { operationId: light, message: { oneOf: [${ref("messages/lamp/on")}, ${ref("message/off")}, ${ref("schemas/offf")}] } } } }
components: { messages: { lamp/on: { payload: { type: string } }, "off": { payload: { type: number } } } }
`,
  });
  const lost = /id="lost-messages">(.*?)<\/div>/.exec(broken.get("operations/light.html") ?? "")?.[1] ?? "";
  expect(lost.match(/<a href="[^"]*"/g)).toEqual(['<a href="../messages/lamp-on.html"', '<a href="../messages/off.html"']);
  expect(textOf(lost)).toMatch(/messages\/lamp\/on could not be found\. There is one of this name: lamp\/on/);
  expect(textOf(lost)).toMatch(/schemas\/offf could not be found\.\s*$/);
  expect(broken.get("operations/light.md")).toContain("There is one of this name: [lamp/on](../messages/lamp-on.md)");
});

test("a row whose problem names a lost reference does not name it again", async () => {
  const message = "{ name: lux, payload: { properties: { lumens: { $ref: lumens.yaml } } } }";
  const { files: broken } = await built({
    "main.yaml": `asyncapi: 2.6.0\ninfo: { title: Lamp, version: "1" }\nchannels: { lit: { publish: { message: ${message} } } }\n`,
  });
  const row =
    /<li class="schema-row schema-property" id="messages\.lux\.payload\.lumens">[^]*?<\/li>/.exec(
      pageAt(broken, "messages/lux.html"),
    )?.[0] ?? "";
  expect(textOf(row)).toContain("lumens unresolved error");
  expect(row.split("lumens.yaml")).toHaveLength(2);
});

test("a channel whose servers cannot be read is on no server, and says so", async () => {
  const site = await siteOf(`asyncapi: 3.0.0
info: { title: Lamp, version: "1" }
servers: { prod: { host: prod.example, protocol: mqtt } }
channels:
  component: { address: c, servers: [{ $ref: "#/components/servers/other" }] }
  name: { address: n, servers: [prod] }
  whole: { address: w, servers: { $ref: "#/servers/prod" } }
  fine: { address: f, servers: [{ $ref: "#/servers/prod" }] }
components: { servers: { other: { host: other.example, protocol: mqtt } } }
`);
  const named = (path: string): boolean => textOf(site.get(`channels/${path}.html`)).includes("prod.example");
  expect(["component", "name", "whole", "fine"].map(named)).toEqual([false, false, false, true]);
  expect(textOf(pageAt(site, "channels/component.html"))).toContain("The server #/components/servers/other could not be read");
  expect(textOf(pageAt(site, "channels/name.html"))).toContain("The server prod could not be read");
});

test("of many messages that are lost, the first are named and the others are counted", async () => {
  const refs = Array.from({ length: 19 }, (_, at) => `{ $ref: "#/components/messages/gone-${at}" }`).join(", ");
  const many = await siteOf(`asyncapi: 2.6.0
info: { title: Lamp, version: "1" }
channels: { lit: { publish: { operationId: light, message: { oneOf: [${refs}] } } } }
`);
  const page = both("operations/light", many);
  expect(page.split("could not be found.")).toHaveLength(2 * 8 + 1);
  expect(page.split("11 more")).toHaveLength(3);
});
