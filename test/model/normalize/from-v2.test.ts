import { describe, expect, it } from "vitest";
import { normalized } from "../../support/loaded.ts";

const head = "asyncapi: 2.4.0\ninfo: { title: T, version: '1' }\n";

describe("2.x", () => {
  it("turns publish and subscribe around: they say what others do", async () => {
    const { description } = await normalized(`${head}channels: { c: { subscribe: {}, publish: { operationId: p } } }\n`);
    expect(description.operations.map(({ id, verb, direction }) => [id, verb, direction])).toEqual([
      ["c.subscribe", "subscribe", "send"],
      ["p", "publish", "receive"],
    ]);
  });

  it("reads the messages of a oneOf, each once, also of one in the components", async () => {
    const { description } = await normalized(`${head}channels:
  c: { publish: { message: { oneOf: [{ $ref: '#/components/messages/b' }, { name: n }, { $ref: '#/components/messages/b' }] } } }
  d: { publish: { message: { $ref: '#/components/messages/both' } } }
components:
  messages:
    a: {}
    b: {}
    both: { oneOf: [{ $ref: '#/components/messages/b' }, { $ref: '#/components/messages/a' }] }
`);
    expect(description.operations.map(({ messages }) => messages.map(({ id }) => id))).toEqual([
      ["b", "n"],
      ["b", "a"],
    ]);
    expect(description.messages.map(({ id, used }) => [id, used])).toEqual([
      ["b", true],
      ["n", true],
      ["a", true],
      ["both", false],
    ]);
  });

  it("adds the fields of a channel item's $ref; its own count", async () => {
    const { description } = await normalized(`${head}channels: { c: { $ref: 'c.yaml#/item', description: own } }\n`, {
      "c.yaml": "item: { description: other, publish: { operationId: p } }\n",
    });
    const [channel] = description.channels;
    expect(channel?.node.entries.map(({ key }) => key)).toEqual(["publish", "description"]);
    expect(description.operations.map(({ id }) => id)).toEqual(["p"]);
  });

  it("reads an example of 2.0 as a free map where it has more than headers and payload, and from 2.1 on only those that are no example object", async () => {
    const examples =
      "channels: { c: { publish: { message: { examples: [{ payload: 1 }, { a: 1 }, 5, { name: n }, { payload: 1, name: n }] } } } }\n";
    const free = async (text: string): Promise<unknown> =>
      (await normalized(text)).description.messages[0]?.examples.map((each) => each.free);
    expect(await free(`asyncapi: 2.0.0\ninfo: { title: T, version: '1' }\n${examples}`)).toEqual([false, true, true, true, true]);
    expect(await free(head + examples)).toEqual([false, true, true, false, false]);
  });

  it("takes the format of a payload from beside it", async () => {
    const { description } = await normalized(
      `${head}channels: { c: { publish: { message: { schemaFormat: 'application/x', payload: { a: 1 } } } } }\n`,
    );
    expect(description.messages[0]?.payload?.format?.value).toBe("application/x");
  });

  it("reads what aliases repeat once", async () => {
    const messages = Array.from({ length: 300 }, (_, at) => `{ name: n${at} }`).join(", ");
    const aliases = Array.from({ length: 300 }, (_, at) => `  c${at}: *c`).join("\n");
    const { description } = await normalized(`${head}channels:\n  c: &c { publish: { message: { oneOf: [${messages}] } } }\n${aliases}\n`);
    expect(description.operations).toHaveLength(301);
    expect(new Set(description.operations.map((operation) => operation.messages)).size).toBe(1);
    expect(new Set(description.channels.map((channel) => channel.messages)).size).toBe(1);
  });
});
