import type { Dialect, FieldRule, ObjectName, ObjectShape, ObjectTable, Shape, Tables } from "../../src/format/index.ts";
import { bindingTable, tablesOf } from "../../src/format/index.ts";
import { escapeToken } from "../../src/text/json/index.ts";
import type { Plain } from "./plain.ts";

/** What a generated document is filled with. */
export interface Leaves {
  /** A text for a field; `undefined` leaves the field out. `name` is the field's. */
  text(name: string, shape: Shape & { kind: "string" }): string | undefined;
  /** A key that the author chooses; `keys` is what the format wants of it. */
  key(keys: RegExp | undefined): string;
  number(shape: Shape & { kind: "number" | "integer" }): number | bigint;
  boolean(): boolean;
  any(): Plain;
  /** Which of so many alternatives. */
  choose(count: number): number;
  /** How many entries or items. */
  count(): number;
  /** Whether an optional field is there, of the object of this name that is generated for the nth time. */
  includes(object: string, field: string, nth: number): boolean;
}

/** Keys that references lead to. */
type Targets = Readonly<Partial<Record<ObjectName, { readonly pointer: string; readonly key: string }>>>;

/** Objects whose first key is known beforehand, so that a reference can name it. */
const KEYED: Readonly<Partial<Record<ObjectName, ObjectName>>> = { Channels: "Channel", Servers: "Server", Messages: "Message" };

const DEEPEST = 14;

class Generator {
  private readonly tables: Tables;
  private readonly leaves: Leaves;
  private readonly times = new Map<string, number>();
  private readonly targets: Targets;

  constructor(dialect: Dialect, leaves: Leaves) {
    this.tables = tablesOf(dialect);
    this.leaves = leaves;
    const [channel, server, message] = ["channel", "server", "message"].map(() => leaves.key(/^[A-Za-z0-9_-]+$/)) as [
      string,
      string,
      string,
    ];
    const under = `#/channels/${pointer(channel)}`;
    this.targets = {
      Channel: { pointer: under, key: channel },
      Server: { pointer: `#/servers/${pointer(server)}`, key: server },
      Message: { pointer: `${under}/messages/${pointer(message)}`, key: message },
    };
  }

  value(shape: Shape, name: string, depth: number): Plain | undefined {
    const { leaves } = this;
    switch (shape.kind) {
      case "string":
        return shape.text === "version" ? this.tables.dialect.written : leaves.text(name, shape);
      case "number":
      case "integer":
        return leaves.number(shape);
      case "boolean":
        return leaves.boolean();
      case "null":
        return null;
      case "any":
        return leaves.any();
      default:
        return this.structure(shape, name, depth);
    }
  }

  private structure(
    shape: Exclude<Shape, { kind: "string" | "number" | "integer" | "boolean" | "null" | "any" }>,
    name: string,
    depth: number,
  ): Plain | undefined {
    const { leaves } = this;
    switch (shape.kind) {
      case "either": {
        const of = shape.of.filter(({ kind }) => kind !== "boolean" || depth > 8);
        const chosen = of[leaves.choose(of.length)] ?? shape.of[0];
        return chosen && this.value(chosen, name, depth);
      }
      case "list": {
        const items = Array.from({ length: Math.max(leaves.count(), shape.atLeast ?? 0) }, () => this.value(shape.items, name, depth + 1));
        return items.flatMap((item) => (item === undefined ? [] : [item]));
      }
      case "map":
        return this.entries(new Map(), { shape: shape.values, keys: shape.keys }, depth);
      case "inline":
        return this.table(shape.table, shape.table.title, depth);
      case "object":
        return this.object(shape, depth);
    }
  }

  private entries(map: Map<string, Plain>, others: { shape: Shape; keys?: RegExp | undefined }, depth: number): Map<string, Plain> {
    const count = depth > DEEPEST ? 0 : this.leaves.count();
    while (map.size < count) {
      const value = this.value(others.shape, "", depth + 1);
      map.set(this.leaves.key(others.keys), value ?? null);
    }
    return map;
  }

  private object(shape: ObjectShape, depth: number): Plain {
    if (shape.reference === "required") return new Map([["$ref", this.targets[shape.object]?.pointer ?? "#/info"]]);
    const name = shape.object === "Payload" ? "Schema" : shape.object;
    const { binding } = shape;
    if (binding) {
      const table = bindingTable(binding.protocol, binding.kind, undefined) ?? this.tables.object("Binding");
      return this.table(table, `${binding.protocol} ${binding.kind}`, depth);
    }
    const table = this.tables.object(name);
    const first = KEYED[name];
    const target = first && this.targets[first];
    const map = this.table(table, name, depth);
    // Whatever it is called, what references lead to is there.
    if (target && table.others && !map.has(target.key)) map.set(target.key, this.value(table.others.shape, "", depth + 1) ?? null);
    return map;
  }

  private table(table: ObjectTable, name: string, depth: number): Map<string, Plain> {
    const map = new Map<string, Plain>();
    const nth = this.times.get(name) ?? 0;
    this.times.set(name, nth + 1);
    for (const [key, field] of Object.entries(table.fields)) {
      if (key === "$ref" || !this.wanted(field, { name, key, nth, depth })) continue;
      const value = this.value(field.shape, key, depth + 1);
      if (value !== undefined) map.set(key, value);
    }
    if (table.extensible && this.leaves.includes(name, "x-", nth)) map.set(`x-${this.leaves.key(undefined)}`, this.leaves.any());
    if (table.others && Object.keys(table.fields).length === 0) this.entries(map, table.others, depth);
    return map;
  }

  private wanted(field: FieldRule, at: { name: string; key: string; nth: number; depth: number }): boolean {
    if (field.required) return true;
    return at.depth <= DEEPEST && this.leaves.includes(at.name, at.key, at.nth);
  }
}

function pointer(key: string): string {
  return encodeURIComponent(escapeToken(key).toWellFormed());
}

/** A document made from the tables of a version of the format: whatever a table lists can be in it. */
export function formatDocument(dialect: Dialect, leaves: Leaves): Plain {
  return new Generator(dialect, leaves).value({ kind: "object", object: "Root" }, "", 0) ?? null;
}

const written = { "2": "2.4.0", "draft-3": "3.0.0-draft", "3": "3.0.0" } as const;

/** One dialect of each line. */
export const dialects: readonly Dialect[] = [
  { line: "2", minor: 4, spelling: "msgapi", written: written["2"] },
  { line: "draft-3", minor: 0, spelling: "msgapi", written: written["draft-3"] },
  { line: "3", minor: 0, spelling: "asyncapi", written: written["3"] },
];
