import { describe, expect, it } from "vitest";
import type { Dialect, ObjectName, ObjectTable } from "../../../src/format/index.ts";
import { tablesOf } from "../../../src/format/index.ts";
import { check } from "./check.ts";

const info = "info: { title: T, version: '1' }\n";
const server = (fields: string): string => `servers: { s: { ${fields} } }\n`;

describe("each version is held to its own table", () => {
  it("server tags came with 2.5", () => {
    const tagged = server("url: h, protocol: p, ⟦tags⟧: [{ name: t }]");
    for (const minor of [0, 1, 2, 3, 4]) {
      expect(check(`asyncapi: 2.${minor}.0\n${info}channels: {}\n${tagged}`)).toEqual([
        expect.stringMatching(/^warning structure\/unknown-field: The Server Object has no field "tags"\./),
      ]);
    }
    for (const minor of [5, 6]) {
      expect(check(`asyncapi: 2.${minor}.0\n${info}channels: {}\n${tagged.replace(/[⟦⟧]/gu, "")}`)).toEqual([]);
    }
  });

  it("examples are free in 2.0", () => {
    const text = (version: string, key: string): string =>
      `asyncapi: ${version}\n${info}channels: { c: { publish: { message: { examples: [{ ${key}: 1 }] } } } }\n`;
    expect(check(text("2.0.0", "anything"))).toEqual([]);
    expect(check(text("2.1.0", "⟦anything⟧"))).toEqual([expect.stringContaining("structure/unknown-field")]);
  });

  it("pulsar came with 2.5, ros2 with 3.1", () => {
    const bindings = (key: string): string => `components: { serverBindings: { b: { ${key}: {} } } }\n`;
    const codes = (text: string): readonly string[] => check(text).map((line) => line.split(" ", 2)[1] ?? "");
    expect(codes(`asyncapi: 2.4.0\n${info}channels: {}\n${bindings("⟦pulsar⟧")}`)).toEqual(["structure/unknown-binding:"]);
    expect(codes(`asyncapi: 2.6.0\n${info}channels: {}\n${bindings("pulsar")}`)).toEqual([]);
    expect(codes(`asyncapi: 3.0.0\n${info}${bindings("⟦ros2⟧")}`)).toEqual(["structure/unknown-binding:"]);
    expect(codes(`asyncapi: 3.1.0\n${info}${bindings("ros2")}`)).toEqual([]);
  });

  it("msgapi 3.0.0 is the draft, until it uses what only the released version has", () => {
    expect(check(`msgapi: 3.0.0\n${info}${server("url: h, protocol: p")}`)).toEqual([]);
    expect(check(`msgapi: 3.0.0\n${info}${server("host: h, protocol: p")}`)).toEqual([]);
    expect(check(`asyncapi: 3.0.0\n${info}servers: { ⟦s⟧: { ⟦url⟧: h, protocol: p } }\n`)).toEqual([
      expect.stringContaining('error structure/required-field: The Server Object must have the field "host"'),
      expect.stringMatching(/structure\/(?:moved|unknown)-field: .*"url"/),
    ]);
  });
});

const objects: readonly ObjectName[] = [
  ...(["Root", "Info", "Contact", "License", "Servers", "Server", "ServerVariable", "Channels", "Channel", "Operation"] as const),
  ...(["OperationTrait", "Message", "MessageTrait", "MessageExample", "Parameter", "CorrelationId", "Tag", "ExternalDocs"] as const),
  ...(["Components", "Schema", "SecurityScheme", "OAuthFlows", "OAuthFlow", "ServerBindings", "ChannelBindings"] as const),
  ...(["OperationBindings", "MessageBindings", "OperationReply", "OperationReplyAddress", "MultiFormatSchema"] as const),
];

function fieldsOf(dialect: Dialect): ReadonlyMap<string, ObjectTable["fields"][string]> {
  const tables = tablesOf(dialect);
  const fields = objects.flatMap((object) =>
    Object.entries(tables.object(object).fields).map(([name, field]) => [`${object}.${name}`, field] as const),
  );
  return new Map(fields);
}

/** What a version's tables have more (+), less (-) or otherwise (~) than another's. */
function difference(from: Dialect, to: Dialect): readonly string[] {
  const [before, after] = [fieldsOf(from), fieldsOf(to)];
  const names = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  return names.flatMap((name) => {
    if (!before.has(name)) return [`+${name}`];
    if (!after.has(name)) return [`-${name}`];
    return before.get(name) === after.get(name) || JSON.stringify(before.get(name)) === JSON.stringify(after.get(name)) ? [] : [`~${name}`];
  });
}

describe("a field added to one version is a line of this list, and changes nothing else", () => {
  const two = (minor: number): Dialect => ({ line: "2", minor, spelling: "asyncapi", written: `2.${minor}.0` });
  const three = (minor: number): Dialect => ({ line: "3", minor, spelling: "asyncapi", written: `3.${minor}.0` });
  const pulsar = ["ChannelBindings", "MessageBindings", "OperationBindings", "ServerBindings"].map((object) => `+${object}.pulsar`);
  const pubsub = pulsar.map((each) => each.replace("pulsar", "googlepubsub"));

  it.each([
    [two(0), two(1), ["+MessageExample.name", "+MessageExample.summary", "~MessageExample.headers"]],
    [two(1), two(2), []],
    [two(2), two(3), []],
    [two(3), two(4), []],
    [two(4), two(5), [...pulsar, ...pubsub, "+Server.tags"]],
    [two(5), two(6), []],
    [three(0), three(1), pulsar.map((each) => each.replace("pulsar", "ros2"))],
  ])("$written to $written", (from, to, expected) => {
    expect(difference(from, to).toSorted()).toEqual(expected.toSorted());
  });
});
