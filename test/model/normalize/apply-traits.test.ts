import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../../src/text/diagnostics/index.ts";
import type { MapNode } from "../../../src/text/json/index.ts";
import { printJson } from "../../../src/text/json/index.ts";
import { checkStructure } from "../../../src/model/structure/index.ts";
import { lines } from "../../support/marked.ts";
import type { Normalized } from "../../support/loaded.ts";
import { normalized } from "../../support/loaded.ts";

const classic = (fields: string): Promise<Normalized> =>
  normalized(`asyncapi: 2.4.0
info: { title: T, version: '1' }
channels: { c: { publish: { message: { $ref: '#/components/messages/m' } } } }
components:
  messages:
    m:
      name: own
      summary: own
      externalDocs: { url: 'https://example.org/' }
      bindings: { kafka: { key: { type: string } } }
${fields}`);

const plain = (node: MapNode | undefined): unknown => node && JSON.parse(printJson(node));

describe("traits of 2.x", () => {
  it("win in listed order, are followed, and remember what of them is left", async () => {
    const { description, problems } = await classic(`      traits:
        - { name: first, title: first, bindings: { kafka: { groupId: a } } }
        - $ref: '#/components/messageTraits/second'
  messageTraits:
    second: { name: second, summary: null, bindings: { mqtt: {} }, x-note: here }
`);
    const [message] = description.messages;
    expect(plain(message?.node)).toEqual({
      name: "second",
      title: "first",
      externalDocs: { url: "https://example.org/" },
      bindings: { kafka: { key: { type: "string" }, groupId: "a" }, mqtt: {} },
      "x-note": "here",
    });
    expect(message?.traits.map(({ name, gave }) => ({ name, gave }))).toEqual([
      { name: undefined, gave: ["title", "bindings"] },
      { name: "second", gave: ["name", "bindings", "x-note"] },
    ]);
    expect(plain(message?.written)).toHaveProperty("summary", "own");
    expect(problems).toEqual([]);
  });

  it("report a result that lacks what it had to have", async () => {
    const { problems } = await classic("      traits: [{ externalDocs: { url: null } }]\n");
    expect(lines(problems)).toEqual([
      'error trait/invalid-result: With its traits this is not a valid Message Object: The External Documentation Object must have the field "url".',
    ]);
  });

  it("leave out what is no trait and keep it to be shown", async () => {
    const { description } = await classic("      traits: [5, null, { title: t, traits: [{ name: x }] }, { $ref: '#/nowhere' }]\n");
    const [message] = description.messages;
    expect(message?.traits.map(({ gave }) => gave)).toEqual([["title"]]);
    expect(plain(message?.node)).toMatchObject({ name: "own", title: "t" });
    expect(message?.strays?.map(({ path }) => path.join("."))).toEqual(["traits.0", "traits.1", "traits.3"]);
  });
});

describe("traits of released 3.x", () => {
  it("only fill gaps, the first that has a field first", async () => {
    const { description } = await normalized(`asyncapi: 3.0.0
info: { title: T, version: '1' }
channels: { c: { address: a } }
operations:
  o:
    action: send
    channel: { $ref: '#/channels/c' }
    summary: own
    traits:
      - { summary: first, title: first }
      - { title: second, description: second }
`);
    const [operation] = description.operations;
    expect(plain(operation?.node)).toMatchObject({ summary: "own", title: "first", description: "second" });
    expect(operation?.traits.map(({ gave }) => gave)).toEqual([["title"], ["description"]]);
  });

  it("win in the draft", async () => {
    const { description } = await normalized(`msgapi: 3.0.0
info: { title: T, version: '1' }
channels: { c: { address: a } }
operations: { o: { action: send, channel: { $ref: '#/channels/c' }, summary: own, traits: [{ summary: trait }] } }
`);
    expect(plain(description.operations[0]?.node)).toMatchObject({ summary: "trait" });
  });
});

it("is told by the structure check what a trait must not give", async () => {
  const { documents } = await classic("      traits: [{ payload: {} }]\n");
  const problems: Diagnostic[] = [];
  checkStructure(documents, (problem) => problems.push(problem));
  expect(lines(problems)).toEqual([
    'error trait/forbidden-field: The Message Trait Object must not have the field "payload". ~ Write it on what takes the trait over.',
  ]);
});
