import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { folder, msgdocs, report } from "../../cli/shell.ts";
import { bundled, head, text } from "./bundled.ts";

describe("references to other files", () => {
  test("move what they lead to into the components, and nothing else changes", async () => {
    const main = `# Lamps
${head}
channels:
  lamp/lit:   # which lamp
    publish:
      message: { $ref: "messages/lit.yaml" } # one

# What is shared.
components:
  schemas:
    Level: { type: integer }   # 0 to 255

# The end.
`;
    const lit = `name: lit
payload:
  type: object
  properties:
    level: { $ref: ../api.yaml#/components/schemas/Level }
    lamp: { $ref: "#/x-parts/lamp" }
x-parts: { lamp: { type: string, maxLength: 9223372036854775807 } }
`;
    expect(await text({ "api.yaml": main, "messages/lit.yaml": lit })).toBe(`# Lamps
${head}
channels:
  lamp/lit:   # which lamp
    publish:
      message: { $ref: "#/components/messages/lit" } # one

# What is shared.
components:
  schemas:
    Level: { type: integer }   # 0 to 255
  messages:
    lit:
      name: lit
      payload:
        type: object
        properties:
          level:
            $ref: "#/components/schemas/Level"
          lamp:
            $ref: "#/components/messages/lit/x-parts/lamp"
      x-parts:
        lamp:
          type: string
          maxLength: 9223372036854775807

# The end.
`);
  });

  test("that lead nowhere still do, and name the same place", async () => {
    const main = `${head}channels:
  a: { publish: { message: { payload: { $ref: "parts/b.yaml#/B" } } } }
  c: { publish: { message: { payload: { $ref: "#/components/schemas/B" } } } }
components: { schemas: { Lamp: { type: string } } }
`;
    const part = `B:
  type: object
  properties:
    a: { $ref: "#/components/schemas/Lamp" }
    b: { $ref: "../api.yaml#/components/schemas/None" }
    c: { $ref: "lost lamp.yaml" }
    d: { $ref: "https://lamps.example/lamp.yaml#/x" }
    e: { $ref: "/lamp.yaml" }
    f: { $ref: "#/B/properties/b" }
`;
    const { stdout, exit } = await bundled({ "api.yaml": main, "parts/b.yaml": part });
    expect(exit).toBe(1);
    expect([...stdout.matchAll(/\$ref"?: "(.*?)"/g)].map(([, ref]) => ref)).toEqual([
      // A key under which something would be found that is looked for in vain is not given.
      "#/components/schemas/B_2",
      "#/components/schemas/B",
      "parts/b.yaml#/components/schemas/Lamp",
      "api.yaml#/components/schemas/None",
      "parts/lost%20lamp.yaml",
      "https://lamps.example/lamp.yaml#/x",
      "/lamp.yaml",
      "parts/b.yaml#/B/properties/b",
    ]);
  });

  test("get keys that are free, in the order that they are met", async () => {
    const main = `${head}channels: {}
components:
  schemas:
    user: { type: string }
    All: { oneOf: [{ $ref: a/user.yaml }, { $ref: b/user.yaml }, { $ref: "b/user.yaml#/definitions/a~1b c" }, { $ref: "#/components/schemas/user" }] }
`;
    const b = `{ title: b, definitions: { "a/b c": { type: boolean } } }`;
    expect(await text({ "api.yaml": main, "a/user.yaml": "title: a", "b/user.yaml": b })).toBe(`${head}channels: {}
components:
  schemas:
    user: { type: string }
    All: { oneOf: [{ $ref: '#/components/schemas/user_2' }, { $ref: '#/components/schemas/user_3' }, { $ref: "#/components/schemas/user_3/definitions/a~1b%20c" }, { $ref: "#/components/schemas/user" }] }
    user_2:
      title: a
    user_3:
      title: b
      definitions:
        a/b c:
          type: boolean
`);
  });

  test("are replaced where they stand for a whole component or channel", async () => {
    const main = `${head}channels:
  lit: { $ref: ./lit.yaml }
  unlit:
    $ref: lit.yaml
components:
  schemas:
    Lamp:
      $ref: lamp.json # made elsewhere
`;
    const lit = "publish:\n  message:\n    name: lit\n    payload: { $ref: lamp.json }\n";
    const json = `{ "type": "object", "properties": { "next": { "$ref": "#" }, "level": { "maximum": 1.10 } } }`;
    expect(await text({ "api.yaml": main, "lit.yaml": lit, "lamp.json": json })).toBe(`${head}channels:
  lit: { "publish": { "message": { "name": "lit", "payload": { "$ref": "#/components/schemas/Lamp" } } } }
  unlit:
    $ref: '#/channels/lit'
components:
  schemas:
    Lamp:
      # made elsewhere
      type: object
      properties:
        next:
          $ref: "#/components/schemas/Lamp"
        level:
          maximum: 1.10
`);
  });

  test("keep cycles across files", async () => {
    const main = `${head}channels: {}\ncomponents:\n  schemas:\n    Tree: { properties: { left: { $ref: node.yaml } } }\n`;
    const node = "properties:\n  tree: { $ref: api.yaml#/components/schemas/Tree }\n  self: { $ref: node.yaml }\n";
    const out = await text({ "api.yaml": main, "node.yaml": node });
    expect(out).toContain(`left: { $ref: '#/components/schemas/node' }`);
    expect(out).toContain(`        tree:
          $ref: "#/components/schemas/Tree"
        self:
          $ref: "#/components/schemas/node"
`);
  });

  test("write a type of an Avro file with its namespace and with the types of the file that it names", async () => {
    const message = (name: string, ref: string): string =>
      `  ${name}:\n    publish:\n      message:\n        schemaFormat: application/vnd.apache.avro;version=1.9.0\n        payload: { $ref: "types.avsc#/${ref}" }\n`;
    const types = [
      { type: "record", name: "Line", namespace: "com.x", fields: [{ name: "sku", type: "string" }, { name: "next", type: ["null", "Line"] }] },
      {
        type: "record",
        name: "Order",
        namespace: "com.x",
        fields: [
          { name: "line", type: "Line" },
          { name: "more", type: { type: "array", items: "Line" } },
          { name: "state", type: { type: "enum", name: "State", symbols: ["A"] } },
          { name: "other", type: "y.Plain" },
        ],
      },
      { type: "record", name: "y.Plain", fields: [{ name: "state", type: "com.x.State" }, { name: "n", type: "int" }] },
    ]; // prettier-ignore
    const payload = async (ref: string): Promise<unknown> => {
      const out = await text({ "api.yaml": `${head}channels:\n${message("a", ref)}`, "types.avsc": JSON.stringify(types) });
      return (parse(out) as { channels: { a: { publish: { message: { payload: unknown } } } } }).channels.a.publish.message.payload;
    };
    const [line, order, plain] = types;
    expect(await payload("Order")).toEqual({
      ...order,
      fields: [{ name: "line", type: line }, ...(order?.fields.slice(1, 3) ?? []), { name: "other", type: plain }],
    });
    expect(await payload("State")).toEqual({ type: "enum", name: "State", symbols: ["A"], namespace: "com.x" });
    expect(await payload("1/fields/1/type")).toEqual({ type: "array", items: line });
    const examples = `examples: [{ payload: { line: { sku: a, next: null } } }, { payload: { line: { sku: 1, next: null } } }]`;
    const judged = `${head}channels:\n${message("a", "Only")}        ${examples}\n`;
    const only = [{ type: "record", name: "Only", fields: [{ name: "line", type: "com.x.Line" }] }, line];
    const [cwd, alone] = [folder({ "api.yaml": judged, "types.avsc": JSON.stringify(only) }), folder()];
    writeFileSync(join(alone, "api.yaml"), (await msgdocs(cwd, ["bundle", "api.yaml", "--allow-errors"])).stdout);
    for (const each of [cwd, alone]) {
      const { summary, diagnostics } = report(await msgdocs(each, ["check", "api.yaml", "-f", "json"]));
      expect(diagnostics.map(({ code }) => code).filter((code) => code.startsWith("message/"))).toEqual([]);
      expect(summary.examples).toMatchObject({ passed: 1, failed: 1 });
    }
  });

  test("put schemas of other formats and single bindings in place, and refer to them from further places", async () => {
    const message = `schemaFormat: application/vnd.apache.avro;version=1.9.0\n        payload:\n          $ref: lamp.avsc\n`;
    const main = `${head}channels:
  a:
    bindings:
      kafka: { $ref: "bindings.yaml#/kafka" }
    publish:
      message:
        ${message}  b:
    bindings:
      kafka: { $ref: "bindings.yaml#/kafka" }
    publish:
      message:
        ${message}`;
    const avro = `{ "type": "record", "name": "Lamp", "fields": [{ "name": "level", "type": "int" }] }`;
    const out = await text({ "api.yaml": main, "lamp.avsc": avro, "bindings.yaml": "kafka: { topic: lamps }" });
    expect(out).toBe(`${head}channels:
  a:
    bindings:
      kafka: { "topic": "lamps" }
    publish:
      message:
        schemaFormat: application/vnd.apache.avro;version=1.9.0
        payload:
          type: record
          name: Lamp
          fields:
            - name: level
              type: int
  b:
    bindings:
      kafka: { $ref: "#/channels/a/bindings/kafka" }
    publish:
      message:
        schemaFormat: application/vnd.apache.avro;version=1.9.0
        payload:
          $ref: '#/channels/a/publish/message/payload'
`);
  });

  test("that go through references lead to where things really are", async () => {
    const main = `asyncapi: 3.0.0
info: { title: Lamps, version: "1" }
channels:
  lamp: { $ref: "#/components/channels/lamp" }
operations:
  onLit:
    action: receive
    channel: { $ref: "#/channels/lamp" }
    messages: [{ $ref: "#/channels/lamp/messages/lit" }]
components:
  channels:
    lamp: { messages: { lit: { payload: true } } }
`;
    expect(await text({ "api.yaml": main })).toBe(
      main.replace('"#/channels/lamp/messages/lit"', '"#/components/channels/lamp/messages/lit"'),
    );
  });
});

describe("what is no reference", () => {
  const data = `${head}channels:
  lit:
    publish:
      message:
        payload: { type: object, properties: { $ref: { type: string } } }
        examples: [{ payload: { $ref: other.yaml } }]
    x-parts: { $ref: other.yaml }
`;

  test("stays: examples, extensions, properties of that name", async () => {
    expect(await text({ "api.yaml": data, "other.yaml": "type: string" })).toBe(data);
  });

  test("stays in what is moved, too", async () => {
    const main = `${head}channels:\n  lit: { publish: { message: { $ref: m.yaml } } }\n`;
    const out = await text({ "api.yaml": main, "m.yaml": "payload: { type: object }\nexamples: [{ payload: { $ref: other.yaml } }]\n" });
    expect(out).toContain("examples:\n        - payload:\n            $ref: other.yaml\n");
  });
});
