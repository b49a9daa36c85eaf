import { describe, expect, it } from "vitest";
import type { Place } from "../../../src/text/index.ts";
import { causesOf, headlineOf } from "../../../src/changes/report/index.ts";
import { changesOf } from "./versions.ts";

const SCHEMAS = `
    Added: { type: object, required: [type], properties: { type: { const: Added } } }
    Moved: { type: object, required: [type, to], properties: { type: { const: Moved }, to: { type: string } } }
    Removed: { type: object, required: [type, why], properties: { type: { const: Removed }, why: { type: string } } }`;

/** An API of one message, with components. */
function api(payload: string, { action = "receive", schemas = SCHEMAS } = {}): string {
  return `asyncapi: 3.0.0
info: { title: T, version: 1.0.0 }
operations: { s: { action: ${action}, channel: { $ref: "#/channels/c" } } }
channels: { c: { address: c, messages: { m: { payload: ${payload} } } } }
components:
  schemas:${schemas}
`;
}

const ref = (name: string): string => `{ $ref: "#/components/schemas/${name}" }`;

function textAt(place: Place | undefined): string | undefined {
  return place?.file.text.slice(place.start, place.end);
}

/** What is told, each as its verdict and its headline. */
function told(old: string, now: string): readonly string[] {
  const changes = changesOf(old, now).filter(({ code }) => code !== "change/version");
  return causesOf(changes.map((change) => ({ ...change, accepted: undefined }))).map(
    (cause) => `${cause.changes[0].verdict} ${headlineOf(cause)}`,
  );
}

const [two, three] = [["Added", "Moved"], ["Added", "Moved", "Removed"]].map((names) => `oneOf: [${names.map(ref).join(", ")}]`) as [string, string]; // prettier-ignore

describe("an alternative that only one version has", () => {
  it.each<[what: string, old: string, now: string, receive: readonly string[], send: readonly string[]]>([
    [
      "comes",
      `{ ${two} }`,
      `{ ${three} }`,
      ["compatible `oneOf` of the payload gained `Removed`"],
      ["breaking `oneOf` of the payload gained `Removed`"],
    ],
    [
      "goes",
      `{ ${three} }`,
      `{ ${two} }`,
      ["breaking `oneOf` of the payload lost `Removed`"],
      ["compatible `oneOf` of the payload lost `Removed`"],
    ],
    [
      "comes and another goes",
      `{ oneOf: [${ref("Added")}, ${ref("Moved")}] }`,
      `{ oneOf: [${ref("Removed")}, ${ref("Added")}] }`,
      ["breaking `oneOf` of the payload lost `Moved` and gained `Removed`"],
      ["breaking `oneOf` of the payload lost `Moved` and gained `Removed`"],
    ],
    [
      "comes in a property",
      `{ type: object, properties: { event: { ${two} } } }`,
      `{ type: object, properties: { event: { ${three} } } }`,
      ["compatible `oneOf` of `event` of the payload gained `Removed`"],
      ["breaking `oneOf` of `event` of the payload gained `Removed`"],
    ],
    [
      "comes beside the only schema",
      ref("Added"),
      `{ anyOf: [${ref("Added")}, ${ref("Removed")}] }`,
      ["compatible `anyOf` of the payload gained `Removed`"],
      ["breaking `anyOf` of the payload gained `Removed`"],
    ],
    [
      "is called by its title",
      "{ oneOf: [{ title: One, type: string }] }",
      "{ oneOf: [{ title: One, type: string }, { title: Two, type: integer }] }",
      ["compatible `oneOf` of the payload gained `Two`"],
      ["breaking `oneOf` of the payload gained `Two`"],
    ],
    [
      "is called by its value",
      "{ oneOf: [{ const: a }, { const: b }] }",
      "{ oneOf: [{ const: a }, { const: b }, { const: c }] }",
      ['compatible `oneOf` of the payload gained `"c"`'],
      ['breaking `oneOf` of the payload gained `"c"`'],
    ],
    [
      "is called by the value that tells it apart",
      "{ oneOf: [{ type: object, required: [v, t], properties: { v: { const: 1 }, t: { const: a } } }] }",
      "{ oneOf: [{ type: object, required: [v, t], properties: { v: { const: 1 }, t: { const: b } } }, { type: object, required: [v, t], properties: { v: { const: 1 }, t: { const: a } } }] }",
      ['compatible `oneOf` of the payload gained `"b"`'],
      ['breaking `oneOf` of the payload gained `"b"`'],
    ],
    [
      "is called by its type",
      "{ anyOf: [{ type: string }] }",
      "{ anyOf: [{ type: string }, { type: integer }] }",
      ["compatible `anyOf` of the payload gained `integer`"],
      ["breaking `anyOf` of the payload gained `integer`"],
    ],
  ])("%s", (_what, old, now, receive, send) => {
    expect(told(api(old), api(now))).toEqual(receive);
    expect(told(api(old, { action: "send" }), api(now, { action: "send" }))).toEqual(send);
  });

  it("is told where it is listed", () => {
    const [change] = changesOf(api(`{ ${two} }`), api(`{ ${three} }`));
    expect([textAt(change?.old), textAt(change?.new)]).toEqual(["oneOf", ref("Removed")]);
  });
});

describe("alternatives of both versions", () => {
  it("may change their order, their titles and the names of their components", () => {
    expect(told(api(`{ ${two} }`), api(`{ oneOf: [${ref("Moved")}, ${ref("Added")}] }`))).toEqual([]);
    const renamed = api(`{ ${three} }`).replaceAll(/(\/|\n {4})(Added|Moved|Removed)\b/g, "$1Was$2");
    expect(told(api(`{ ${three} }`), renamed)).toEqual([]);
  });

  const moved = (to: string): string => SCHEMAS.replace("to: { type: string }", to);

  it("tell what changed inside at its own line", () => {
    const [old, now] = ["string", "integer"].map((type) => moved(`to: { type: ${type} }`)) as [string, string];
    const changed = ["breaking `type` of `to` of `Moved` lost `string` and gained `integer`"];
    expect(told(api(`{ ${two} }`, { schemas: old }), api(`{ ${two} }`, { schemas: now }))).toEqual(changed);
    const both = [...changed, "breaking `oneOf` of the payload lost `Removed`"];
    expect(told(api(`{ ${three} }`, { schemas: old }), api(`{ ${two} }`, { schemas: now })).toSorted()).toEqual(both.toSorted());
  });

  it("that have no name tell what changed inside, too", () => {
    const choice = (type: string): string =>
      api(`{ oneOf: [{ type: string }, { type: object, required: [a], properties: { a: { type: ${type} } } }] }`);
    expect(told(choice("string"), choice("integer"))).toEqual(["breaking `type` of `a` of the payload lost `string` and gained `integer`"]);
  });
});

it("looks once at a schema that alternatives lead to by one path, however many they are", () => {
  const ways = Array.from({ length: 10 }, (_, way) => way);
  const tower = (end: string): string => {
    const level = (at: number): string =>
      `L${at}: { oneOf: [${ways.map((way) => `{ type: object, properties: { k: { const: ${way} }, x: ${ref(`L${at + 1}`)} } }`).join(", ")}] }`;
    const levels = [...Array.from({ length: 9 }, (_, at) => level(at)), `L9: { type: ${end} }`];
    return api(ref("L0"), { schemas: `\n${levels.map((each) => `    ${each}`).join("\n")}` });
  };
  const [first] = told(tower("string"), tower("integer"));
  expect(first).toContain("`type` of `L9` lost `string` and gained `integer`");
});
