import { beforeAll, describe, expect, test } from "vitest";
import { built } from "../../support/built.ts";
import { siteOf, textOf, pageAt } from "./site-of.ts";

const document = `asyncapi: 3.0.0
info: { title: Lamp, version: "1" }
servers:
  safe: { host: a.example, protocol: secure-mqtt, protocolVersion: "3.1.1", security: [{ $ref: "#/components/securitySchemes/login" }] }
  plain: { host: b.example, protocol: kafka, protocolVersion: "1.0" }
channels:
  asks: { address: asks, messages: { ask: { $ref: "#/components/messages/Ask" }, both: { $ref: "#/components/messages/Both" } } }
  tells: { address: tells, messages: { told: { $ref: "#/components/messages/Told" } } }
operations:
  take: { action: receive, channel: { $ref: "#/channels/asks" } }
  tell: { action: send, channel: { $ref: "#/channels/tells" } }
  again: { action: send, channel: { $ref: "#/channels/tells" } }
  odd: { action: listen, channel: { $ref: "#/channels/asks" }, messages: [{ $ref: "#/channels/asks/messages/both" }] }
components:
  securitySchemes: { login: { type: userPassword } }
  messages: { Ask: { payload: { type: string } }, Both: { payload: { type: string } }, Told: { payload: { type: string } } }
`;

describe("what a page says once", () => {
  let files: ReadonlyMap<string, string> = new Map<string, string>();
  beforeAll(async () => void (files = await siteOf(document)));
  const page = (path: string): string => textOf(files.get(path));

  test("a server's protocol is named as readers say it, the document's own name is a detail if it differs by more than case", () => {
    expect(page("servers.html")).toMatch(/safe MQTT 3\.1\.1 over TLS .* Protocol secure-mqtt 3\.1\.1 Host a\.example/);
    expect(page("servers.html")).toMatch(/plain Kafka 1\.0 .* Host b\.example/);
    expect(page("servers.html").match(/ Protocol /g)).toHaveLength(1);
    expect(page("channels/asks.html")).toContain("mqtts://a.example MQTT 3.1.1 over TLS");
    expect(page("channels/asks.html")).toContain("plain b.example Kafka 1.0");
    expect(files.get("servers.md")).toContain("- Protocol: secure-mqtt 3.1.1");
  });

  test("a security scheme named by its key does not say it again", () => {
    expect(page("security.html")).toMatch(/login User name and password Type userPassword/);
  });

  test("an operation on a channel's page says its direction by the badge, an unknown one in words", () => {
    expect(page("channels/asks.html")).toMatch(/Lamp receives take /);
    expect(page("channels/asks.html")).toMatch(/listen odd The document does not say who sends/);
  });

  test("a message whose uses are all in its head has no table of them", () => {
    expect(page("messages/told.html")).toMatch(/Sent by Lamp on tells by tell/);
    expect(page("messages/told.html")).not.toContain("Used by");
    expect(page("messages/both.html")).toContain("Used by");
  });
});

test("Markdown says a problem and a whole example once, shows a name of blanks, and names code by its content type", async () => {
  const { files } = await built({
    "api.yaml": `asyncapi: 3.0.0
info: { title: Lamp, version: "1" }
channels:
  lit:
    messages:
      lit:
        payload:
          type: object
          properties: { "": { type: string, deprecated: 1 } }
          examples: [{ "": hall, more: 1 }]
      text: { contentType: text/html, payload: { type: string }, examples: [{ name: "", payload: "<p>lit</p>" }] }
`,
  });
  const lit = pageAt(files, "messages/lit.md");
  expect(lit.match(/schema\/keyword/g)).toHaveLength(1);
  expect(lit.match(/"more": 1/g)).toHaveLength(1);
  expect(textOf(files.get("messages/lit.html")).match(/"more" ?: 1/g)).toHaveLength(1);
  expect(lit).toContain('\n  - `""`: string');
  expect(pageAt(files, "messages/text.md")).toMatch(/### Example \(.*\)\n[^]*```html\n<p>lit<\/p>\n```/);
});

test("a summary, a name made of it and an example of headers are said once, and a title is told from a type", async () => {
  const { files } = await built({
    "api.yaml": `asyncapi: 2.6.0
info: { title: Lamp, version: "1" }
channels:
  lit:
    subscribe:
      summary: Tells who lit
      description: Tells who lit.
      message:
        summary: A lamp was lit.
        headers: { type: object, properties: { id: { type: string } }, examples: [{ id: a1, hx: 1 }] }
        payload: { type: object, properties: { kind: { allOf: [{ enum: [a, b] }, { const: a }] }, more: { title: Rest, properties: { x: { type: string } } } } }
    publish: { summary: Takes it, description: "[Takes it](https://example.test)", message: { payload: { type: string } } }
  dimmed: { subscribe: { message: { name: lampDimmed, title: Lamp dimmed, summary: Lamp dimmed., payload: { type: string } } } }
`,
  });
  const [html, twin] = [pageAt(files, "operations/lit-subscribe.html"), pageAt(files, "operations/lit-subscribe.md")];
  expect(twin.match(/Tells who lit/g)).toHaveLength(1);
  expect(twin.match(/A lamp was lit/g)).toHaveLength(1);
  expect(twin).toContain("\n### A lamp was lit\n");
  expect(twin.match(/"hx": 1/g)).toHaveLength(1);
  expect(textOf(html).match(/"hx" ?: 1/g)).toHaveLength(1);
  expect(twin).toContain("  - `more`: object, type not stated · Rest\n");
  expect(html).toContain('<div class="schema-values aside"><span class="schema-label">one of</span>');
  expect(pageAt(files, "operations/lit-publish.md")).toContain("[Takes it](https://example.test)");
  for (const list of ["messages.html", "messages.md", "llms.txt"]) {
    expect([list, files.get(list)?.match(/A lamp was lit|Lamp dimmed/g)]).toEqual([list, ["A lamp was lit", "Lamp dimmed"]]);
  }
});
