import { describe, expect, it } from "vitest";
import type { BindingField, BindingKind, FieldRule, ObjectTable, Shape } from "../../src/format/index.ts";
import { translateText } from "#text";
import { bindingKeys, bindingTable, bindingVersions } from "../../src/format/index.ts";

const kinds: readonly BindingKind[] = ["server", "channel", "operation", "message"];
const newest = { line: "3", minor: 1, spelling: "asyncapi", written: "3.1.0" } as const;

function fields(protocol: string, kind: BindingKind, version?: string): readonly string[] {
  return Object.keys(bindingTable(protocol, kind, version)?.fields ?? {});
}

describe("every protocol that a version lists", () => {
  it.each(bindingKeys(newest, "server"))("%s has tables with sentences for people", (protocol) => {
    for (const kind of kinds) {
      const table = bindingTable(protocol, kind);
      expect(table?.fields).toHaveProperty("bindingVersion");
      expect(table?.documentation).toMatch(/^https:/);
      for (const { description } of Object.values(table?.fields ?? {})) expect(description).toMatch(/^[A-Z].*\.$/);
    }
  });
});

/** The texts of a table and of the objects in it: what a field means, and what its number counts. */
function* textsIn(fields: Readonly<Record<string, FieldRule>>): Generator<string> {
  for (const field of Object.values(fields) as BindingField[]) {
    yield field.description;
    if (field.unit !== undefined) yield field.unit;
    const inside = [field.shape];
    for (const shape of inside) {
      if (shape.kind === "either") inside.push(...shape.of);
      else if (shape.kind === "list") inside.push(shape.items);
      else if (shape.kind === "map") inside.push(shape.values);
      else if (shape.kind === "inline") yield* textsIn(shape.table.fields);
    }
  }
}

it("says in German what each field of each version means", () => {
  const protocols = [...new Set(kinds.flatMap((kind) => bindingKeys(newest, kind)))];
  const texts = protocols.flatMap((protocol) =>
    kinds.flatMap((kind) =>
      bindingVersions(protocol).flatMap((version) => [...textsIn(bindingTable(protocol, kind, version)?.fields ?? {})]),
    ),
  );
  expect(texts.length).toBeGreaterThan(300);
  expect([...new Set(texts)].filter((text) => translateText("de-AT", text) === text)).toEqual([]);
  expect(translateText("en", "Name of the queue.")).toBe("Name of the queue.");
});

it("has the fields of the version that is asked for", () => {
  expect(fields("kafka", "channel", "0.1.0")).toEqual(["bindingVersion"]);
  expect(fields("kafka", "channel", "0.3.0")).toEqual(["topic", "partitions", "replicas", "bindingVersion"]);
  expect(fields("kafka", "channel", "0.4.0")).toContain("topicConfiguration");
  expect(fields("http", "operation", "0.1.0")).toContain("type");
  expect(fields("http", "operation", "0.3.0")).not.toContain("type");
});

it("has inner fields of the version that is asked for", () => {
  const inner = (version: string): readonly string[] => {
    const shape = bindingTable("kafka", "channel", version)?.fields.topicConfiguration?.shape;
    return shape?.kind === "inline" ? Object.keys(shape.table.fields) : [];
  };
  expect(inner("0.4.0")).not.toContain("confluent.key.schema.validation");
  expect(inner("0.5.0")).toContain("confluent.key.schema.validation");
});

it("takes the newest version for latest and for one that is not known", () => {
  expect(bindingTable("mqtt", "server", "latest")?.version).toBe("0.2.0");
  expect(bindingTable("mqtt", "server", "7.0.0")).toBe(bindingTable("mqtt", "server", "latest"));
  expect(fields("http", "operation", "latest")).not.toContain("type");
});

it("has old fields too where a document does not say its version", () => {
  const table = bindingTable("http", "operation");
  expect(table?.version).toBe("0.3.0");
  expect(table?.fields.type).toMatchObject({ deprecated: true, until: "0.2.0" });
});

it("knows protocols by what people call them, and no others", () => {
  expect(bindingTable("kafka-secure", "server")?.protocol).toBe("kafka");
  expect(bindingTable("WSS", "channel")?.protocol).toBe("ws");
  expect(bindingTable("__proto__", "channel")).toBeUndefined();
  expect(bindingVersions("constructor")).toEqual([]);
});

/** The fields of a table and of the objects inside it. */
function allFields(table: ObjectTable): readonly (readonly [string, FieldRule])[] {
  return Object.entries(table.fields).flatMap(([key, field]) => [[key, field] as const, ...below(field.shape)]);
}

function below(shape: Shape): readonly (readonly [string, FieldRule])[] {
  if (shape.kind === "inline") return allFields(shape.table);
  if (shape.kind === "list") return below(shape.items);
  return shape.kind === "either" ? shape.of.flatMap(below) : [];
}

it("names a document and versions of it for each field that a binding requires", () => {
  const required = bindingKeys(newest, "server").flatMap((protocol) =>
    [undefined, ...bindingVersions(protocol)].flatMap((version) =>
      kinds.flatMap((kind) => {
        const table = bindingTable(protocol, kind, version);
        return (table ? allFields(table) : []).map(([key, { required: by }]) => ({ protocol, key, by }));
      }),
    ),
  );
  const stated = required.flatMap(({ protocol, key, by }) => (by === undefined || by === false ? [] : [{ protocol, key, by }]));
  expect(new Set(stated.map(({ protocol }) => protocol))).toEqual(
    new Set(["googlepubsub", "http", "ibmmq", "jms", "pulsar", "ros2", "sns", "sqs"]),
  );
  for (const { protocol, key, by } of stated) {
    const source = by === true ? "" : "text" in by ? by.text : by.schema;
    const [, versions = ""] = new RegExp(`(?:^|, )${protocol} ([\\d., ]+)`).exec(source) ?? [];
    const named = versions.split(", ").filter((each) => each !== "");
    expect(named, `${protocol} ${key}: ${source}`).not.toEqual([]);
    for (const version of named) expect(bindingVersions(protocol)).toContain(version);
  }
});

/** The fields that have no effect, and are in no object that has one. */
function withoutEffect(fields: Readonly<Record<string, BindingField>>, above: string): readonly string[] {
  return Object.entries(fields).flatMap(([name, { effect, shape }]) => {
    if (effect) return [];
    return shape.kind === "inline" ? withoutEffect(shape.table.fields as typeof fields, `${above} ${name}`) : [`${above} ${name}`];
  });
}

it("says of every field what a change of it breaks", () => {
  const all = bindingKeys(newest, "server").flatMap((protocol) =>
    kinds.flatMap((kind) =>
      [undefined, ...bindingVersions(protocol)].flatMap((version) =>
        withoutEffect(bindingTable(protocol, kind, version)?.fields ?? {}, `${protocol} ${kind}`),
      ),
    ),
  );
  expect(all).toEqual([]);
});
