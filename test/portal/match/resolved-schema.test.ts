import { describe, expect, it } from "vitest";
import { indexApi, messageFields } from "../../../src/portal/match/index.ts";
import { documentOf } from "./organisation.ts";

/** The fields of the payload of a message in a document with some schemas. */
function fieldsOf(payload: object, schemas: object = {}) {
  const document = documentOf({
    asyncapi: "2.6.0",
    info: { title: "T", version: "1" },
    channels: { c: { publish: { message: { payload } } } },
    components: { schemas },
  });
  const indexed = indexApi(document, { name: "t", fileName: () => "t.yaml" });
  const text = indexed.schemas.get(indexed.index.messages[0]?.payload?.hash ?? "");
  return messageFields(text ?? "") ?? [];
}

const keyOf = (payload: object, schemas?: object): string | undefined => fieldsOf(payload, schemas).at(-1)?.key;

describe("the fields of a message", () => {
  it("are those of all parts, lists and nested objects, with what each requires", () => {
    const fields = fieldsOf({
      allOf: [
        { type: "object", required: ["id"], properties: { id: { type: "string" } } },
        {
          properties: { lines: { type: "array", items: { type: "object", required: ["sku"], properties: { sku: { enum: ["a", 1.0] } } } } },
        },
      ],
    });
    expect(fields.map(({ path, required }) => `${path}${required ? "!" : ""}`)).toEqual(["", "id!", "lines", "lines[]", "lines[].sku!"]);
    expect(fields.at(-1)?.values).toHaveLength(2);
  });

  it("of a schema that contains itself come to an end", () => {
    const node = { type: "object", properties: { name: { type: "string" }, next: { $ref: "#/components/schemas/Node" } } };
    expect(fieldsOf({ $ref: "#/components/schemas/Node" }, { Node: node }).map(({ path }) => path)).toEqual([
      "",
      "name",
      "next",
      "next.name",
    ]);
  });

  it("are equal whatever their definitions are called and where they stand", () => {
    const choice = (...names: string[]) => ({
      type: "object",
      properties: { a: { oneOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) } },
    });
    const [cat, dog] = [
      { type: "object", properties: { purrs: { type: "boolean" } } },
      { type: "object", properties: { barks: { type: "boolean" } } },
    ];
    const one = keyOf(choice("Cat", "Dog"), { Cat: cat, Dog: dog });
    expect(one).toBe(keyOf(choice("B", "A"), { A: dog, B: cat }));
    expect(one).not.toBe(keyOf(choice("Cat", "Dog"), { Cat: cat, Dog: cat }));
  });

  it("are compared by short keys, however often definitions are repeated in one another", () => {
    const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const chain = Array.from({ length: 12 }, (_, at) => [`L${at}`, { oneOf: Array.from({ length: 12 }, () => refer(`L${at + 1}`)) }]);
    const schemas = (last: object) => ({ ...Object.fromEntries<object>(chain as [string, object][]), L12: last });
    const of = (last: object): string | undefined => keyOf({ type: "object", properties: { a: { oneOf: [refer("L0")] } } }, schemas(last));
    expect(of({ type: "string" })).toHaveLength(64);
    expect(of({ type: "string" })).not.toBe(of({ type: "integer" }));
  });

  it("differ where a limit, a format or the order of a list of values does not", () => {
    const of = (a: object): string | undefined => keyOf({ type: "object", properties: { a } });
    expect(of({ type: "string", maxLength: 2 })).not.toBe(of({ type: "string", maxLength: 3 }));
    expect(of({ type: "string", format: "uuid" })).not.toBe(of({ type: "string" }));
    expect(of({ type: "string", title: "One" })).toBe(of({ type: "string", title: "Another", description: "words" }));
  });
});
