import { describe, expect, it } from "vitest";
import type { Dialect, ObjectName, PlainShape, TraversalContext, Shape } from "../../src/format/index.ts";
import { matchingShape, mayRefer, partsOf, tablesOf } from "../../src/format/index.ts";
import { nodeOf } from "../support/nodes.ts";

const v24: Dialect = { line: "2", minor: 4, spelling: "asyncapi", written: "2.4.0" };
const v30: Dialect = { line: "3", minor: 0, spelling: "asyncapi", written: "3.0.0" };

function reading(dialect: Dialect): TraversalContext {
  return { tables: tablesOf(dialect), follow: (node) => node };
}

/** A shape in short: the object, or the kind. */
function short(shape: Shape): string {
  if (shape.kind === "either") return shape.of.map(short).join("|");
  return shape.kind === "object" ? `${shape.object}${shape.reference ? "&" : ""}` : shape.kind;
}

function parts(object: ObjectName, value: unknown, dialect = v24): Readonly<Record<string, string>> {
  const shape: PlainShape = { kind: "object", object };
  return Object.fromEntries(partsOf(shape, nodeOf(value), reading(dialect)).map((part) => [part.entry?.key ?? "", short(part.shape)]));
}

describe("parts of an object", () => {
  it("have the shapes of its fields; extensions and unknown fields are data", () => {
    expect(parts("Channel", { publish: {}, bindings: {}, "x-a": {}, publsh: {} })).toEqual({
      publish: "Operation",
      bindings: "ChannelBindings&",
      "x-a": "any",
      publsh: "any",
    });
  });

  it("have the shape of a map's values under any key", () => {
    expect(parts("Channels", { __proto__a: {}, "x-a": {} })).toEqual({ __proto__a: "Channel&", "x-a": "Channel&" });
  });

  it("know where credentials are by the type beside", () => {
    const of = (type: string): Shape | undefined =>
      partsOf({ kind: "object", object: "SecurityScheme" }, nodeOf({ type, in: "x" }), reading(v24))[1]?.shape;
    expect(of("apiKey")).toEqual({ kind: "string", oneOf: ["user", "password"] });
    expect(of("httpApiKey")).toEqual({ kind: "string", oneOf: ["query", "header", "cookie"] });
    expect(of("http")).toEqual({ kind: "string" });
  });

  it("of a binding depend on its protocol and version", () => {
    const [kafka] = partsOf({ kind: "object", object: "ChannelBindings" }, nodeOf({ kafka: {} }), reading(v24));
    const shape = kafka && matchingShape(kafka.shape, kafka.node);
    const topic = (version: string): string | undefined => {
      const binding = nodeOf({ topic: "t", bindingVersion: version });
      const [part] = shape ? partsOf(shape, binding, reading(v24)) : [];
      return part && short(part.shape);
    };
    expect(topic("0.1.0")).toBe("any");
    expect(topic("0.3.0")).toBe("string");
  });
});

describe("payloads", () => {
  const schema = "boolean|Schema&";

  it("are what the schema format beside them says", () => {
    expect(parts("Message", { payload: {} }).payload).toBe(schema);
    expect(parts("Message", { payload: {}, schemaFormat: "application/schema+json;version=draft-07" }).payload).toBe(schema);
    expect(parts("Message", { payload: {}, schemaFormat: "application/vnd.oai.openapi;version=3.0.0" }).payload).toBe(
      "boolean|OpenapiSchema&",
    );
    expect(parts("Message", { payload: {}, schemaFormat: "application/vnd.apache.avro;version=1.9.0" }).payload).toBe("Payload&|any");
    expect(parts("MultiFormatSchema", { schema: {}, schemaFormat: "text/plain" }, v30).schema).toBe("Payload&|any");
  });

  it("are what the last trait says that speaks of it", () => {
    const avro = { schemaFormat: "application/vnd.apache.avro;version=1.9.0" };
    expect(parts("Message", { payload: {}, traits: [avro, {}] }).payload).toBe("Payload&|any");
    expect(parts("Message", { payload: {}, ...avro, traits: [{ schemaFormat: "application/schema+json;version=draft-07" }] }).payload).toBe(
      schema,
    );
  });
});

describe("alternatives", () => {
  const message = tablesOf(v24).object("Operation").fields.message?.shape ?? { kind: "any" };
  const payload = tablesOf(v30).object("Message").fields.payload?.shape ?? { kind: "any" };

  it.each([
    { what: "one message", shape: message, value: { payload: {} }, expected: "Message&" },
    { what: "several", shape: message, value: { oneOf: [] }, expected: "OperationMessage" },
    { what: "a schema", shape: payload, value: { type: "string" }, expected: "Schema&" },
    { what: "a schema that is true", shape: payload, value: true, expected: "boolean" },
    { what: "a schema with its format", shape: payload, value: { schemaFormat: "f", schema: {} }, expected: "MultiFormatSchema" },
  ])("$what", ({ shape, value, expected }) => {
    const fitted = matchingShape(shape, nodeOf(value));
    expect(fitted && short(fitted)).toBe(expected);
  });

  it("are none where none fits", () => {
    expect(matchingShape(payload, nodeOf("text"))).toBeUndefined();
  });
});

it("takes $ref for a reference only where one may stand", () => {
  const ref = nodeOf({ $ref: "#/a" });
  expect(mayRefer({ kind: "object", object: "Message", reference: "allowed" }, ref)).toBe(true);
  expect(mayRefer({ kind: "object", object: "Info" }, ref)).toBe(false);
  expect(mayRefer({ kind: "map", values: { kind: "any" } }, ref)).toBe(false);
  expect(mayRefer({ kind: "object", object: "Message", reference: "allowed" }, nodeOf({}))).toBe(false);
});
