import { expect, test } from "vitest";
import { built } from "../../support/built.ts";
import { textOf } from "./site-of.ts";

const NAMED = "not declared as security; see the header";

/** The page of an operation: what it says of credentials, and whether its code sends the header. */
async function told({ protocol = "wss", security = "", channel = "", operation = "", message = "payload: {}", components = "" }) {
  const { files } = await built({
    "main.yaml": `asyncapi: 2.6.0
info: { title: Lamp, version: "1" }
servers: { s: { url: "h.example", protocol: ${protocol}${security} } }
channels: { lit: { ${channel} publish: { operationId: o, ${operation} message: { ${message} } } } }
components: { ${components} securitySchemes: { key: { type: httpApiKey, in: query, name: key } } }
`,
  });
  const page = textOf(files.get("operations/o.html"));
  return {
    named: page.includes(`${NAMED} Authorization`),
    twin: files.get("operations/o.md")?.includes(`Authorize with: ${NAMED} \`Authorization\``),
    sent: page.includes("Authorization: {Authorization}"),
    bare: page.includes("these bring no credentials"),
  };
}

const headers = "{ type: object, properties: { Authorization: { type: string } } }";
const socket = `bindings: { ws: { headers: ${headers} } },`;
const all = { named: true, twin: true, sent: true, bare: false };
const none = { named: false, twin: false, sent: false };

test("a header for credentials that bindings declare is named and sent where no security is declared", async () => {
  expect(await told({ channel: socket })).toEqual(all);
  const parts = `bindings: { ws: { headers: { allOf: [{ $ref: "#/components/schemas/h" }] } } },`;
  expect(await told({ channel: parts, components: `schemas: { h: ${headers} },` })).toEqual(all);
});

test("over HTTP it may be a header of the message or of its binding, but a message over a WebSocket has none", async () => {
  const http = { protocol: "https", operation: "bindings: { http: { type: request, method: POST } }," };
  expect(await told({ ...http, message: `payload: {}, headers: ${headers}` })).toEqual(all);
  expect(await told({ ...http, message: `payload: {}, bindings: { http: { headers: ${headers} } }` })).toEqual(all);
  expect(await told({ message: `payload: {}, headers: ${headers}` })).toEqual({ ...none, bare: true });
});

test("where security is declared, that alone is said and sent, and any other header is not taken for credentials", async () => {
  expect(await told({ channel: socket, security: ", security: [{ key: [] }]" })).toEqual({ ...none, bare: false });
  expect(await told({ channel: socket.replace("Authorization", "X-Trace") })).toEqual({ ...none, bare: true });
});
