import { afterAll, beforeAll, expect, test } from "vitest";
import type { FieldRule, ObjectName } from "../../../src/format/index.ts";
import { tablesOf } from "../../../src/format/index.ts";
import { built, type Built } from "../../support/built.ts";

/** Objects that get one more field in the tables of the format, each with the value that it has in the document. */
const objects = [
  "Root", "Info", "Contact", "License", "Server", "ServerVariable", "Channel", "Parameter", "Operation", "OperationReply", "OperationReplyAddress",
  "Message", "MessageExample", "CorrelationId", "Tag", "ExternalDocs", "SecurityScheme", "OAuthFlow",
] as const satisfies readonly ObjectName[]; // prettier-ignore

const tables = tablesOf({ line: "3", minor: 0, spelling: "asyncapi", written: "3.0.0" });
const fieldsOf = (object: ObjectName) => tables.object(object).fields as Record<string, FieldRule>;
const valueOf = (object: ObjectName) => `value-of-${object.toLowerCase()}`;
const added = (object: ObjectName) => `novelty: ${valueOf(object)}`;

const document = `asyncapi: 3.0.0
${added("Root")}
info:
  title: Novelties
  version: "1"
  ${added("Info")}
  contact: { name: Ann, ${added("Contact")} }
  license: { name: MIT, ${added("License")} }
  tags: [{ name: lamps, ${added("Tag")} }]
  externalDocs: { url: "https://example.com", ${added("ExternalDocs")} }
servers:
  main:
    host: "{host}"
    protocol: mqtt
    ${added("Server")}
    variables: { host: { default: a.example, ${added("ServerVariable")} } }
    security: [{ $ref: "#/components/securitySchemes/login" }]
channels:
  lamp:
    address: lamps/{id}
    ${added("Channel")}
    parameters: { id: { description: Which lamp., ${added("Parameter")} } }
    messages:
      lit:
        ${added("Message")}
        payload: { type: object }
        correlationId: { location: "$message.header#/id", ${added("CorrelationId")} }
        examples: [{ name: on, payload: {}, ${added("MessageExample")} }]
operations:
  light:
    action: send
    channel: { $ref: "#/channels/lamp" }
    ${added("Operation")}
    reply: { address: { location: "$message.header#/to", ${added("OperationReplyAddress")} }, ${added("OperationReply")} }
components:
  securitySchemes:
    login: { type: oauth2, ${added("SecurityScheme")}, flows: { password: { tokenUrl: "https://example.com", availableScopes: {}, ${added("OAuthFlow")} } } }
`;

let site: Built;
beforeAll(async () => {
  for (const object of objects) fieldsOf(object).novelty = { shape: { kind: "string" } };
  site = await built({ "api.yaml": document });
});
afterAll(() => {
  for (const object of objects) Reflect.deleteProperty(fieldsOf(object), "novelty");
});

test("a field that is one more line of a table is no problem of the document", () => {
  expect(site.diagnostics.filter(({ code }) => code.startsWith("structure/"))).toEqual([]);
});

test.each(objects)("a field that is one more line of the table of %s is on a page, in its Markdown and in model.json", (object) => {
  const printed = {
    page: [...site.files].filter(([path]) => path.endsWith(".html") && !path.startsWith("source/")),
    markdown: [...site.files].filter(([path]) => path.endsWith(".md")),
    model: [...site.files].filter(([path]) => path === "model.json"),
  };
  for (const [name, files] of Object.entries(printed)) {
    expect([name, files.some(([, text]) => text.includes(valueOf(object)))]).toEqual([name, true]);
    // It is a field like others, not one that could not be read.
    expect([name, files.some(([, text]) => text.includes("could not be read"))]).toEqual([name, false]);
  }
});
