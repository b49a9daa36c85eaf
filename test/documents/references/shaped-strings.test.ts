import { expect, test } from "vitest";
import { shapedStrings } from "../../../src/documents/references/index.ts";
import { load } from "../../schema/load.ts";

const main = `asyncapi: 3.0.0
info: { title: T, version: '1', description: The *API*., license: { name: MIT, url: nowhere } }
channels:
  users: { $ref: 'users.yaml' }
  again: { $ref: 'users.yaml' }
components:
  schemas:
    User: { type: object, description: A user., externalDocs: { url: there } }
`;

const users = "address: users\ndescription: All users.\nexternalDocs: { url: 'https://example.com/' }\nx-description: Ours.\n";

test("finds strings of a wanted shape in all files, each value once, and leaves out what is skipped", async () => {
  const { documents } = await load(main, { "users.yaml": users });
  const texts = [...shapedStrings(documents, { wants: ({ markdown }) => markdown === true })].map(({ node }) => node.value);
  expect(texts.sort()).toEqual(["A user.", "All users.", "The *API*."]);
  const urls = (skipsSchemas: boolean) => [
    ...shapedStrings(documents, {
      wants: ({ text }) => text === "uri" || text === "absolute-url",
      skips: (shape) => skipsSchemas && shape.kind === "object" && shape.object === "Schema",
    }),
  ];
  const found = urls(false).map(({ node, field }) => `${field} ${node.value}`);
  expect(found.sort()).toEqual(["url https://example.com/", "url nowhere", "url there"]);
  expect(urls(true)).toHaveLength(2);
});
