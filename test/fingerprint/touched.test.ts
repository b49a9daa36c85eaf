import { expect, test } from "vitest";
import { takeFingerprints } from "../../src/fingerprint/index.ts";
import type { Node } from "../../src/json/index.ts";
import { valueOf } from "../../src/json/index.ts";
import { loaded } from "../support/loaded.ts";

const text = `asyncapi: 2.4.0
info: { title: Lamps, version: 1.0.0, description: All. }
servers:
  main: { url: a.example.com, protocol: kafka, description: The server. }
channels:
  lamps:
    publish: { message: { $ref: "#/components/messages/Lit" } }
  rooms:
    subscribe: { operationId: enter, message: { payload: { type: object, properties: { description: { type: string } } } } }
components:
  messages:
    Lit: { summary: It is lit., payload: { $ref: "#/components/schemas/Lux" } }
  schemas:
    Lux: { type: integer, maximum: 40, examples: [4, { name: a }] }
    Alone: { type: string, description: "Nobody uses it.", x-kind: odd }
`;

const fingerprintsOf = async (of: string) => {
  const documents = await loaded(of);
  return { documents, fingerprints: takeFingerprints(documents) };
};

/** The parts that an edit reaches, or `undefined` where it may be anything. */
async function reached(from: string | RegExp, to: string, start = text): Promise<string[] | undefined> {
  const edited = start.replace(from, to);
  expect(edited).not.toBe(start);
  const { fingerprints: before } = await fingerprintsOf(start);
  const { documents, fingerprints } = await fingerprintsOf(edited);
  const touched = fingerprints.since(before.notes());
  const at = (...keys: string[]) => keys.reduce<Node>((node, key) => valueOf(node, key)!, documents.root);
  const parts = ["channels/lamps", "channels/rooms", "components/messages/Lit", "components/schemas/Lux", "components/schemas/Alone"];
  return touched && parts.filter((part) => touched.reaches(at(...part.split("/")))).map((part) => part.replace(/.*\//, ""));
}

const all = ["lamps", "Lit", "Lux"];

test.each([
  ["maximum: 40", "maximum: 41", all],
  ["[4,", "[5,", all],
  // What it leads to may tell of it.
  ["It is lit.", "It is light.", all],
  ["Nobody uses it.", "Somebody does.", ["Alone"]],
  ["All.", "Everything.", []],
])("%s → %s is seen by what shows it alone", async (from, to, parts) => {
  expect(await reached(from, to)).toEqual(parts);
});

test.each([
  ["title: Lamps", "title: Lights"],
  ["The server.", "The first server."],
  ["type: integer", "type: number"],
  ["name: a", "name: b"],
  ["x-kind: odd", "x-kind: even"],
  ["operationId: enter", "operationId: leave"],
  ['"#/components/schemas/Lux"', '"#/components/schemas/Alone"'],
  ["{ type: string } }", "{ type: number } }"],
  ["maximum: 40", "maximum: big"],
  ["maximum: 40, ", ""],
  ["  messages:\n", "  # A remark.\n  messages:\n"],
  ["summary: It is lit., ", "summary: It is lit.,\n      "],
  ["Alone:", "Lonely:"],
])("%j → %j may be seen anywhere", async (from, to) => {
  expect(await reached(from, to)).toBeUndefined();
});

test("what looks something up by its name is never as it was", async () => {
  const start = text.replace("x-kind: odd", "discriminator: kind");
  expect(await reached("maximum: 40", "maximum: 41", start)).toEqual([...all, "Alone"]);
});

test("with what may be a reference to others than us it may be anything", async () => {
  const start = text.replace("x-kind: odd", 'default: { $ref: "#/components/schemas/Lux" }');
  expect(await reached("maximum: 40", "maximum: 41", start)).toBeUndefined();
});

test("a file that is put together by aliases is one", async () => {
  const start = text.replace("Lux: {", "Lux: &lux {").replace("x-kind: odd", "not: *lux");
  expect(await reached("maximum: 40", "maximum: 41", start)).toBeUndefined();
});

test("lines are changed where a part of them is", async () => {
  const { fingerprints: before } = await fingerprintsOf(text);
  const { documents, fingerprints } = await fingerprintsOf(text.replace("40", "41"));
  const touched = fingerprints.since(before.notes());
  const lines = text.split("\n").map((_, index) => touched?.within(documents.main, index + 1, index + 1));
  const at = text.split("\n").findIndex((line) => line.includes("Lux: {"));
  expect(lines.flatMap((is, index) => (is ? [index] : []))).toEqual([at, at + 1]);
  expect([touched?.within(documents.main, 1, at), touched?.within(documents.main, 1, 100)]).toEqual([false, true]);
});

test("notes of another run are taken over where nothing has changed, and none is taken for another", async () => {
  const { fingerprints: first } = await fingerprintsOf(text);
  const { fingerprints: second } = await fingerprintsOf(text.replace("40", "41").replace("All.", "Each\n  of them."));
  const notes = first.notes();
  expect(first.notes(notes)).toEqual(notes);
  expect(second.notes(notes)).toEqual(second.notes());
  expect(second.notes(notes.toReversed())).toEqual(second.notes());
});
