import { describe, expect, test, vi } from "vitest";
import { row } from "../../src/format/bindings/binding-field.ts";
import type * as Mqtt from "../../src/format/bindings/mqtt.ts";
import { changesOf } from "../changes/compare/versions.ts";
import { built } from "../support/built.ts";

/** The product with one row more in the table of MQTT, and nothing else. */
vi.mock("../../src/format/bindings/mqtt.ts", async (original) => {
  const tables = await original<typeof Mqtt>();
  const { mqtt } = tables;
  return {
    ...tables,
    mqtt: {
      ...mqtt,
      operation: {
        ...mqtt.operation,
        lumen: row({ kind: "integer", minimum: 7 }, "How bright it burns.", ["lower", "receivers"], { needed: "all" }),
      },
    },
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

  test("and for a comparison to say whom a change breaks", () => {
    const of = (value: number): string => document(`lumen: ${String(value)}`);
    const changes = (old: number, now: number): readonly string[] =>
      changesOf(of(old), of(now)).map(({ verdict, affects, message }) => `${verdict} ${affects}: ${message}`);
    expect(changes(9, 8)).toEqual(['breaking receivers: The mqtt binding lumen of operation "o" is now 8, and was 9.']);
    expect(changes(8, 9)).toEqual(['compatible nobody: The mqtt binding lumen of operation "o" is now 9, and was 8.']);
  });

  test("and for the box on how to connect to name it", async () => {
    const { files } = await built({ "api.yaml": document("lumen: 4711") });
    const boxes = [...files.values()].flatMap((text) => /<section class="card-box connect[^]*?<\/section>/.exec(text) ?? []);
    expect(boxes.some((box) => box.includes("lumen") && box.includes("4711"))).toBe(true);
  });
});
