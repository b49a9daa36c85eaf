import { draft, ruleCase, v2, v3 } from "../../../support/rule-case.ts";

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
