import { expect, test } from "vitest";
import type { CodeDefinition } from "../../../src/text/diagnostics/index.ts";
import { catalog } from "../../../src/text/diagnostics/index.ts";
import { contents, folder, msgdocs } from "../../app/cli/shell.ts";
import { codes, readRulePage } from "../../support/rule-page.ts";

/** Errors of no other page than those of the whole document, and why. */
const onOverview: Readonly<Record<string, string>> = {
  "document/key-not-a-string": "a key of the root",
  "document/loose-syntax": "a value of the root's info",
  "document/tag": "a value of the root's info",
  "structure/required-field": "a field of the root's info",
  "tag/duplicate": "the root's list of tags: the page of the tag shows the first",
  "trait/forbidden-field": "a trait that nothing uses",
  "value/absolute-url": "a field of the root's info",
  "value/uri": "the root's id",
};

/** Errors that are not found on these runs: of the settings, of check alone, of several documents, and of what needs a network. */
const notHere = new Set([
  "config/not-found",
  "coverage/threshold",
  "portal/clash",
  "portal/not-built",
  "portal/same-name",
  "reference/lock-mismatch",
  "reference/remote-failed",
]);

const rulePages = codes
  .filter((code) => {
    const { level, fatal }: CodeDefinition = catalog[code];
    return level === "error" && !fatal && !notHere.has(code);
  })
  .map(readRulePage)
  .filter(({ args }) => args[0] === "check");

/** The pages of a site that is built in spite of its problems, the overview apart from those of one kind of thing. */
async function builtFrom(files: Readonly<Record<string, string | Uint8Array>>): Promise<Record<string, string>> {
  const at = folder(files);
  await msgdocs(at, ["build", "msgapi.yaml", "-o", "out", "--allow-errors"]);
  return contents(`${at}/out`);
}

/** The Markdown that says the problems of a page. Those of the overview are on a page of their own. */
const inText = (page: string): string => `${page === "index" ? "problems" : page}.md`;

const ofThings = /^(?:(?:channels|operations|messages|schemas)\/.*|servers|security|tags)\.html$/;

test.each(rulePages)("$code: the site names the problem on the page of the thing, and links there", async ({ code, wrong }) => {
  const site = await builtFrom(wrong);
  const telling = Object.keys(site).filter((path) => ofThings.test(path) && site[path]?.includes(`<code>${code}</code>`));
  expect(site["problems.html"]).toContain(`<code>${code}</code>`);
  expect(telling.length > 0).toBe(!(code in onOverview));
  const linked = telling.filter((path) => site["problems.html"]?.includes(`href="${path}#problem-`));
  expect(linked.length > 0).toBe(telling.length > 0);
  const texts = ["problems.html", ...telling].map((path) => path.replace(/html$/, "md"));
  expect(texts.filter((path) => !site[path]?.includes(`\`${code}\``))).toEqual([]);
  expect(site["model.json"]).toContain(`"code":"${code}"`);
});

const broken = `asyncapi: 3.0.0
info: { title: Lamps, version: 1.0 }
servers:
  prod: { host: lamps.example.com, protocol: mqtt }
channels:
  lit:
    address: lit
    servers: [{ $ref: '#/servers/nope' }]
    messages:
      lost: { $ref: '#/components/messages/Lost' }
      found:
        traits: [{ $ref: '#/components/messageTraits/Nope' }]
        payload: { type: object, properties: { lux: { type: intger } } }
operations:
  sendLit:
    action: send
    channel: { $ref: '#/channels/lit' }
    messages: [{ $ref: '#/channels/lit/messages/lost' }]
  sendNowhere:
    action: sendd
    channel: { $ref: '#/channels/nowhere' }
`;

