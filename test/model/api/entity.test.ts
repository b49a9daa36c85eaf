import { describe, expect, it } from "vitest";
import { tablesOf } from "../../../src/format/index.ts";
import type { MapNode } from "../../../src/text/json/index.ts";
import type { ObjectToRead } from "../../../src/model/api/entity.ts";
import { ObjectFields } from "../../../src/model/api/entity.ts";
import { documentsOf, parseMap } from "../../support/documents.ts";

const documents = documentsOf("asyncapi: 2.4.0\ninfo: { title: T, version: '1' }\nchannels: {}\n");

function fieldsOf(text: string, more: Partial<ObjectToRead> = {}): ObjectFields {
  const node: MapNode = parseMap(`# YAML\n${text}`);
  return new ObjectFields({ object: "Message", node, ...more }, { documents, asWritten: new Set(), tables: tablesOf(documents.dialect) });
}

const left = (fields: ObjectFields): readonly (readonly string[])[] => {
  const { extensions, otherFields } = fields.described();
  return [extensions.map(({ key }) => key), otherFields.map(({ key }) => key)];
};

describe("Fields", () => {
  it("keeps a field of the format that nobody asks for, if it has the type that the table says", () => {
    const { plainFields = [], otherFields } = fieldsOf("{ name: n, summary: 5 }").described();
    expect([plainFields, otherFields].map((fields) => fields.map(({ key }) => key))).toEqual([["name"], ["summary"]]);
  });

  it("leaves nothing out: what was not read with its type is another field", () => {
    const fields = fieldsOf("{ name: n, title: 5, tags: {}, unknown: 1, x-a: 2, constructor: 3 }");
    expect([fields.text("name")?.value, fields.text("title"), fields.list("tags")]).toEqual(["n", undefined, undefined]);
    expect(left(fields)).toEqual([["x-a"], ["title", "tags", "unknown", "constructor"]]);
  });

  it("does not count a field that this version does not have", () => {
    const fields = fieldsOf("{ title: t }", { object: "Operation" });
    expect(fields.text("title")).toBeUndefined();
    expect(left(fields)).toEqual([[], ["title"]]);
  });

  it("takes a null for silence, unless the field is unknown", () => {
    expect(left(fieldsOf("{ description: null, unknown: null }"))).toEqual([[], ["unknown"]]);
  });

  it("leaves out what was said before, and shows what stands below it and is no part of it", () => {
    const value = parseMap("# YAML\n{}");
    const strays = [
      { path: ["payload", "x-a"], value },
      { path: ["payload", "own"], value },
    ];
    const fields = fieldsOf("{ payload: {}, tags: [5], examples: [] }", { said: new Map([["payload", true]]), strays });
    expect(fields.list("tags")).toHaveLength(1);
    fields.leaveItems("tags", (at) => at === 0);
    expect(fields.list("examples")).toEqual([]);
    fields.leave("examples");
    expect(left(fields)).toEqual([["payload.x-a"], ["examples", "payload.own", "tags.0"]]);
    expect(fields.described().otherFields.map(({ unread }) => unread ?? false)).toEqual([true, false, true]);
  });

  it("follows references to objects, and shows one that leads nowhere", () => {
    const fields = fieldsOf("{ externalDocs: { $ref: '#/info' }, bindings: { $ref: '#/nowhere' } }");
    expect(fields.object("bindings", "MessageBindings")).toBeUndefined();
    expect(fields.object("externalDocs", "ExternalDocs")?.node.entries.map(({ key }) => key)).toEqual(["title", "version"]);
    expect(left(fields)).toEqual([[], ["bindings"]]);
  });

  it("keeps what stands in a map without being an object", () => {
    const fields = fieldsOf("{ variables: { a: text, b: null, c: { default: d } } }", { object: "Server" });
    const variables = fields.objects("variables", "ServerVariable");
    for (const [, each] of variables) each.list("default");
    expect(variables.map(([name, each]) => [name, ...left(each)])).toEqual([
      ["a", [], ["a"]],
      ["b", [], []],
      ["c", [], ["default"]],
    ]);
  });
});
