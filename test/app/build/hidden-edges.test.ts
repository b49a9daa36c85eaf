import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createMemo, examine } from "../../../src/app/build/index.ts";
import { loadSettings } from "../../../src/config/index.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const path = "/nowhere/msgapi.yaml";

const doc = (type: string, keyword: string, format: string): string => `asyncapi: 2.6.0
info: { title: T, version: "1" }
channels:
  a:
    publish:
      message:
${format}        payload: { $ref: "#/components/schemas/Y/${keyword}/a" }
        examples:
          - payload: x
components:
  schemas:
    Y:
      ${keyword}:
        a:
          $ref: "#/components/schemas/X"
    X:
      type: ${type}
`;

test.each([
  ["definitions", ""],
  ["$defs", ""],
  ["x-parts", ""],
  ["$defs", "        schemaFormat: application/schema+json;version=draft-07\n"],
])("a schema below %s that is reached by its pointer alone is judged anew when what it refers to changes", async (keyword, format) => {
  const loaded = loadSettings({}, root);
  const settings = { ...loaded.settings!, root: "/nowhere", guides: [] };
  const memo = createMemo();
  const errors = async (type: string) => {
    const { diagnostics } = await examine(path, {
      settings,
      cwd: "/nowhere",
      memo,
      overlay: new Map([[path, Buffer.from(doc(type, keyword, format))]]),
    });
    return diagnostics.filter(({ code }) => code === "example/payload").length;
  };
  expect([await errors("string"), await errors("integer"), await errors("string"), await errors("boolean")]).toEqual([0, 1, 0, 1]);
});
