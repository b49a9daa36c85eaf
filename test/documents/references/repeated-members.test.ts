import { expect, it } from "vitest";
import { readLimits } from "#text";
import { load, told } from "./load-fixture.ts";

/** What is said of a document that may repeat so many members. */
async function excess(text: string, repeatedMembers: number): Promise<readonly string[]> {
  const loaded = await load(
    { "api.yaml": `asyncapi: 3.0.0\ninfo: {title: t, version: '1'}\n${text}` },
    { limits: { ...readLimits, repeatedMembers } },
  );
  expect(loaded.documents === undefined).toBe(loaded.problems.length > 0);
  return told(loaded);
}

const says = (place: string, size: number, limit: number): string =>
  `api.yaml:${place} document/too-large The number of values that references repeat is over the limit: ${size}, at most ${limit}. ` +
  "Refer to less, or to smaller parts, or raise limits.repeatedMembers in the settings.";

const channel = "components: {channels: {C: {address: x, parameters: {p: {}, q: {}}}}}\n";

it("counts what the second reference to a part repeats, and says where", async () => {
  const two = `channels: {a: {$ref: '#/components/channels/C'}, b: {$ref: '#/components/channels/C'}}\n${channel}`;
  expect(await excess(two, 4)).toEqual([says("3:53", 5, 4)]);
  expect(await excess(two, 5)).toEqual([]);
});

it("counts one reference that YAML aliases use many times", async () => {
  const aliased = `channels: {a: &r {$ref: '#/components/channels/C'}, b: *r, c: *r, d: *r}\n${channel}`;
  expect(await excess(aliased, 14)).toEqual([says("3:18", 15, 14)]);
  expect(await excess(aliased, 15)).toEqual([]);
});

it("multiplies what parts repeat that are repeated", async () => {
  const parts =
    "components: {channels: {C: {address: x, parameters: {p: {$ref: '#/components/parameters/P'}, q: {$ref: '#/components/parameters/P'}}}}, " +
    "parameters: {P: {enum: [a, b, c]}}}\n";
  const one = `channels: {a: {$ref: '#/components/channels/C'}}\n${parts}`;
  const two = `channels: {a: {$ref: '#/components/channels/C'}, b: {$ref: '#/components/channels/C'}}\n${parts}`;
  // A parameter is 5 members: itself, its list and three values.
  expect(await excess(one, 5)).toEqual([]);
  expect(await excess(one, 4)).toEqual([says("4:97", 5, 4)]);
  expect(await excess(two, 5 + 12)).toEqual([says("3:53", 18, 17)]);
  expect(await excess(two, 5 + 13)).toEqual([]);
});

it("counts the messages of a channel for each operation but the first that lists none", async () => {
  const operations = (own: string): string =>
    "channels: {c: {messages: {m: {}, n: {}}}}\n" +
    `operations: {${["o", "p", "q"].map((key) => `${key}: {action: send, channel: {$ref: '#/channels/c'}${own}}`).join(", ")}}\n`;
  expect(await excess(operations(""), 3)).toEqual([says("4:121", 4, 3)]);
  expect(await excess(operations(""), 4)).toEqual([]);
  expect(await excess(operations(", messages: [{$ref: '#/channels/c/messages/m'}]"), 0)).toEqual([]);
});

it("counts long texts and data by their length", async () => {
  const trait = (fields: string): string =>
    "channels: {c: {address: a}}\n" +
    `operations: {${["o", "p"].map((key) => `${key}: {action: send, channel: {$ref: '#/channels/c'}, traits: [{$ref: '#/components/operationTraits/T'}]}`).join(", ")}}\n` +
    `components: {operationTraits: {T: {${fields}}}}\n`;
  expect(await excess(trait(`summary: ${"a".repeat(1000)}`), 11)).toHaveLength(1);
  expect(await excess(trait(`summary: ${"a".repeat(1000)}`), 12)).toEqual([]);
  expect(await excess(trait(`x-a: [${"a".repeat(98)}]`), 10)).toHaveLength(1);
  expect(await excess(trait(`x-a: [${"a".repeat(98)}]`), 11)).toEqual([]);
});

it("does not count schemas, messages and what stands elsewhere in the document, which have pages of their own", async () => {
  const messages = Array.from({ length: 9 }, (_, at) => `m${at}: {$ref: '#/components/messages/M'}`).join(", ");
  const own = "messages: [{$ref: '#/channels/a/messages/m0'}]";
  const operations = Array.from({ length: 9 }, (_, at) => `o${at}: {action: send, channel: {$ref: '#/channels/a'}, ${own}}`).join(", ");
  const text =
    `channels: {a: {address: a, messages: {${messages}}}}\noperations: {${operations}}\n` +
    "components: {messages: {M: {payload: {$ref: '#/components/schemas/S'}, headers: {$ref: '#/components/schemas/S'}, tags: [{name: a}]}}, " +
    "schemas: {S: {type: object, properties: {a: {}, b: {}}}}}\n";
  expect(await excess(text, 8)).toEqual([]);
});
