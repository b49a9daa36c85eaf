import { expect, test } from "vitest";
import { siteOf } from "./site-of.ts";

const SENTENCE = "No channels, operations or messages are described here.";

const overviewOf = async (text: string): Promise<string> => (await siteOf(text)).get("index.html") ?? "";

test("the overview of a document that describes nothing says so", async () => {
  const page = await overviewOf("asyncapi: 3.0.0\ninfo: { title: Empty, version: 1.0.0 }\n");
  expect(page).toContain(SENTENCE);
  expect(page).not.toContain('class="counts"');
});

test("a side without operations is not drawn, but where replies go that way", async () => {
  const overview = (reply: string) =>
    overviewOf(
      `asyncapi: 3.0.0\ninfo: { title: One, version: 1.0.0 }\nchannels: { lamps: { address: lamps } }\noperations: { take: { action: receive, channel: { $ref: "#/channels/lamps" }${reply} } }\n`,
    );
  expect((await overview("")).match(/class="box"/g)).toHaveLength(1);
  expect(await overview(", reply: { address: { location: $message.header#/to } }")).toContain(
    "Nothing but replies: they stand with the operations that they answer.",
  );
});

test("the overview of a document with a channel counts it instead", async () => {
  const page = await overviewOf("asyncapi: 3.0.0\ninfo: { title: One, version: 1.0.0 }\nchannels: { lamps: { address: lamps } }\n");
  expect(page).not.toContain(SENTENCE);
  expect(page).toContain('class="counts"');
});
