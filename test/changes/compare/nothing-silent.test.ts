import { describe, expect, it } from "vitest";
import { changesOf, lamps, said } from "./versions.ts";

/** A 3.0 document of one channel, with what is between. */
function signals({
  servers = "{}",
  address = "c/{id}",
  parameters = "{ id: {} }",
  payload = "{ type: string }",
  action = "send",
  root = "",
}: Partial<Record<"servers" | "address" | "parameters" | "payload" | "action" | "root", string>> = {}): string {
  return `asyncapi: 3.0.0
info: { title: Signals, version: 1.0.0 }
${root}
servers: ${servers}
channels:
  c: { address: "${address}", parameters: ${parameters}, messages: { m: { payload: ${payload} } } }
operations:
  o: { action: ${action}, channel: { $ref: "#/channels/c" } }
`;
}

describe("what no validator judges", () => {
  const said = (old: string, now: string, action: string): readonly string[] => {
    const [one, other] = [old, now].map((keyword) => signals({ action, payload: `{ properties: { a: { type: string, ${keyword} } } }` }));
    return changesOf(one ?? "", other ?? "")
      .filter(({ code }) => code === "change/payload")
      .map(({ verdict, affects }) => `${verdict} ${affects}`);
  };

  it.each<[string, string, string, string, string]>([
    ["another encoding of bytes", "contentEncoding: base64", "contentEncoding: base16", "breaking receivers", "breaking senders"],
    ["an encoding that is gone", "contentEncoding: base64", "maxLength: 9", "unknown receivers", "breaking senders"],
    ["another type of content", "contentMediaType: image/png", "contentMediaType: image/gif", "breaking receivers", "breaking senders"],
    ["another format", "format: iban", "format: bic", "unknown receivers", "unknown senders"],
    ["a format that is new", "x-a: 1", "format: iban", "compatible nobody", "unknown senders"],
    ["what senders may no longer set", "x-a: 1", "readOnly: true", "compatible nobody", "unknown senders"],
    ["what may be set again", "readOnly: true", "x-a: 1", "compatible nobody", "compatible nobody"],
    ["what receivers may no longer get", "x-a: 1", "writeOnly: true", "unknown receivers", "compatible nobody"],
  ])("tells %s", (_, old, now, sent, received) => {
    expect(said(old, now, "send")[0]).toBe(sent);
    expect(said(old, now, "receive")).toContain(received);
  });
});

describe("addresses", () => {
  const server = (variables: string): string => `{ prod: { host: "h:{port}", protocol: kafka, variables: ${variables} } }`;

  it.each<[string, string, string, readonly string[]]>([
    [
      "a default that the values still list",
      "{ port: { enum: ['1', '2'], default: '1' } }",
      "{ port: { enum: ['1', '2'], default: '2' } }",
      ["compatible change/server nobody"],
    ],
    ["a default without values", "{ port: { default: '1' } }", "{ port: { default: '2' } }", ["unknown change/server all"]],
    ["a variable that is no longer described", "{ port: { default: '1' } }", "{}", ["unknown change/server all"]],
    [
      "words",
      "{ port: { default: '1', description: A. } }",
      "{ port: { default: '1', description: B. } }",
      ["annotation change/words nobody"],
    ],
  ])("tells of variables: %s", (_, old, now, expected) => {
    expect(said(signals({ servers: server(old) }), signals({ servers: server(now) }))).toEqual(expected);
  });

  it.each<[string, string, string, string]>([
    [
      "host: a, protocol: kafka",
      "host: '', protocol: kafka",
      "unknown",
      'Whether server "s" moved cannot be told: its address was "kafka://a" and is not stated.',
    ],
    [
      "protocol: kafka",
      "host: a, protocol: kafka",
      "unknown",
      'Whether server "s" moved cannot be told: its address was not stated and is "kafka://a".',
    ],
    [
      "host: a, protocol: kafka",
      "host: a",
      "unknown",
      'Whether server "s" moved cannot be told: its protocol was "kafka" and is not stated.',
    ],
    [
      "host: a, protocol: ws",
      "protocol: wss",
      "breaking",
      'Server "s" moved: its protocol was "ws" and is "wss", its address was "ws://a" and is not stated.',
    ],
  ])("says what is not stated: %s, then %s", (old, now, verdict, message) => {
    const at = (server: string): string => signals({ servers: `{ s: { ${server} } }` });
    expect(changesOf(at(old), at(now))).toContainEqual(expect.objectContaining({ verdict, message }));
  });

  it("names a new server without an address", () => {
    const now = signals({ servers: "{ s: { protocol: kafka } }" });
    expect(changesOf(signals(), now)).toContainEqual(expect.objectContaining({ message: 'Server "s" is new.' }));
  });

  it("tells servers that change places, and variables that do", () => {
    const two = (a: string, b: string): string =>
      signals({ servers: `{ a: { host: ${a}, protocol: mqtt }, b: { host: ${b}, protocol: mqtt } }` });
    expect(said(two("one", "two"), two("two", "one"))).toEqual(["unknown change/server all", "unknown change/server all"]);
    const at = (host: string): string => signals({ servers: `{ a: { host: "${host}", protocol: mqtt, variables: { x: {}, y: {} } } }` });
    expect(said(at("{x}.{y}"), at("{y}.{x}"))).toEqual(["breaking change/server all"]);
  });

  it.each<[string, string, string, string]>([
    ["mqtt", "b.example", "b.example:1883", ""],
    ["mqtt", "b.example", "B.example.:1883/", ""],
    ["kafka", "a:9092,b", "b:9092,a", ""],
    ["wss", "b.example/x", "b.example:443/x/", ""],
    ["amqps", "b.example", "b.example:5672", "breaking change/server all"],
  ])("of %s, takes %s and %s for the same or not", (protocol, old, now, expected) => {
    const at = (url: string): string => lamps({ servers: `{ a: { url: "${url}", protocol: ${protocol} } }` });
    expect(said(at(old), at(now)).join()).toBe(expected);
  });

  it("tells the order of parameters, and descriptions that are gone", () => {
    const parameters = "{ a: {}, b: {} }";
    expect(said(signals({ address: "{a}/{b}", parameters }), signals({ address: "{b}/{a}", parameters }))).toEqual([
      "breaking change/parameter receivers",
    ]);
    const described = signals({ parameters: "{ id: { enum: [a, b] } }" });
    expect(said(described, signals({ parameters: "{}" }))).toEqual(["compatible change/parameter nobody"]);
    expect(said(signals({ parameters: "{}" }), described)).toEqual(["unknown change/parameter receivers"]);
    expect(said(signals({ parameters: "{ id: {} }" }), signals({ address: "c/{key}", parameters: "{ key: {} }" }))).toEqual([]);
  });
});

