import { describe, expect, test } from "vitest";
import { built, type Built } from "../../support/built.ts";

const record = JSON.stringify({ type: "record", name: "Reading", fields: [{ name: "outlet", type: "int", doc: "From 1." }] });
const bird = "bird: { type: object, properties: { wings: { type: integer, nullable: true } } }\n";

/** The page that a schema lives on, by a part of its id. */
function page({ files }: Built, name: string): string {
  const { things } = JSON.parse(files.get("manifest.json") ?? "{}") as { things: { kind: string; id: string; path: string }[] };
  const home = things.find(({ kind, id }) => kind === "schema" && id.includes(name));
  return (files.get(home?.path ?? "") ?? "no such page").replace(/<[^>]*>/g, " ");
}

const two = (format: string, payload: string, others = ""): string => `asyncapi: 2.6.0
info: { title: T, version: "1" }
channels: { c: { publish: { message: { messageId: m, schemaFormat: "${format}", payload: ${payload} } } ${others} } }
`;

describe("a schema in a file of its own", () => {
  test("is read in the format of what refers to it", async () => {
    const avro = two("application/vnd.apache.avro+json;version=1.9.0", "{ $ref: reading.avsc }");
    const site = await built({ "a.yaml": avro, "reading.avsc": record });
    expect(page(site, "reading.avsc")).toMatch(/record[^]*outlet[^]*From 1\./);
    expect(page(site, "reading.avsc")).toContain("Avro");
    expect(site.diagnostics.filter(({ severity }) => severity !== "off")).toEqual([]);
  });

  test("goes by the name that it has in its language", async () => {
    const avro = two("application/vnd.apache.avro+json;version=1.9.0", "{ $ref: reading.avsc }");
    expect(page(await built({ "a.yaml": avro, "reading.avsc": record }), "reading.avsc")).toMatch(/record\s+·\s+Reading\s/);
    const draft = two("application/schema+json;version=draft-07", "{ $ref: bird.json }");
    const titled = JSON.stringify({ title: "Any bird", type: "object" });
    expect(page(await built({ "a.yaml": draft, "bird.json": titled }), "bird.json")).toMatch(/object\s+·\s+Any bird\s/);
    const nameless = await built({ "a.yaml": avro, "reading.avsc": JSON.stringify({ type: "array", items: "int" }) });
    expect(page(nameless, "reading.avsc")).toMatch(/·\s+reading\.avsc\s/);
  });

  test("so is one that is referred to from inside of a schema", async () => {
    const openapi = two("application/vnd.oai.openapi;version=3.0.0", "{ type: array, items: { $ref: more.yaml#/bird } }");
    const site = await built({ "a.yaml": openapi, "more.yaml": bird });
    expect(page(site, "bird")).toMatch(/integer\s+or\s+null/);
  });

  test("is a Schema Object where something refers to it that names no format", async () => {
    const both = two("application/vnd.oai.openapi;version=3.0.0", "{ $ref: more.yaml#/bird }", ", subscribe: { message: { messageId: n, payload: { $ref: more.yaml#/bird } } }"); // prettier-ignore
    const site = await built({ "a.yaml": both, "more.yaml": bird });
    expect(page(site, "bird")).not.toMatch(/integer\s+or\s+null/);
    expect(page(site, "bird")).toMatch(/Used by[^]*Message\s+m\s[^]*Message\s+n\s/);
  });

  test("of 3.x may name its format itself", async () => {
    const three = `asyncapi: 3.0.0
info: { title: T, version: "1" }
channels: { c: { messages: { m: { payload: { $ref: more.yaml#/reading } } } } }
`;
    const more = `reading: { schemaFormat: application/vnd.apache.avro+json;version=1.9.0, schema: ${record} }\n`;
    const site = await built({ "a.yaml": three, "more.yaml": more });
    expect(page(site, "reading")).toMatch(/record[^]*outlet[^]*From 1\./);
  });
});
