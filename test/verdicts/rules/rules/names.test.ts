import { ruleCase, v2, v3, draft } from "../../../support/rule-case.ts";

const operation = (samples: string): string => v2(`channels: { a: { publish: { message: {}, x-codeSamples: ${samples} } } }`);

ruleCase("operation/code-sample", "a file is not read", {
  document: operation("[⟦{ lang: Go, source: { $ref: a.go } }⟧]"),
  part: "/channels/a",
});
ruleCase("operation/code-sample", "a number", { document: operation("⟦1⟧"), part: "/channels/a" });
ruleCase("operation/code-sample", "a map with an empty language", { document: operation("{ go: ⟦null⟧ }"), part: "/channels/a" });
ruleCase("operation/code-sample", "the usual list", { document: operation("[{ lang: Go, source: main() }]") });
ruleCase("operation/code-sample", "one sample", { document: operation("{ language: Go, code: main() }") });
ruleCase("operation/code-sample", "a map from languages", { document: operation("{ go: main(), java: { source: main() } }") });

ruleCase("style/id-urn", "a URL", { document: v2("id: ⟦https://example.com⟧\nchannels: {}") });
ruleCase("style/id-urn", "a URN", { document: v2("id: urn:example:lamps\nchannels: {}") });
ruleCase("style/operation-id", "no name of a function", {
  document: v2("channels: { a: { publish: { operationId: ⟦on lit⟧, message: {} } } }"),
  part: "/channels/a",
});
ruleCase("style/operation-id", "a key of 3.x", {
  document: v3(
    'channels: { a: {} }\noperations: { ⟦on.lit⟧: { action: send, channel: { $ref: "#/channels/a" } }, onLit: { action: send, channel: { $ref: "#/channels/a" } } }',
  ),
});
ruleCase("style/operation-id", "no id, nothing to say", { document: v2("channels: { a: { publish: { message: {} } } }") });
ruleCase("style/description", "channels, operations and messages without one", {
  document:
    'asyncapi: 3.0.0\n⟦info⟧: { title: T, version: "1" }\nchannels: { ⟦a⟧: { messages: { m: ⟦{}⟧, n: { summary: s } } }, b: { description: d } }\n' +
    'operations: { ⟦send⟧: { action: send, channel: { $ref: "#/channels/a" } }, take: { action: receive, channel: { $ref: "#/channels/a" }, summary: s } }\n',
});
ruleCase("style/description", "all have one, by a trait too", {
  document:
    'asyncapi: 2.6.0\ninfo: { title: T, version: "1", description: d }\n' +
    "channels: { a: { description: d, publish: { traits: [{ summary: s }], message: { summary: s } } } }\n",
});
ruleCase("style/contact", "none", { document: 'asyncapi: 3.0.0\n⟦info⟧: { title: T, version: "1" }\n' });
ruleCase("style/contact", "one that says nothing", { document: 'asyncapi: 3.0.0\ninfo: { title: T, version: "1", ⟦contact⟧: {} }\n' });
ruleCase("style/contact", "an email", {
  document: 'asyncapi: 2.6.0\ninfo: { title: T, version: "1", contact: { email: a@example.com } }\nchannels: {}\n',
});
ruleCase("style/tags-order", "two that stand after a later one", {
  document: v2("tags: [{ name: b }, { name: ⟦a⟧ }, { name: ⟦Ab⟧ }, { name: c }]\nchannels: {}"),
});
ruleCase("style/tags-order", "capitals do not count", {
  document: 'asyncapi: 3.0.0\ninfo: { title: T, version: "1", tags: [{ name: a }, { name: B }, { name: c }] }\n',
});