test("what is refused is not shown as fine, as absent or as unknown", async () => {
  const site = await builtFrom({ "msgapi.yaml": broken });
  const page = (path: string): string => site[path] ?? "";
  for (const path of Object.keys(site).filter((each) => each.endsWith(".html") && !each.startsWith("source/"))) {
    expect(page(path)).not.toContain("The format does not know these");
    expect(page(path)).not.toContain("This operation has no message");
  }
  expect(page("operations/sendlit.html")).toContain("The message #/channels/lit/messages/lost could not be found.");
  expect(page("channels/lit.html")).toContain("The message #/components/messages/Lost could not be found.");
  expect(page("channels/lit.html")).toContain("The server #/servers/nope could not be found.");
  expect(page("channels/lit.html")).not.toContain("lamps.example.com");
  expect(page("operations/sendnowhere.html")).toContain("The channel #/channels/nowhere could not be found.");
  expect(page("operations/sendnowhere.html")).toContain(
    "The document does not say who sends and who receives in a way that the format knows.",
  );
  expect(page("messages/found.html")).toMatch(/class="schema-type">[^]{0,80}intger[^]{0,200}class="field-problem bad"/);
  expect(page("messages/found.html")).toMatch(/<code>traits\.0<\/code>[^]*?class="field-problem bad"/);
  // The top of a page leads to where it marks them.
  const leads = (path: string): readonly string[] => {
    const [, top = ""] = /class="page-problems"[^]*?<\/details>\n<p>([^]*?)<\/p>/.exec(page(path)) ?? [];
    return [...top.matchAll(/<a href="#([^"]*)">/g)].map(([, anchor = ""]) => anchor);
  };
  expect(leads("operations/sendlit.html")).toEqual(["lost-messages", "connect"]);
  expect(leads("channels/lit.html")).toEqual(["connect", "messages"]);
  expect(leads("messages/found.html")).toEqual(["payload.lux"]);
  for (const path of ["operations/sendlit.html", "channels/lit.html", "messages/found.html"])
    for (const anchor of leads(path)) expect(page(path)).toContain(`id="${anchor}"`);
  expect(page("index.html")).toMatch(/Fields that could not be read[^]*?<code>version<\/code>[^]*?class="field-problem bad"/);
});

test("the top of a page names what it marks, and whose it is where two are alike", async () => {
  const site = await builtFrom({
    "msgapi.yaml": `asyncapi: 3.0.0
info: { title: Lamps, version: 1.0.0 }
channels:
  lit:
    address: lit
    messages:
      one: { title: One, payload: { type: strng } }
      two: { title: Two, payload: { type: strng } }
operations:
  both: { action: send, channel: { $ref: '#/channels/lit' } }
  first: { action: send, channel: { $ref: '#/channels/lit' }, messages: [{ $ref: '#/channels/lit/messages/one' }] }
`,
  });
  const marked = (path: string) => /Marked: ([^]*?)\. </.exec(site[path] ?? "")?.[1]?.replace(/<[^>]*>/g, "");
  expect(marked("operations/first.html")).toBe("Payload");
  expect(marked("operations/both.html")).toBe("One: Payload, Two: Payload");
});

