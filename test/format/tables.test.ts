import { describe, expect, it } from "vitest";
import type { Dialect, ObjectName, ObjectTable, Shape } from "../../src/format/index.ts";
import { tablesOf } from "../../src/format/index.ts";

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
