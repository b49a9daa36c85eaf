import { describe, expect, it } from "vitest";
import { createPortal } from "../../../src/portal/match/index.ts";
import { portalOf } from "./organisation.ts";

function document(direction: "publish" | "subscribe", message: object, channel: object = {}): object {
  return { asyncapi: "2.6.0", info: { title: direction, version: "1" }, channels: { orders: { ...channel, [direction]: { message } } } };
}

const codesOf = (documents: Readonly<Record<string, object>>): string[] => portalOf(documents).problems.map(({ code }) => code);
const text = { messageId: "M", payload: { type: "string" } };
const number = { messageId: "M", payload: { type: "number" } };

describe("problems of the whole", () => {
  it("tell of a clash at the receiver, with the sender's place, and not again as one id with two schemas", () => {
    const { problems } = portalOf({ a: document("subscribe", text), b: document("publish", number) });
    expect(problems).toMatchObject([{ code: "portal/clash", place: { file: "b.yaml" }, related: [{ place: { file: "a.yaml" } }] }]);
  });

  it("tell of one message id with two schemas", () => {
    expect(codesOf({ a: document("subscribe", text), b: document("subscribe", number) })).toContain("portal/message-id");
    expect(codesOf({ a: document("subscribe", text), b: document("subscribe", text) })).not.toContain("portal/message-id");
  });

  it("tell of bindings that contradict each other", () => {
    const bound = (partitions: number): object => document("subscribe", text, { bindings: { kafka: { partitions } } });
    expect(codesOf({ a: bound(3), b: bound(5) })).toContain("portal/contradiction");
    expect(codesOf({ a: bound(3), b: bound(3) })).not.toContain("portal/contradiction");
  });

  it("tell of parameters without a value in common", () => {
    const with_ = (values: readonly string[]): object => ({
      asyncapi: "2.6.0",
      info: { title: "P", version: "1" },
      channels: { "r/{id}": { parameters: { id: { schema: { type: "string", enum: values } } }, subscribe: { message: text } } },
    });
    expect(codesOf({ a: with_(["x"]), b: with_(["y"]) })).toContain("portal/contradiction");
    expect(codesOf({ a: with_(["x", "z"]), b: with_(["y", "z"]) })).not.toContain("portal/contradiction");
  });

  it("tell of content types of one message that no program reads as one", () => {
    const of = (contentType: string): object => document("subscribe", { ...text, contentType });
    expect(portalOf({ a: of("application/json"), b: of("application/avro") }).problems).toMatchObject([
      {
        code: "portal/contradiction",
        blanks: { what: 'the message "M" is "application/avro" in b and "application/json" in a' },
        place: { file: "b.yaml" },
        related: [{ place: { file: "a.yaml" } }],
      },
      { code: "portal/one-sided" },
    ]);
    expect(codesOf({ a: of("application/json"), b: of("application/vnd.acme+json; charset=utf-8") })).not.toContain("portal/contradiction");
    const other = { ...text, messageId: "N", contentType: "application/avro" };
    expect(codesOf({ a: of("application/json"), b: document("subscribe", other) })).not.toContain("portal/contradiction");
  });

  it("tell of protocols of which a port speaks only one", () => {
    const at = (protocol: string, url: string): object => ({ ...document("subscribe", text), servers: { main: { url, protocol } } });
    const { problems } = portalOf({ a: at("kafka", "h:9092"), b: at("mqtt", "H:9092") });
    expect(problems.filter(({ code }) => code === "portal/contradiction")).toMatchObject([
      { blanks: { what: "h:9092 speaks mqtt in b and kafka in a" }, place: { file: "b.yaml" } },
    ]);
    for (const [one, another] of [
      [at("kafka", "h:9092"), at("kafka-secure", "h:9092")],
      [at("kafka", "h:9092"), at("mqtt", "h:1883")],
      [at("https", "h:443"), at("wss", "h:443")],
    ] as const)
      expect(codesOf({ a: one, b: another })).not.toContain("portal/contradiction");
  });

  it("tell once of a clash between APIs without servers, and not of the servers of others", () => {
    const at = (url: string): object => ({ ...document("publish", text), servers: { main: { url, protocol: "kafka" } } });
    const portal = portalOf({ a: document("subscribe", text), b: document("publish", number), c: at("c:1"), d: at("d:1") });
    expect(portal.channels.map(({ broker }) => broker)).toEqual(["kafka://c:1", "kafka://d:1"]);
    expect(portal.problems).toMatchObject([{ code: "portal/clash", blanks: { receiver: "b", channel: '"orders"' } }]);
    const [row, another] = portal.fit.filter(({ receiver }) => receiver === "b");
    expect([row?.broker, row?.channels.length, another]).toEqual([null, 2, undefined]);
  });

  it("call messages as their author does", () => {
    const clash = (message: object): unknown =>
      portalOf({
        a: document("subscribe", { ...message, payload: { type: "string" } }),
        b: document("publish", { payload: { type: "number" } }),
      }).problems[0]?.blanks.message;
    expect(clash({ name: "Lit", messageId: "lamp.lit" })).toBe('the message "Lit"');
    expect(clash({ title: "A lamp is lit" })).toBe('the message "A lamp is lit"');
    expect(clash({})).toBe("the message");
  });

  it("tell which channel may be meant where only an enum is missing", () => {
    const on = (address: string, direction: string, more: object = {}): object => ({
      asyncapi: "2.6.0",
      info: { title: "P", version: "1" },
      channels: { [address]: { ...(address.includes("{") ? { parameters: { id: {} } } : {}), [direction]: { message: text }, ...more } },
    });
    const notes = (apis: Readonly<Record<string, object>>): unknown[] =>
      portalOf(apis).problems.flatMap(({ code, blanks }) => (code === "portal/one-sided" ? [blanks.note] : []));
    expect(notes({ a: on("o.{id}", "subscribe"), b: on("o.eu", "publish") })).toEqual([
      '; perhaps "o.{id}" is meant, whose parameters have no enum',
      "",
    ]);
    for (const address of ["o/eu/x", "p.eu", "o."])
      expect(notes({ a: on("o.{id}", "subscribe"), b: on(address, "publish") })).toEqual(["", ""]);
    expect(notes({ a: on("o.{id}", "publish"), b: on("o.eu", "publish") })).toEqual(["", ""]);
  });

  it("tell of a channel with one side, and of APIs that are missing", () => {
    const known = portalOf({ a: document("subscribe", text) });
    expect(known.problems).toMatchObject([{ code: "portal/one-sided", blanks: { what: "receives from", note: "" } }]);
    const failed = { name: "b", title: "b", document: "b.yaml", status: "failed", owner: null, group: "", versions: [] } as const;
    const { problems, channels } = createPortal([...known.apis, failed], { title: "", brokers: {}, schemaText: () => undefined });
    expect(problems).toMatchObject([
      { code: "portal/not-built" },
      { code: "portal/one-sided", blanks: { note: "; 1 API could not be built" } },
    ]);
    expect(channels).toHaveLength(1);
  });

  it("place a channel with one side where that side is, not where it is only described", () => {
    const address = { orders: { address: "orders", messages: { m: text } } };
    const silent = { asyncapi: "3.0.0", info: { title: "A", version: "1" }, channels: address, operations: {} };
    const { problems } = portalOf({ a: silent, b: document("publish", text) });
    expect(problems).toMatchObject([{ code: "portal/one-sided", blanks: { what: "sends to" }, place: { file: "b.yaml" } }]);
  });
});
