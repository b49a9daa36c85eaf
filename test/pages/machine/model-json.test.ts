import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { built, builtFrom } from "../../support/built.ts";

const root = new URL("../../../", import.meta.url);
const path = (name: string): string => fileURLToPath(new URL(name, root));
const schema = JSON.parse(readFileSync(path("docs/model.schema.json"), "utf8")) as object;
const ajv = new Ajv2020({ allErrors: true, strict: true });
const check = ajv.compile(schema);

interface Model {
  readonly [list: string]: unknown;
  readonly channels: readonly { id: string; wholeId?: string; operations?: string[]; messages?: string[]; servers?: string[] }[];
  readonly operations: readonly { id: string; channel?: string; messages?: string[] }[];
  readonly messages: readonly { id: string; operations?: string[]; channels?: string[] }[];
  readonly servers: readonly { id: string }[];
  readonly schemas: Readonly<Record<string, unknown>>;
}

const EXAMPLES = ["robots/msgapi.yaml", "robots-3.0/msgapi.yaml", "chargers/asyncapi.yaml", "doorbell/asyncapi.yaml"];

describe.each(EXAMPLES)("model.json of %s", (name) => {
  test("is what its published schema says, and all that it names is in it", async () => {
    const { files } = await builtFrom(path(`example-docs/${name}`));
    const text = files.get("model.json") ?? "";
    const model = JSON.parse(text) as Model;
    expect(check(model), ajv.errorsText(check.errors)).toBe(true);
    const ids = (list: readonly { id: string }[]): Set<string> => new Set(list.map(({ id }) => id));
    const [channels, operations, messages, servers] = [ids(model.channels), ids(model.operations), ids(model.messages), ids(model.servers)];
    const left = [
      ...model.operations.flatMap(({ channel, messages: own = [] }) => [
        ...(channel === undefined || channels.has(channel) ? [] : [channel]),
        ...own.filter((id) => !messages.has(id)),
      ]),
      ...model.channels.flatMap((each) => [
        ...(each.operations ?? []).filter((id) => !operations.has(id)),
        ...(each.servers ?? []).filter((id) => !servers.has(id)),
      ]),
      ...model.messages.flatMap((each) => [
        ...(each.operations ?? []).filter((id) => !operations.has(id)),
        ...(each.channels ?? []).filter((id) => !channels.has(id)),
      ]),
    ];
    expect(left).toEqual([]);
    for (const [, pointer = ""] of text.matchAll(/"\$ref":"#\/schemas\/([^"]*)\/schema"/g)) {
      expect(Object.keys(model.schemas)).toContain(pointer.replaceAll("~1", "/").replaceAll("~0", "~"));
    }
  });
});

test("an id longer than any name is whole once, and cut where others name the entity", async () => {
  const long = "K".repeat(20_000);
  const messages = Array.from({ length: 50 }, () => "{ payload: { $ref: '#/components/schemas/" + long + "' } }");
  const document = `asyncapi: 2.6.0\ninfo: { title: Lamps, version: '1' }\nchannels:\n  ? ${long}\n  : { publish: { message: { oneOf: [${messages.join(", ")}] } } }\ncomponents: { schemas: { ? ${long} : { type: object } } }\n`;
  const { files } = await built({ "main.yaml": document });
  const text = files.get("model.json") ?? "";
  const model = JSON.parse(text) as Model;
  expect(check(model), ajv.errorsText(check.errors)).toBe(true);
  expect(JSON.stringify(model.messages)).not.toContain(long);
  expect(model.channels.map(({ wholeId }) => wholeId)).toEqual([long]);
  expect(new Set(model.messages.map(({ id }) => id)).size).toBe(50);
  const [channel, operation] = [model.channels[0]?.id, model.operations[0]?.id];
  expect(model.operations.map((each) => each.channel)).toEqual([channel]);
  for (const each of model.messages) expect([each.channels, each.operations]).toEqual([[channel], [operation]]);
  expect(Object.values(model.schemas)).toMatchObject([{ wholeId: long }]);
});

test("an entity lists 50 problems and counts the others, which thousands of entities may share", async () => {
  const links = Array.from({ length: 60 }, (_, at) => `[a](#b${at})`).join(" ");
  const { files } = await built({
    "main.yaml": `asyncapi: 2.6.0\ninfo: { title: Lamps, version: '1' }\nchannels:\n  c: { description: "${links}" }\n  d: {}\n`,
  });
  const model = JSON.parse(files.get("model.json") ?? "") as {
    channels: { id: string; problems?: { code: string }[]; moreProblems?: number }[];
  };
  expect(check(model), ajv.errorsText(check.errors)).toBe(true);
  const [long, short] = model.channels;
  expect(long?.problems?.filter(({ code }) => code === "text/broken-link")).toHaveLength(50);
  expect(long?.moreProblems).toBe(10);
  expect(short?.moreProblems).toBeUndefined();
});

test("the published schema tells a model of another shape", () => {
  expect(check({ model: 1, channels: [] })).toBe(false);
  expect(check({ model: 2 })).toBe(false);
});

describe("llms.txt", () => {
  const many = (count: number): string => {
    const channels = Array.from(
      { length: count },
      (_, at) =>
        `  shop/orders/${at}/placed:\n    publish: { operationId: take${at}, tags: [{ name: shop }], summary: ${"Takes an order that was placed. ".repeat(6)}, message: { name: order${at}, title: Order ${at} was placed, payload: { type: object, properties: { number: { const: ${at} } } } } }`,
    );
    return `asyncapi: 2.6.0\ninfo: { title: Shop, version: '1' }\nchannels:\n${channels.join("\n")}\n`;
  };
  const linksOf = (text: string): [string, string][] =>
    [...text.matchAll(/\[([^\]]*)\]\(([^)]*)\)/g)].map(([, name = "", to = ""]) => [name, to]);

  test("of a small document leads to a message in one request", async () => {
    const { files } = await built({ "main.yaml": many(20) });
    const [, to = ""] = linksOf(files.get("llms.txt") ?? "").find(([name]) => name === "Order 7 was placed") ?? [];
    expect(files.get(to)).toContain("always `7`");
  });

  test("of a large one stays small, and leads to a message in two: a page of the list, then its page", async () => {
    const { files } = await built({ "main.yaml": many(400) });
    const start = files.get("llms.txt") ?? "";
    // About four characters are a token: a start of a thousand tokens, and lists of some ten thousand.
    expect(start.length).toBeLessThan(5000);
    const wanted = "order 77 was placed";
    const lists = [...start.matchAll(/\((messages[^)]*)\): \d+, from Order \d+ was placed to Order \d+ was placed$/gm)].map(
      ([, to = ""]) => to,
    );
    expect(lists).toHaveLength(4);
    const listed = lists.map((path) => files.get(path) ?? "").join("\n");
    const [, to = ""] = linksOf(listed).find(([name]) => name.toLowerCase() === wanted) ?? [];
    expect(files.get(to)).toContain("always `77`");
    const largest = [...files].filter(([name]) => name.endsWith(".md")).map(([name, text]) => [text.length, name] as const);
    expect(largest.filter(([length]) => length > 60_000)).toEqual([]);
    expect(files.get("tags.md")).toMatch(/\d+ more\]\(uses\/[\w-]+\.html\)/);
  }, 60_000);
});
