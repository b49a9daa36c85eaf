import { describe, expect, test } from "vitest";
import type { BindingField, BindingKind, Shape } from "../../../src/format/index.ts";
import { bindingTable, bindingVersions } from "../../../src/format/index.ts";
import { pageAt, siteOf, textOf } from "./site-of.ts";

const kinds: readonly BindingKind[] = ["server", "channel", "operation", "message"];
const keys = [
  ...["amqp", "amqp1", "anypointmq", "googlepubsub", "http", "ibmmq", "jms", "kafka", "mercure", "mqtt", "mqtt5"],
  ...["nats", "pulsar", "redis", "ros2", "sns", "solace", "sqs", "stomp", "ws"],
];

/** Makes values that fit shapes, each with a mark of its own that must be found on a page. */
class Marks {
  readonly given: string[] = [];
  private count = 0;

  private mark(prefix: string): string {
    this.count += 1;
    const mark = `${prefix}${this.count}`;
    this.given.push(mark);
    return mark;
  }

  private fields(fields: Readonly<Record<string, { readonly shape: Shape }>>): Record<string, unknown> {
    return Object.fromEntries(Object.entries(fields).map(([name, { shape }]) => [name, this.value(shape)]));
  }

  value(shape: Shape): unknown {
    if (shape.kind === "list") return [this.value(shape.items)];
    if (shape.kind === "map") return { [this.mark("key")]: this.value(shape.values) };
    if (shape.kind === "inline") return this.fields(shape.table.fields);
    if (shape.kind === "either") return this.value(shape.of.find(({ kind }) => kind === "object") ?? shape.of[0] ?? { kind: "null" });
    if (shape.kind === "object")
      return { type: "object", properties: { [this.mark("property")]: { type: "string", description: this.mark("words") } } };
    return this.scalar(shape);
  }

  private scalar(shape: Shape): unknown {
    if (shape.kind === "string") return shape.oneOf?.[0] ?? this.mark("mark");
    if (shape.kind === "number" || shape.kind === "integer") return shape.oneOf?.[0] ?? shape.maximum ?? Number(this.mark("7700"));
    return shape.kind === "boolean" ? true : this.mark("any");
  }

  /** A binding of one protocol and version, with a field that no table has. */
  binding(protocol: string, kind: BindingKind, version: string): Record<string, unknown> {
    const { bindingVersion, ...fields } = bindingTable(protocol, kind, version)?.fields ?? {};
    expect(bindingVersion).toBeDefined();
    return { ...this.fields(fields), bindingVersion: version, [this.mark("unknown")]: this.mark("written") };
  }
}

/** A document with the bindings of one protocol in one version, in all four places. */
function documentOf(protocol: string, version: string): { readonly text: string; readonly marks: readonly string[] } {
  const marks = new Marks();
  const of = (kind: BindingKind): unknown => ({ [protocol]: marks.binding(protocol, kind, version) });
  const message = { name: "m", bindings: of("message"), payload: { type: "object" } };
  const document = {
    asyncapi: "3.1.0",
    info: { title: "Bindings", version: "1" },
    // No server speaks the protocol: its bindings are shown all the same.
    servers: { main: { host: "example.org", protocol: "other", bindings: of("server") } },
    channels: { c: { address: "c", messages: { m: message }, bindings: of("channel") } },
    operations: { o: { action: "send", channel: { $ref: "#/channels/c" }, bindings: of("operation") } },
  };
  return { text: JSON.stringify(document), marks: marks.given };
}

const pages: Readonly<Record<BindingKind, string>> = {
  server: "servers.html",
  channel: "channels/c.html",
  operation: "operations/o.html",
  message: "messages/m.html",
};

/** Every description and unit of a table, those of objects inside it too. */
function said(fields: Readonly<Record<string, BindingField>>): readonly string[] {
  return Object.entries(fields).flatMap(([name, { shape, description, unit }]) => {
    const own = name === "bindingVersion" ? [] : [...(shape.kind === "inline" ? [] : [description]), ...(unit === undefined ? [] : [unit])];
    return shape.kind === "inline" ? [...own, ...said(shape.table.fields as Readonly<Record<string, BindingField>>)] : own;
  });
}

const cases = keys.flatMap((protocol) => bindingVersions(protocol).map((version) => [protocol, version] as const));

describe("bindings on pages", () => {
  test.each(cases)("of %s %s: every value, in words with units, and where they are described", async (protocol, version) => {
    const { text, marks } = documentOf(protocol, version);
    const files = await siteOf(text);
    const all = Object.values(pages)
      .map((path) => textOf(pageAt(files, path)))
      .join(" ");
    expect(marks.filter((mark) => !all.includes(mark))).toEqual([]);
    for (const kind of kinds) {
      const page = textOf(pageAt(files, pages[kind]));
      const table = bindingTable(protocol, kind, version);
      expect(said(table?.fields ?? {}).filter((each) => !page.includes(each))).toEqual([]);
      expect(pageAt(files, pages[kind])).toContain(`href="${table?.documentation ?? ""}"`);
      expect(page).toContain(version);
    }
  });
});
