import { describe, expect, it } from "vitest";
import type { Dialect, ObjectName, PlainShape, TraversalContext, Shape, ObjectTable } from "../../src/format/index.ts";
import { matchingShape, mayRefer, partsOf, tablesOf } from "../../src/format/index.ts";
import { nodeOf } from "../support/nodes.ts";

function dialect(line: Dialect["line"], minor: number, spelling: Dialect["spelling"] = "asyncapi"): Dialect {
  return { line, minor, spelling, written: "" };
}

function fieldsOf(of: Dialect, object: ObjectName): readonly string[] {
  return Object.keys(tablesOf(of).object(object).fields);
}

/** The objects that a shape leads to directly. */
function objectsIn(shape: Shape): readonly ObjectName[] {
  if (shape.kind === "object") return [shape.object];
  if (shape.kind === "either") return shape.of.flatMap(objectsIn);
  if (shape.kind === "list") return objectsIn(shape.items);
  return shape.kind === "map" ? objectsIn(shape.values) : [];
}

function next(table: ObjectTable): readonly ObjectName[] {
  const shapes = [...Object.values(table.fields).map((field) => field.shape), ...(table.others ? [table.others.shape] : [])];
  return shapes.flatMap(objectsIn);
}

/** Every object that the root leads to. */
function reached(of: Dialect): ReadonlySet<ObjectName> {
  const tables = tablesOf(of);
  const seen = new Set<ObjectName>(["Root"]);
  for (const name of seen) for (const each of next(tables.object(name))) seen.add(each);
  return seen;
}

describe("the objects that a version has", () => {
  const released: readonly ObjectName[] = ["OperationReply", "OperationReplyAddress", "MultiFormatSchema"];

  it("are reached from its root, and others are not", () => {
    const two = reached(dialect("2", 4));
    const draft = reached(dialect("draft-3", 0));
    const three = reached(dialect("3", 1));
    expect(released.filter((name) => two.has(name) || draft.has(name))).toEqual([]);
    expect(released.filter((name) => !three.has(name))).toEqual([]);
    expect(two.has("Operations") || two.has("Messages")).toBe(false);
    expect(draft.has("Operations") && draft.has("Messages")).toBe(true);
    expect(draft.has("OperationMessage")).toBe(false);
    expect(two.has("SecurityRequirement") && draft.has("SecurityRequirement") && !three.has("SecurityRequirement")).toBe(true);
  });
});

describe("differences between versions", () => {
  it("name the version field as the document does", () => {
    expect(fieldsOf(dialect("2", 4), "Root")).toContain("asyncapi");
    expect(fieldsOf(dialect("2", 4), "Root")).not.toContain("msgapi");
    expect(fieldsOf(dialect("2", 4, "msgapi"), "Root")).toContain("msgapi");
  });

  it("give servers tags from 2.5 on", () => {
    expect(fieldsOf(dialect("2", 4), "Server")).not.toContain("tags");
    expect(fieldsOf(dialect("2", 5), "Server")).toContain("tags");
  });

  it("give 3.x servers a host, parameters values, and messages no ids", () => {
    const three = dialect("3", 0);
    expect(fieldsOf(three, "Server")).toEqual(expect.arrayContaining(["host", "pathname", "title", "tags"]));
    expect(fieldsOf(three, "Server")).not.toContain("url");
    expect(fieldsOf(three, "Parameter").toSorted()).toEqual(["default", "description", "enum", "examples", "location"]);
    expect(fieldsOf(three, "Message")).not.toContain("messageId");
    expect(fieldsOf(dialect("draft-3", 0), "Message")).toContain("messageId");
  });

  it("list the bindings of a version", () => {
    const bindings = (of: Dialect, kind: ObjectName): readonly string[] => fieldsOf(of, kind);
    expect(bindings(dialect("2", 4), "ServerBindings")).toHaveLength(17);
    expect(bindings(dialect("2", 4), "OperationBindings")).toHaveLength(16);
    for (const kind of ["ServerBindings", "ChannelBindings", "OperationBindings", "MessageBindings"] as const) {
      expect(bindings(dialect("draft-3", 0), kind)).toHaveLength(18);
      expect(bindings(dialect("3", 1), kind)).toContain("ros2");
      expect(bindings(dialect("3", 0), kind)).not.toContain("ros2");
    }
  });
});

it("asks for references to servers, channels and messages in 3.x", () => {
  const tables = tablesOf(dialect("3", 0));
  const required = { kind: "object", reference: "required" };
  expect(tables.object("Channel").fields.servers?.shape).toMatchObject({ items: { ...required, object: "Server" } });
  expect(tables.object("Operation").fields.channel).toMatchObject({ required: true, shape: { ...required, object: "Channel" } });
  expect(tables.object("Operation").fields.messages?.shape).toMatchObject({ items: { ...required, object: "Message" } });
});

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
