import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { examine } from "../../../src/app/build/index.ts";
import { loadSettings } from "../../../src/config/index.ts";
import { takeFingerprints } from "../../../src/documents/fingerprint/index.ts";

const path = "/nowhere/msgapi.yaml";
const part = (words: string): string => `components: { schemas: { Far: { type: integer, description: ${words} } } }\n`;
const main = (words: string): string => `msgapi: 2.4.0
info: { title: Lamps, version: 1.0.0 }
channels:
  lamps: { publish: { operationId: lit, message: { payload: { $ref: "parts.yaml#/components/schemas/Far" } } } }
  rooms: { publish: { operationId: seen, message: { payload: { $ref: "#/components/schemas/Near" } } } }
components: { schemas: { Near: { type: integer, description: ${words} } } }
`;

/** What the two operations say with all that they lead to. */
async function closures(near: string, far: string): Promise<readonly (string | undefined)[]> {
  const { settings } = loadSettings({}, fileURLToPath(new URL("../../..", import.meta.url)));
  const overlay = new Map([
    [path, Buffer.from(main(near))],
    ["/nowhere/parts.yaml", Buffer.from(part(far))],
  ]);
  const { subject } = await examine(path, { settings: { ...settings!, root: "/nowhere", guides: [] }, cwd: "/nowhere", overlay });
  const fingerprints = takeFingerprints(subject!.documents);
  return subject!.api.operations.map(({ node }) => fingerprints.at(node).closure);
}

test("what a schema says in words counts in files beside the main document, and not in the main document's components", async () => {
  const [far, near] = await closures("one", "one");
  expect([far, near].every((each) => each !== undefined && each !== "")).toBe(true);
  expect(await closures("two", "one")).toEqual([far, near]);
  const [changed, same] = await closures("one", "two");
  expect([changed === far, same]).toEqual([false, near]);
});
