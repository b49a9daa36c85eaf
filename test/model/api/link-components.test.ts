import { expect, test } from "vitest";
import { apiOf } from "../../support/loaded.ts";

const text = (used: string): string => `asyncapi: 2.4.0
info: { title: t, version: "1" }
channels:
  c:
    publish:
      operationId: o
      traits: [{ $ref: "#/components/operationTraits/given" }]
      bindings: { $ref: "#/components/operationBindings/${used}" }
components:
  operationTraits: { given: { description: d } }
  operationBindings: { here: { mqtt: { qos: 1 } }, there: {} }
`;

test("a component is used where anything outside of the components leads to it", async () => {
  const { components } = await apiOf(text("here"));
  expect(components.map(({ key, used }) => [key, used])).toEqual([
    ["given", true],
    ["here", true],
    ["there", false],
  ]);
});

test("a reference in a list that a trait replaces is no use: what it leads to would be shown nowhere", async () => {
  const { components } = await apiOf(`msgapi: 3.0.0
info: { title: t, version: "1" }
channels: { c: { address: c } }
operations:
  o:
    action: send
    channel: { $ref: "#/channels/c" }
    tags: [{ $ref: "#/components/tags/lost" }]
    traits: [{ tags: [{ $ref: "#/components/tags/given" }] }]
  p: { action: send, channel: { $ref: "#/channels/c" }, tags: [{ $ref: "#/components/tags/kept" }] }
components: { tags: { lost: { name: lost }, kept: { name: kept }, given: { name: given } } }
`);
  expect(components.map(({ key, used }) => [key, used])).toEqual([
    ["lost", false],
    ["kept", true],
    ["given", true],
  ]);
});

test("nor is one in a field that could not be read, and is shown as written", async () => {
  const { components } = await apiOf(`asyncapi: 3.0.0
info: { title: t, version: "1", tags: [{ $ref: "#/components/tags/nameless" }] }
channels: {}
components: { tags: { nameless: { description: d } } }
`);
  expect(components.map(({ key, used }) => [key, used])).toEqual([["nameless", false]]);
});