test("the top of a page names the examples that are wrong, not those made up before them", async () => {
  const site = await builtFrom({
    "msgapi.yaml": `asyncapi: 3.0.0
info: { title: Lamps, version: 1.0.0 }
channels:
  lit: { address: lit, messages: { m: { payload: { oneOf: [{ $ref: '#/components/schemas/a' }, { $ref: '#/components/schemas/b' }] }, examples: [{ payload: 1 }, { payload: 2 }] } } }
operations: { both: { action: send, channel: { $ref: '#/channels/lit' } } }
components: { schemas: { a: { type: object, required: [a], properties: { a: { type: string } } }, b: { type: object, required: [b], properties: { b: { type: string } } } } }
`,
  });
  const page = site["operations/both.html"] ?? "";
  // Each variant has an example, and that of the first stands in front.
  expect([...page.matchAll(/class="example" id="[^"]*\bexamples-([^"]*)"/g)].map(([, end]) => end)).toEqual([
    "generated.1",
    "1",
    "2",
    "generated.2",
  ]);
  expect(/Marked: ([^]*?)\. </.exec(page)?.[1]?.replace(/<[^>]*>/g, "")).toBe("Example 1, Example 2");
});

test.each([
  ["the payload of a 2.x message", "asyncapi: 2.6.0", "{ schemaFormat: application/schema+json, schema: { type: object } }", "{}"],
  ["a property of a 3.x schema", "asyncapi: 3.0.0", "{ properties: { in: { $ref: '#/components/schemas/Wrapped' } } }", "{ in: 1 }"],
])("a schema with its format where only a schema is read is not checked: %s", async (_, version, payload, example) => {
  const message = `{ payload: ${payload}, examples: [{ payload: ${example} }] }`;
  const site = await builtFrom({
    "msgapi.yaml": `${version}
info: { title: Lamps, version: 1.0.0 }
channels: {}
components:
  messages: { lit: ${message} }
  schemas:
    Wrapped: { schemaFormat: application/vnd.apache.avro;version=1.9.0, schema: { type: string } }
`,
  });
  expect(site["messages/lit.html"]).toContain("Not checked: its schema has a problem.");
  expect(site["messages/lit.html"]).not.toContain("matches its schema");
});

test("a schema with an error has no generated example, and no example is said to match it", async () => {
  const site = await builtFrom({
    "msgapi.yaml": `asyncapi: 3.0.0
info: { title: Lamps, version: 1.0.0 }
channels:
  lit:
    messages:
      broken: { payload: { type: strng } }
      inner: { payload: { $ref: '#/components/schemas/Lux' }, examples: [{ payload: {} }] }
components:
  schemas:
    Lux: { type: object, properties: { lux: { type: intger } } }
`,
  });
  expect(site["messages/broken.html"]).toContain("No example could be generated: its schema has a problem.");
  expect(site["messages/inner.html"]).toContain("Not checked: its schema has a problem.");
  expect(Object.values(site).join("")).not.toContain("matches its schema");
});

test("the Markdown of a page says what is wrong, and takes nothing that was refused for a fact", async () => {
  const site = await builtFrom({ "msgapi.yaml": broken });
  const nowhere = site["operations/sendnowhere.md"] ?? "";
  expect(nowhere).toContain("The document does not say who sends and who receives in a way that the format knows.");
  expect(nowhere).toMatch(/## Fields that could not be read\n\n- `action`/);
  expect(nowhere).not.toContain("## Further fields");
  expect(nowhere).toMatch(/## Problems in the document\n\n[^]*- error `reference\/not-found`/);
  expect(site["operations/sendlit.md"]).toMatch(/Lamps sends \S+ you can receive\./);
  expect(site["operations/sendlit.md"]).toContain("could not be found.");
  // What stands at its row is not said again.
  expect(site["messages/found.md"]?.match(/- error `schema\/keyword`/g)).toHaveLength(1);
});

test("each kind of page has its problems in HTML, in Markdown and in the model, at the thing itself", async () => {
  const site = await builtFrom({
    "msgapi.yaml": `asyncapi: 3.0.0
info:
  title: Lamps
  version: 1.0.0
  termsOfService: 11
  tags: [{ name: red, description: 12 }]
servers:
  prod: { host: lamps.example.com, protocol: mqtt, description: 13 }
channels:
  lit:
    address: 14
    messages:
      lux: { payload: { $ref: '#/components/schemas/Lux' }, summary: 15 }
operations:
  sendLit: { action: send, channel: { $ref: '#/channels/lit' }, summary: 16 }
  sendAgain: { action: send, channel: { $ref: '#/channels/lit' } }
components:
  schemas:
    Lux: { type: object, description: 17 }
    More: { properties: { lux: { $ref: '#/components/schemas/Lux' } } }
  securitySchemes:
    key: { type: apiKey, in: user, description: 18 }
  correlationIds:
    never: { location: 19 }
`,
  });
  const model = JSON.parse(site["model.json"] ?? "") as Record<string, Record<string, unknown>>;
  const texts = (thing: unknown): string => JSON.stringify((thing as { problems?: unknown } | undefined)?.problems);
  const things: Record<string, readonly [number, string]> = {
    index: [11, texts(model)],
    tags: [12, texts(model)],
    servers: [13, texts(model.servers?.[0])],
    "channels/lit": [14, texts(model.channels?.[0])],
    "messages/lux": [15, texts(model.messages?.[0])],
    "operations/sendlit": [16, texts(model.operations?.[0])],
    "schemas/lux": [17, texts(model.schemas?.Lux)],
    security: [18, texts(model.securitySchemes?.[0])],
    components: [19, texts(model.components?.[0])],
  };
  for (const [page, [value, inModel]] of Object.entries(things)) {
    const said = new RegExp(`this is a number, ${value}`);
    expect(site[`${page}.html`], page).toMatch(said);
    expect(site[inText(page)], page).toMatch(said);
    expect(inModel, page).toMatch(said);
  }
});

test("only what could not be read stands under the fields that could not be read", async () => {
  const site = await builtFrom({
    "msgapi.yaml": `asyncapi: 3.0.0
info: { title: Lamps, version: 1.0.0 }
servers:
  prod: { host: lamps.example.com, protocol: mqtt }
channels:
  lit:
    servers: [{ $ref: '#/servers/prod' }, { $ref: '#/servers/nope' }]
    messages:
      good: { tags: [{ name: red }, 5], traits: [{ title: GoodTitle }, 6], payload: { schemaFormat: 7, schema: {}, x-note: 8 } }
      lost: { $ref: '#/components/messages/Lost' }
      none: 9
operations:
  send:
    action: send
    channel: { $ref: '#/channels/lit' }
    messages: [{ $ref: '#/channels/lit/messages/good' }, { $ref: '#/channels/lit/messages/nope' }]
    security: [{ $ref: '#/components/securitySchemes/key' }, 10]
  again: { action: send, channel: { $ref: '#/channels/lit' }, messages: [{ $ref: '#/channels/lit/messages/good' }] }
components:
  securitySchemes: { key: { type: userPassword } }
`,
  });
  const listed = (path: string): readonly string[] => {
    const [, rest = ""] = (site[path] ?? "").split("\n## Fields that could not be read\n\n");
    const [section = ""] = rest.split("\n## ");
    return section.split("\n").filter((line) => line.startsWith("- "));
  };
  expect(listed("channels/lit.md")).toEqual(["- `servers.1`", "- `messages.lost`"]);
  expect(site["channels/lit.md"]).toMatch(/- `servers\.1`\n\n\s+```json\n\s+\{\n\s+"\$ref": "#\/servers\/nope"/);
  expect(listed("messages/good.md")).toEqual(["- `traits.1`: `6`", "- `payload.schemaFormat`: `7`", "- `tags.1`: `5`"]);
  expect(site["messages/good.md"]).toMatch(/## .*\n\n- `payload\.x-note`: `8`\n/);
  expect(listed("messages/none.md")).toEqual(["- `none`: `9`"]);
  // A lost message is told among the messages.
  expect(listed("operations/send.md")).toEqual(["- `security.1`: `10`"]);
  expect(site["operations/send.md"]).toMatch(/could not be found/);
});

test("a payload that could not be read is not said to be absent", async () => {
  const site = await builtFrom({
    "msgapi.yaml": `asyncapi: 2.6.0
info: { title: Lamps, version: 1.0.0 }
channels:
  lit: { publish: { message: { oneOf: [{ $ref: '#/components/messages/empty' }, { $ref: '#/components/messages/none' }] } } }
  dim: { publish: { message: { oneOf: [{ $ref: '#/components/messages/empty' }, { $ref: '#/components/messages/none' }] } } }
components:
  messages:
    empty: { payload: null }
    number: 5
    none: { summary: s }
`,
  });
  for (const name of ["empty", "number"]) {
    expect(site[`messages/${name}.html`], name).toMatch(/payload that could not be read\.<\/p>\s*<p class="field-problem bad">/);
    expect(site[`messages/${name}.md`], name).toMatch(/payload that could not be read\.\n\n- error `structure\/wrong-type`/);
  }
  for (const extension of ["html", "md"]) {
    expect(site[`messages/none.${extension}`]).toContain("The document describes no payload for this message.");
    expect(site[`messages/none.${extension}`]).not.toContain("could not be read");
  }
});

test("a schema that was refused is marked wherever an alias uses it", async () => {
  const site = await builtFrom({
    "msgapi.yaml": `asyncapi: 3.0.0
info: { title: Lamps, version: 1.0.0 }
channels:
  lit:
    messages:
      first: { payload: &lux { type: object, properties: { lux: { type: intger } } }, examples: [{ payload: {} }] }
      same: { payload: *lux, examples: [{ payload: {} }] }
      inner: { payload: { type: object, properties: { now: *lux } } }
      part: { payload: { allOf: [*lux, { type: object }] } }
components:
  schemas:
    One: &one { type: intger }
    Two: *one
`,
  });
  for (const name of ["first", "same", "inner", "part"]) {
    expect(site[`messages/${name}.html`], name).toContain("its schema has a problem.");
    expect(site[`messages/${name}.html`], name).toContain('class="field-problem bad"');
  }
  expect(Object.values(site).join("")).not.toContain("matches its schema");
  expect(site["schemas/two.html"]).toContain("<code>schema/keyword</code>");
  expect(site["schemas/two.md"]).toContain("`schema/keyword`");
});

test("of a key that stands twice the last value counts everywhere, and the other is named at the thing", async () => {
  const text = `asyncapi: 3.0.0
info: { title: Lamps, version: 1.0.0 }
channels:
  lit:
    address: first
    address: last
    messages:
      lux:
        payload: { type: object, properties: { lux: { type: string }, lux: { type: integer, minimum: 1, minimum: 2 } } }
        x-own: 1
        x-own: 2
`;
  const site = await builtFrom({ "msgapi.yaml": text });
  expect(site["channels/lit.html"]).toContain("is already used in this object, for &quot;first&quot;; the last one counts.");
  expect(site["channels/lit.md"]).toMatch(/- Address: `last`[^]*is already used in this object, for "first"; the last one counts\./);
  const page = site["messages/lux.html"] ?? "";
  expect(page).toMatch(
    /class="schema-type">[^]{0,80}integer[^]*class="field-problem bad"[^]*&quot;lux&quot; is already used in this object, for an object;/,
  );
  expect(page).toMatch(/<code>x-own<\/code>[^]{0,200}2[^]{0,200}class="field-problem bad"[^]{0,200}for 1; the last one counts/);
  expect(site["messages/lux.md"]).toMatch(/at least `2`[^]*"minimum" is already used in this object, for 1;[^]*`x-own`: `2`/);
  const model = JSON.parse(site["model.json"] ?? "") as Record<string, { address?: string; extensions?: unknown; payload?: unknown }[]>;
  expect(model.channels?.[0]?.address).toBe("last");
  expect(model.messages?.[0]?.extensions).toEqual({ "x-own": 2 });
  expect(model.messages?.[0]?.payload).toEqual({ schema: { type: "object", properties: { lux: { type: "integer", minimum: 2 } } } });
  expect(site["source/msgapi-yaml.html"]).toMatch(/id="L6" class="error"/);
  const at = folder({ "msgapi.yaml": text });
  const { stdout } = await msgdocs(at, ["bundle", "msgapi.yaml", "--format", "json", "--allow-errors"]);
  expect(JSON.parse(stdout)).toMatchObject({ channels: { lit: { address: "last", messages: { lux: { "x-own": 2 } } } } });
});

test("a plain field that stands twice is marked at the fact that it becomes", async () => {
  const twice = (...keys: string[]): string => keys.map((key) => `${key}: first, ${key}: last`).join(", ");
  const site = await builtFrom({
    "msgapi.yaml": `asyncapi: 3.0.0
info: { ${twice("title", "version", "description")} }
servers:
  prod: { host: a.example, host: b.example, protocol: amqp, protocol: mqtt, ${twice("title", "summary", "description")} }
channels:
  lit:
    { ${twice("address", "title", "summary", "description")}, messages: { lux: { ${twice("name", "title", "summary", "description")}, contentType: a/b, contentType: application/json, payload: { type: string } } } }
operations:
  sendLit: { action: receive, action: send, channel: { $ref: '#/channels/lit' }, ${twice("title", "summary", "description")} }
  again: { action: send, channel: { $ref: '#/channels/lit' } }
components:
  securitySchemes:
    key: { type: userPassword, ${twice("description")} }
`,
  });
  const marked = (path: string): string[] =>
    [...(site[`${path}.html`] ?? "").matchAll(/class="field-problem bad"[^]*?&quot;([a-zA-Z]+)&quot; is already used/g)].map(
      ([, key]) => key ?? "",
    );
  expect(marked("index")).toEqual(["title", "description", "version"]);
  expect(marked("servers")).toEqual(["host", "protocol", "title", "summary", "description"]);
  expect(marked("channels/lit")).toEqual(["address", "title", "summary", "description"]);
  const ofMessage = ["title", "summary", "description", "name", "contentType"];
  expect(marked("messages/lux")).toEqual(ofMessage);
  expect(marked("operations/sendlit")).toEqual(["action", "title", "summary", "description", ...ofMessage]);
  expect(marked("security")).toEqual(["description"]);
});

test("a fact of a part of a thing that stands twice is marked there, on the page and in its Markdown", async () => {
  const site = await builtFrom({
    "msgapi.yaml": `asyncapi: 3.0.0
id: urn:first
id: urn:last
defaultContentType: a/b
defaultContentType: application/json
info:
  title: Lamps
  version: 1.0.0
  termsOfService: https://a.example
  termsOfService: https://b.example
  contact: { name: first, name: last, url: "https://a.example", url: "https://b.example", email: a@a.example, email: b@b.example }
  license: { name: first, name: last, url: "https://a.example", url: "https://b.example" }
  externalDocs: { url: "https://a.example", url: "https://b.example", description: first, description: last }
  tags: [{ name: red, description: first, description: last, externalDocs: { url: "https://a.example", url: "https://b.example" } }]
servers:
  prod:
    host: "{x}.example"
    protocol: mqtt
    protocolVersion: '3'
    protocolVersion: '5'
    pathname: /a
    pathname: /b
    variables: { x: { description: first, description: last, default: first, default: last } }
    security: [{ $ref: '#/components/securitySchemes/key' }, { $ref: '#/components/securitySchemes/oauth' }]
channels:
  lit:
    address: lit/{p}
    parameters: { p: { description: first, description: last, default: first, default: last, location: $message.payload#/a, location: $message.payload#/b } }
    messages:
      lux:
        payload: { type: string }
        correlationId: { description: first, description: last, location: $message.header#/a, location: $message.header#/b }
        examples: [{ name: first, name: last, summary: first, summary: last, payload: x }]
        externalDocs: { url: "https://a.example", url: "https://b.example" }
      multi: { payload: { schemaFormat: application/vnd.apache.avro;version=1.9.0, schemaFormat: application/schema+json;version=draft-07, schema: { type: string } } }
operations:
  sendLit:
    action: send
    channel: { $ref: '#/channels/lit' }
    reply: { address: { description: first, description: last, location: $message.header#/a, location: $message.header#/b } }
    traits: [{ summary: first, summary: last }]
  again: { action: send, channel: { $ref: '#/channels/lit' } }
components:
  securitySchemes:
    key: { type: userPassword, type: apiKey, in: user, in: password }
    http: { type: http, scheme: basic, scheme: bearer, bearerFormat: first, bearerFormat: last }
    open: { type: openIdConnect, openIdConnectUrl: "https://a.example", openIdConnectUrl: "https://b.example" }
    header: { type: httpApiKey, in: header, name: first, name: last }
    oauth: { type: oauth2, flows: { authorizationCode: { availableScopes: {}, authorizationUrl: "https://a.example", authorizationUrl: "https://b.example", tokenUrl: "https://a.example", tokenUrl: "https://b.example", refreshUrl: "https://a.example", refreshUrl: "https://b.example" } } }
  correlationIds:
    free: { description: first, description: last, location: $message.header#/a, location: $message.header#/b }
`,
  });
  const marks = (path: string, pattern: RegExp): string[] =>
    [...(site[path] ?? "").matchAll(pattern)].map(([, key, line]) => `${key ?? ""} ${line ?? ""}`).sort();
  const onPage = (page: string): string[] =>
    marks(`${page}.html`, /class="field-problem bad"[^]*?&quot;([a-zA-Z]+)&quot; is already used[^]*?msgapi\.yaml:(\d+)/g);
  const inMarkdown = (page: string): string[] => marks(inText(page), /"([a-zA-Z]+)" is already used[^\n]*?msgapi\.yaml:(\d+)/g);
  const expected: Readonly<Record<string, readonly string[]>> = {
    index: [
      ...["defaultContentType 5", "description 13", "email 11", "id 3", "name 11", "name 12", "termsOfService 10"],
      ...["url 11", "url 12", "url 13"],
    ],
    servers: ["default 23", "description 23", "pathname 22", "protocolVersion 20"],
    tags: ["description 14", "url 14"],
    security: [
      ...["authorizationUrl 49", "bearerFormat 46", "in 45", "name 48", "openIdConnectUrl 47", "refreshUrl 49"],
      ...["scheme 46", "tokenUrl 49", "type 45"],
    ],
    "channels/lit": ["default 28", "description 28", "location 28"],
    "messages/lux": ["description 32", "location 32", "name 33", "summary 33", "url 34"],
    "messages/multi": ["schemaFormat 35"],
    "operations/sendlit": [
      ...["default 28", "description 28", "description 32", "description 40", "location 28", "location 32", "location 40"],
      ...["name 33", "schemaFormat 35", "summary 33", "summary 41", "url 34"],
    ],
    components: ["description 51", "location 51"],
  };
  for (const [page, keys] of Object.entries(expected)) {
    expect(onPage(page), page).toEqual(keys);
    expect(inMarkdown(page), page).toEqual(expect.arrayContaining([...keys]));
  }
  const model = JSON.parse(site["model.json"] ?? "") as Record<string, unknown>;
  const text = (thing: unknown): string => JSON.stringify(thing);
  expect(text(model.problems)).toMatch(/\\"defaultContentType\\" is already used[^]*\\"email\\" is already used/);
  expect(text((model.securitySchemes as { problems: unknown }[])[0]?.problems)).toContain('\\"type\\" is already used');
  expect(text((model.servers as { problems: unknown }[])[0]?.problems)).toContain('\\"default\\" is already used');
});
