import { beforeAll, describe, expect, test } from "vitest";
import { siteOf, textOf, pageAt } from "./site-of.ts";

const document = `asyncapi: 3.0.0
info: { title: Lamp, version: "1" }
servers:
  one: { host: a.example, protocol: kafka, security: [{ $ref: "#/components/securitySchemes/login" }] }
  two: { host: b.example, protocol: kafka, security: [{ $ref: "#/components/securitySchemes/login" }] }
  open: { host: c.example, protocol: kafka }
channels:
  asks: { address: asks, messages: { ask: { $ref: "#/components/messages/Ask" } } }
  answers: { address: answers, messages: { answer: { $ref: "#/components/messages/Answer" } } }
operations:
  same: { action: receive, channel: { $ref: "#/channels/asks" }, security: [{ $ref: "#/components/securitySchemes/login" }], reply: { channel: { $ref: "#/channels/answers" } } }
  other: { action: receive, channel: { $ref: "#/channels/asks" }, security: [{ $ref: "#/components/securitySchemes/key" }], reply: { channel: { $ref: "#/channels/answers" } } }
  none: { action: receive, channel: { $ref: "#/channels/asks" } }
components:
  securitySchemes: { login: { type: userPassword }, key: { type: apiKey, in: user } }
  messages:
    Ask: { payload: { type: object, properties: { question: { type: string } } } }
    Answer: { summary: What was asked for., contentType: application/xml, payload: { type: object, properties: { solution: { type: string } } } }
    Lone: { payload: { type: string } }
`;

describe("what an operation takes", () => {
  let files: ReadonlyMap<string, string> = new Map<string, string>();
  beforeAll(async () => void (files = await siteOf(document)));
  const page = (path: string): string => textOf(files.get(path));

  test("servers that ask for the same are named together, with the operation where it asks for that too", () => {
    expect(page("operations/none.html")).toMatch(/login \S.*? for the servers one , two /);
    const same = page("operations/same.html");
    expect(same).toMatch(/login \S.*? for the operation and for the servers one , two /);
    expect(same).not.toContain("Both are needed");
    expect(page("operations/other.html")).toMatch(/Both are needed.* key \S.*? for the operation login \S.*? for the servers one , two /);
  });

  test("an operation's page tells what its reply holds, in a tree and an example of its own", () => {
    const html = files.get("operations/same.html") ?? "";
    expect(page("operations/same.html")).toMatch(/Reply Channel answers .* Answer What was asked for\..* solution string/);
    expect(html).toContain('id="reply.Answer.payload.solution"');
    expect(html.match(/class="panel examples"/g)).toHaveLength(2);
    const headings = [...html.matchAll(/<h([1-6]) id="(reply[^"]*)"/g)].map(([, level, id]) => `${String(level)} ${String(id)}`);
    expect(headings.slice(0, 3)).toEqual(["2 reply", "3 reply.Answer", "4 reply.Answer.payload"]);
  });

  test("a channel of replies is not one that nothing uses", () => {
    const row = /<tr><th scope="row">(?:(?!<tr>)[^])*answers<[^]*?<\/tr>/.exec(files.get("channels.html") ?? "")?.[0];
    expect(textOf(row)).toMatch(/↑ sends reply 2 : 2 operations/);
    expect(textOf(row)).not.toContain("none");
  });

  test("a content type that no one states is told from the document's default", async () => {
    expect(page("messages/ask.html")).toContain("application/json assumed: the document names none");
    expect(page("messages/answer.html")).toMatch(/Content type application\/xml (?!assumed|the document)/);
    const stated = await siteOf(document.replace("channels:", "defaultContentType: text/plain\nchannels:"));
    expect(textOf(pageAt(stated, "messages/ask.html"))).toContain("text/plain the document’s default");
  });

  test.each([
    ["in Avro", "{ schemaFormat: application/vnd.apache.avro;version=1.9.0, schema: { type: record, name: Ask, fields: [] } }"],
    ["of bytes", "{ type: string, format: binary }"],
  ])("a message %s without a content type is not said to be JSON, on its pages and in lists", async (_, payload) => {
    const text = document.replace(/(Ask: \{ )payload.*/, `$1payload: ${payload} }`).replace("protocol: kafka", "protocol: amqp");
    const stated = await siteOf(text);
    for (const path of ["messages/ask.html", "messages.html", "operations/none.html", "messages/ask.md"])
      expect([path, textOf(stated.get(path)?.replace(/<nav[^]*?<\/nav>/g, ""))]).toEqual([
        path,
        expect.stringContaining("no content type given"),
      ]);
    expect(stated.get("operations/none.html")).not.toContain("application/json");
  });

  test("the figure of messages is that of the list that it leads to", () => {
    expect(page("index.html")).toContain("3 messages");
    expect(page("messages.html")).toContain("Messages 3");
  });
});

test("on the overview of many channels, one with a single operation leads to that operation", async () => {
  const names = Array.from({ length: 32 }, (_, at) => `${at < 16 ? "hall" : "attic"}/lamp-${at}`);
  const channels = names.map((name, at) => `  ${name}: { publish: {}${at === 0 ? ", subscribe: {}" : ""} }`);
  const files = await siteOf(`asyncapi: 2.6.0\ninfo: { title: Lamp, version: "1" }\nchannels:\n${channels.join("\n")}\n`);
  const groups = /<ul class="groups">[^]*?<\/section>/.exec(files.get("index.html") ?? "")?.[0] ?? "";
  expect(groups).toContain('href="channels/hall-lamp-0.html"');
  expect(groups).toContain('href="operations/hall-lamp-1-publish.html"');
  expect(groups).not.toContain('href="channels/hall-lamp-1.html"');
});

test("what goes over a channel the other way is one list of links, cut with a link to the rest", async () => {
  const others = Array.from(
    { length: 14 },
    (_, at) => `  tell${at}: { action: receive, summary: Take ${at}, channel: { $ref: "#/channels/lamp" } }`,
  );
  const files = await siteOf(`asyncapi: 3.0.0
info: { title: Lamp, version: "1" }
channels: { lamp: { address: lamp, messages: { lit: { payload: { type: string } } } } }
operations:
  ask: { action: send, channel: { $ref: "#/channels/lamp" } }
${others.join("\n")}
`);
  const html = files.get("operations/ask.html") ?? "";
  const section = /<section class="also"[^]*?<\/section>/.exec(html)?.[0] ?? "";
  expect(html.match(/<section class="also"/g)).toHaveLength(1);
  expect([...section.matchAll(/class="pick-link" href="([^"]*)"/g)].map(([, href]) => href)).toEqual(
    Array.from({ length: 12 }, (_, at) => `tell${at}.html`),
  );
  expect(textOf(section)).toContain("Take 0");
  expect(section).toMatch(/<a href="\.\.\/channels\/lamp\.html">2 more<\/a>/);
  expect(files.get("operations/ask.md")).toMatch(/- \[tell0\]\S+ — Take 0/);
});
