import { expect, test } from "vitest";
import { built } from "../../support/built.ts";

const message = (key: string, location = "$message.header#/correlation_id"): string =>
  `"${key}": { title: "${key}", correlationId: { location: "${location}" }, payload: { type: string } }`;
const document = (messages: string): string => `asyncapi: 3.0.0
info: { title: Data, version: "1", contact: null }
servers: { main: { host: a.example, protocol: kafka, description: null, tags: null } }
channels:
  "in:OnData":
    address: in
    bindings: { kafka: { topic: in, partitions: null, bindingVersion: 0.4.0 } }
components: { messages: { ${messages} }, schemas: { "a/b": { type: object, description: null } } }
`;

async function said(messages: string): Promise<string[]> {
  const { diagnostics } = await built({ "main.yaml": document(messages) });
  const wanted = diagnostics.filter(({ code }) => /^(structure|binding|schema)\//.test(code));
  return wanted.map(
    ({ severity, message: text, hint = "" }) => `${severity} ${/"[^"]*"/.exec(text)?.[0] ?? ""} ${/FastStream/.exec(hint)?.[0] ?? "-"}`,
  );
}

test("what FastStream writes everywhere is a warning that names it, and what it does not write stays an error", async () => {
  const found = await said(`${message("in:OnData:SubscribeMessage")}, ${message("out:Publisher:Message")}`);
  expect(found.toSorted()).toEqual([
    'error "a/b" -',
    'warning "contact" FastStream',
    'warning "description" FastStream',
    'warning "description" FastStream',
    'warning "in:OnData:SubscribeMessage" FastStream',
    'warning "out:Publisher:Message" FastStream',
    'warning "partitions" FastStream',
    'warning "tags" FastStream',
  ]);
});

test.each([
  ["a message of another hand", `${message("a:b")}, c: { payload: { type: string } }`],
  ["another correlation id", message("a:b", "$message.header#/id")],
  ["no title", '"a:b": { correlationId: { location: "$message.header#/correlation_id" } }'],
])("a colon is an error for everybody else: %s", async (_, messages) => {
  const found = await said(messages);
  expect(found).toContain('error "a:b" -');
  expect(found.join()).not.toContain("FastStream");
});
