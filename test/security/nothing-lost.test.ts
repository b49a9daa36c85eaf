import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { built, builtFrom } from "../support/built.ts";
import { dialects, formatDocument } from "../support/format-document.ts";
import { lostIn } from "../support/nothing-lost.ts";
import { printPlain } from "../support/plain.ts";
import { markerLeaves } from "./marker-leaves.ts";

const examples = fileURLToPath(new URL("../../example-docs/", import.meta.url));

test("nothing of the examples is lost", async () => {
  const documents = readdirSync(examples, { recursive: true, encoding: "utf8" }).filter((path) =>
    /(?:msg|async)api\.(?:ya?ml|json)$/.test(path),
  );
  expect(documents.length).toBeGreaterThan(0);
  for (const path of documents) expect([path, lostIn(await builtFrom(join(examples, path)))]).toEqual([path, []]);
});

test.each(dialects)(
  "of a document of line $line with every field of the format, each with a text of its own, nothing is lost",
  async (dialect) => {
    const site = await built({ "api.json": printPlain(formatDocument(dialect, markerLeaves())) });
    expect(site.files.size).toBeGreaterThan(30);
    expect(lostIn(site)).toEqual([]);
  },
);

test.each([
  ["a text", "Lamps of the street", "#/info/description: Lamps of the street"],
  ["a number", "77001", "#/components/schemas/Lux/maximum: 77001"],
  ["an author's key", "x-owner", "#/info/x-owner (key): x-owner"],
])("the harness finds %s that is missing", async (_, missing, told) => {
  const text = `msgapi: 2.4.0
info: { title: Lamps, version: 1.0.0, description: Lamps of the street, x-owner: Ann }
channels: {}
components: { schemas: { Lux: { type: integer, maximum: 77001 } } }
`;
  const site = await built({ "api.yaml": text });
  expect(lostIn(site)).toEqual([]);
  const files = new Map([...site.files].map(([path, html]) => [path, html.replaceAll(missing, "")]));
  expect(lostIn({ ...site, files })).toEqual([told]);
});