describe("content types", () => {
  it("reads JSON as UTF-8, and other texts not", () => {
    const as = (type: string): string => lamps({ message: `contentType: '${type}'` });
    expect(said(as("application/json"), as('application/json; charset="UTF-8"'))).toEqual([]);
    expect(said(as("application/cloudevents+json; charset=utf-8"), as("application/cloudevents+json"))).toEqual([]);
    expect(said(as("text/plain"), as("text/plain; charset=utf-8"))).toEqual(["breaking change/content-type all"]);
  });

  it("tells a default that is gone where a message relies on it", () => {
    const stated = "defaultContentType: application/json";
    expect(said(signals({ root: stated }), signals())).toEqual(["unknown change/content-type all"]);
    expect(said(signals(), signals({ root: stated }))).toEqual(["compatible change/content-type nobody"]);
  });
});

it("compares two channels of one address with one that has the operations of both", () => {
  const operation = (name: string, channel: string): string =>
    `send${name}: { action: send, channel: { $ref: "#/channels/${channel}" }, messages: [{ $ref: "#/channels/${channel}/messages/${name}" }] }`;
  const message = (name: string, type: string): string => `${name}: { payload: { type: ${type} } }`;
  const api = (channels: string, operations: string): string =>
    `asyncapi: 3.0.0\ninfo: { title: T, version: 1.0.0 }\nchannels: { ${channels} }\noperations: { ${operations} }\n`;
  const [order, trade] = [message("Order", "string"), message("Trade", "integer")];
  const two = api(
    `orders: { address: /, messages: { ${order} } }, trades: { address: /, messages: { ${trade} } }`,
    `${operation("Order", "orders")}, ${operation("Trade", "trades")}`,
  );
  const swapped = api(
    `t: { address: /, messages: { ${trade} } }, o: { address: /, messages: { ${order} } }`,
    `${operation("Trade", "t")}, ${operation("Order", "o")}`,
  );
  const one = api(`root: { address: /, messages: { ${order}, ${trade} } }`, `${operation("Order", "root")}, ${operation("Trade", "root")}`);
  expect(said(two, one)).toEqual([]);
  expect(said(one, two)).toEqual([]);
  expect(said(two, swapped)).toEqual([]);
  const less = api(`root: { address: /, messages: { ${order} } }`, operation("Order", "root"));
  expect(said(two, less)).toEqual(["compatible change/message nobody"]);
});

it("finds no change between 2.6 and 3.0 of one API", () => {
  const old = `asyncapi: 2.6.0
info: { title: T, version: 1.0.0 }
tags: [{ name: t }]
externalDocs: { url: https://x.example }
channels:
  light/{id}: { parameters: { id: { description: D, schema: { type: string, enum: [x, y], default: x } } }, subscribe: { operationId: o, message: { messageId: m, payload: { type: string } } } }
`;
  const now = (values: string): string => `asyncapi: 3.0.0
info: { title: T, version: 1.0.0, tags: [{ name: t }], externalDocs: { url: https://x.example } }
channels:
  light: { address: "light/{id}", parameters: { id: { description: D, enum: [${values}], default: x } }, messages: { m: { payload: { type: string } } } }
operations:
  o: { action: send, channel: { $ref: "#/channels/light" } }
`;
  expect(said(old, now("x, y"))).toEqual([]);
  expect(said(old, now("x"))).toEqual(["breaking change/parameter receivers"]);
});
