import { describe, expect, it } from "vitest";
import { load, schemas, title, told, v2 } from "./load-fixture.ts";

const draft07 = "$schema: 'http://json-schema.org/draft-07/schema#'";

describe("$id in schemas that say they are JSON Schema", () => {
  it("is a base for pointers and names schemas", async () => {
    const loaded = await load({
      "api.yaml": v2(
        [
          "  messages:",
          "    m:",
          "      schemaFormat: application/schema+json;version=draft-07",
          "      payload:",
          "        $id: 'https://example.com/root.json'",
          "        properties: {a: {$ref: '#/definitions/x'}, b: {$ref: part.json}, c: {$ref: 'https://example.com/part.json#/properties/d'}, e: {$ref: '#named'}}",
          "        definitions:",
          "          x: {title: here}",
          "          y: {$id: part.json, title: part, properties: {d: {title: inner}}}",
          "          z: {$id: '#named', title: named}",
        ].join("\n"),
      ),
    });
    const at = "/components/messages/m/payload/properties";
    expect(told(loaded)).toEqual([]);
    expect(["a", "b", "c", "e"].map((key) => title(loaded, `${at}/${key}`))).toEqual(["here", "part", "inner", "named"]);
  });

  it("is found by $schema too, also in other files, and the same id in two files is not mixed up", async () => {
    const file = (name: string): string =>
      `${draft07}\n$id: 'https://example.com/same.json'\nproperties: {p: {$ref: '#/definitions/d'}}\ndefinitions: {d: {title: ${name}}}`;
    const loaded = await load({
      "api.yaml": schemas(
        "    A: {$ref: 'a.yaml#/properties/p'}\n    B: {$ref: 'b.yaml#/properties/p'}\n    C: {$ref: a.yaml}\n    D: {$ref: b.yaml}",
      ),
      "a.yaml": file("of a"),
      "b.yaml": file("of b"),
    });
    expect(told(loaded)).toEqual([]);
    expect(title(loaded, "/components/schemas/A")).toBe("of a");
    expect(title(loaded, "/components/schemas/B")).toBe("of b");
  });

  it("falls back to the file where the id leads nowhere, as real documents expect", async () => {
    const loaded = await load({
      "api.yaml": schemas(
        `    A: {${draft07}, $id: 'https://example.com/a.json', properties: {p: {$ref: b.yaml}, q: {$ref: '#/components/schemas/Q'}}}\n    Q: {title: q}`,
      ),
      "b.yaml": "title: file",
    });
    expect(told(loaded)).toEqual([]);
    expect(title(loaded, "/components/schemas/A/properties/p")).toBe("file");
    expect(title(loaded, "/components/schemas/A/properties/q")).toBe("q");
  });

  it("means nothing in the format's own Schema Object", async () => {
    const loaded = await load({
      "api.yaml": schemas("    A: {$id: 'https://example.com/a', properties: {p: {$ref: '#/definitions/x'}}, definitions: {x: {}}}"),
    });
    expect(told(loaded)).toHaveLength(1);
    expect(told(loaded)[0]).toContain("reference/not-found");
  });

  const jsonSchema = (version: string, schema: string): string =>
    v2(["  messages:", "    m:", `      schemaFormat: application/schema+json;version=${version}`, `      payload: ${schema}`].join("\n"));
  const at = "/components/messages/m/payload/properties";

  it.each([
    ["$anchor since 2019-09", "2020-12", "{properties: {a: {$ref: '#named'}}, $defs: {n: {$anchor: named, title: found}}}"],
    ["id in draft 04", "draft-04", "{id: 'https://example.com/r', properties: {a: {$ref: s}}, definitions: {d: {id: s, title: found}}}"],
    ["relative identifiers without a base", "draft-07", "{properties: {a: {$ref: s}}, definitions: {d: {$id: s, title: found}}}"],
    ["a schema under the name of a keyword", "draft-07", "{properties: {a: {$ref: s}, default: {$id: s, title: found}}}"],
  ])("%s", async (_, version, schema) => {
    const loaded = await load({ "api.yaml": jsonSchema(version, schema) });
    expect(told(loaded)).toEqual([]);
    expect(title(loaded, `${at}/a`)).toBe("found");
  });

  it.each([
    ["$anchor before 2019-09", "draft-07", "{properties: {a: {$ref: '#named'}}, definitions: {n: {$anchor: named}}}"],
    ["id after draft 04", "draft-06", "{properties: {a: {$ref: s}}, definitions: {d: {id: s}}}"],
    ["what stands in data", "draft-07", "{properties: {a: {$ref: s}}, default: {$id: s}}"],
  ])("does not count: %s", async (_, version, schema) => {
    const loaded = await load({ "api.yaml": jsonSchema(version, schema) });
    expect(told(loaded)).toHaveLength(1);
  });

  it("reads each schema in the dialect that its own $schema names", async () => {
    const inner = "{$schema: 'https://json-schema.org/draft/2020-12/schema', $id: inner, $defs: {n: {$anchor: named, title: found}}}";
    const schema = `{$id: 'https://example.com/r', properties: {a: {$ref: 'inner#named'}}, definitions: {d: ${inner}}}`;
    const loaded = await load({ "api.yaml": jsonSchema("draft-07", schema) });
    expect(told(loaded)).toEqual([]);
    expect(title(loaded, `${at}/a`)).toBe("found");
  });
});