ruleCase("value/uri", "an id of the document", { document: v2("id: ⟦lamps⟧\nchannels: {}") });
ruleCase("value/uri", "with a space", { document: draft('id: ⟦"urn:a b"⟧\nchannels: {}') });
ruleCase("value/uri", "a URN and a fragment", { document: v2('id: "urn:example:lamps#1"\nchannels: {}') });
ruleCase("value/absolute-url", "relative", { document: v2("channels: {}\nexternalDocs: { url: ⟦docs/a.html⟧ }") });
ruleCase("value/absolute-url", "without a scheme", { document: v2("channels: {}\nexternalDocs: { url: ⟦//example.com⟧ }") });
ruleCase("value/absolute-url", "of contact, license and terms", {
  document: v3("channels: {}").replace(
    '"1" }',
    '"1", termsOfService: ⟦terms⟧, contact: { url: ⟦www.example.com⟧ }, license: { name: MIT, url: ⟦MIT⟧ } }',
  ),
});
ruleCase("value/absolute-url", "of a tag of a message", {
  document: v2("channels: { a: { publish: { message: { tags: [{ name: t, externalDocs: { url: ⟦x⟧ } }] } } } }"),
  part: "/channels/a/publish/message",
});
ruleCase("value/absolute-url", "of a flow", {
  document: v2(
    "channels: {}\ncomponents: { securitySchemes: { s: { type: oauth2, flows: { implicit: { authorizationUrl: ⟦/login⟧, scopes: {} } } } } }",
  ),
  part: "/components/securitySchemes/s",
});
ruleCase("value/absolute-url", "in a schema", {
  document: v2("channels: {}\ncomponents: { schemas: { A: { properties: { b: { externalDocs: { url: ⟦nope⟧ } } } } } }"),
  part: "/components/schemas/A",
});
ruleCase("value/absolute-url", "any scheme is absolute", { document: v2("channels: {}\nexternalDocs: { url: mailto:a@b.c }") });
ruleCase("value/absolute-url", "a server's URL may be relative", {
  document: v2("servers: { s: { url: /lamps, protocol: ws } }\nchannels: {}"),
});
ruleCase("value/absolute-url", "an extension is nobody's URL", { document: v2("channels: {}\nx-docs: { url: nope }") });
ruleCase("value/media-type", "no subtype", { document: v2("defaultContentType: ⟦json⟧\nchannels: {}") });
ruleCase("value/media-type", "of a message", {
  document: v2("channels: { a: { publish: { message: { contentType: ⟦json⟧ } } } }"),
  part: "/channels/a/publish/message",
});
ruleCase("value/media-type", "of a message in 3.x", { document: v3("channels: { a: { messages: { m: { contentType: ⟦a/b/c⟧ } } } }") });
ruleCase("value/media-type", "with parameters", { document: v2('defaultContentType: "application/json; charset=utf-8"\nchannels: {}') });
ruleCase("value/email", "no address", { document: v2("channels: {}").replace('"1" }', '"1", contact: { email: ⟦nobody⟧ } }') });
ruleCase("value/email", "letters of the world", {
  document: v2("channels: {}").replace('"1" }', '"1", contact: { email: jürgen@bücher.example } }'),
});

ruleCase("name/confusable", "by case", { document: v2("channels: {}\ncomponents: { schemas: { Order: {}, ⟦order⟧: {} } }") });
ruleCase("name/confusable", "by Unicode form", { document: v2('channels: { "caf\\u00e9": {}, ⟦"cafe\\u0301"⟧: {} }') });
ruleCase("name/confusable", "of channels in 3.x", { document: v3("channels: { a: {}, ⟦A⟧: {} }") });
ruleCase("name/confusable", "in different maps", { document: v2("channels: { order: {} }\ncomponents: { schemas: { Order: {} } }") });
ruleCase("name/invisible-character", "in a key", { document: v2('channels: { ⟦"a\\u200bb"⟧: {} }') });
ruleCase("name/invisible-character", "in a name", {
  document: v2('channels: { a: { publish: { message: { name: ⟦"a\\u202eb"⟧ } } } }'),
  part: "/channels/a/publish/message",
});
ruleCase("name/invisible-character", "in an id", {
  document: v2('channels: { a: { publish: { operationId: ⟦"a\\u2066b"⟧, message: {} } } }'),
});
ruleCase("name/invisible-character", "letters of other scripts and pictures are seen", {
  document: v2('channels: { "温度/θερμοκρασία/🌡": {} }'),
});
ruleCase("name/invisible-character", "in a title", { document: v2("channels: {}").replace(/title: \w+/, 'title: ⟦"a\\u202eb"⟧') });
