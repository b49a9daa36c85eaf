import { describe, expect, test, vi } from "vitest";
import { row } from "../../src/format/bindings/binding-field.ts";
import type * as Mqtt from "../../src/format/bindings/mqtt.ts";
import { built } from "../support/built.ts";

/** The product with one row more in the table of MQTT, and nothing else. */
vi.mock("../../src/format/bindings/mqtt.ts", async (original) => {
  const tables = await original<typeof Mqtt>();
  const { mqtt } = tables;
  return {
    ...tables,
    mqtt: { ...mqtt, operation: { ...mqtt.operation, lumen: row({ kind: "integer", minimum: 7 }, "How bright it burns.") } },
  };
});

const document = (binding: string): string =>
  `asyncapi: 2.6.0\ninfo: { title: T, version: "1" }\nchannels: { a: { publish: { operationId: o, bindings: { mqtt: { ${binding} } }, message: {} } } }\n`;

async function problemsOf(binding: string): Promise<readonly string[]> {
  const { diagnostics } = await built({ "api.yaml": document(binding) });
  return diagnostics.filter(({ code }) => code.startsWith("binding/")).map(({ code, message }) => `${code}: ${message}`);
}

describe("a row in the table of a binding", () => {
  test("is all it takes for the field to be known, and its value judged", async () => {
    expect(await problemsOf("lumen: 7")).toEqual([]);
    expect(await problemsOf("lumen: 3")).toEqual([
      'binding/field-type: "lumen" of the mqtt operation binding must be an integer of at least 7, and it is 3.',
    ]);
    expect(await problemsOf("lumne: 7")).toEqual([
      'binding/unknown-field: The mqtt operation binding has no field "lumne" in version 0.2.0.',
    ]);
  });

  test("and for it to be on the page, with what it means", async () => {
    const { files } = await built({ "api.yaml": document("lumen: 4711") });
    const pages = [...files].filter(([name, text]) => name.endsWith(".html") && text.includes("lumen"));
    expect(pages.length).toBeGreaterThan(0);
    expect(pages.some(([, text]) => text.includes("4711") && text.includes("How bright it burns."))).toBe(true);
  });
});
