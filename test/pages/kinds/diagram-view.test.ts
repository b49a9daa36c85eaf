import { expect, test } from "vitest";
import { siteOf } from "./site-of.ts";

/** Titles and details of the boxes of the wide picture on the overview. */
async function boxes(channels: Readonly<Record<string, readonly string[]>>): Promise<string[]> {
  const operations = Object.entries(channels).flatMap(([channel, ids]) =>
    ids.map((id) => [id, { action: "send", channel: { $ref: `#/channels/${channel}` } }]),
  );
  const document = {
    asyncapi: "3.0.0",
    info: { title: "App", version: "1" },
    channels: Object.fromEntries(Object.keys(channels).map((name) => [name, { address: name.replaceAll("_", ".") }])),
    operations: Object.fromEntries(operations) as object,
  };
  const wide = /<div class="flow-wide">[^]*?<\/div>/.exec((await siteOf(JSON.stringify(document))).get("index.html") ?? "")?.[0] ?? "";
  return [...wide.matchAll(/<text class="[^"]*"[^>]*>([^<]*)/g)]
    .map(([, text = ""]) => text)
    .filter((text) => text !== "App" && text !== "application" && text !== "What it sends");
}

const ids = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${prefix}${at}`);

test("many operations over few channels are drawn by their channels", async () => {
  expect(await boxes({ v1_speak: ids("s", 9), v1_listen: ids("l", 4), v2_listen: ["alone"] })).toEqual([
    "v1.speak",
    "9 operations",
    "v1.listen",
    "4 operations",
    "alone",
    "v2.listen",
  ]);
});

test("of many channels a group of several is a box, and an operation that stands alone is itself", async () => {
  const grouped = Object.fromEntries(
    ["a_1", "a_2", "a_3", "b_1", "b_2", "b_3", "b_4", "b_5", "b_6", "b_7", "b_8", "c_1", "d_1"].map((name) => [name, [`on_${name}`]]),
  );
  expect(await boxes(grouped)).toEqual(["a", "3 operations", "b", "8 operations", "on_c_1", "c.1", "on_d_1", "d.1"]);
});

test("the channels of a large document are whole in the sidebar where they and their operations are few", async () => {
  const document = {
    asyncapi: "2.6.0",
    info: { title: "Many", version: "1" },
    channels: Object.fromEntries(ids("plain", 40).map((name) => [name, { subscribe: { message: { payload: {} } } }])),
    components: { schemas: Object.fromEntries(ids("Schema", 60).map((name) => [name, {}])) },
  };
  const page = (await siteOf(JSON.stringify(document))).get("index.html") ?? "";
  const rail = /<nav class="rail"[^]*?<\/nav>/.exec(page)?.[0] ?? "";
  expect(rail.match(/href="operations\/plain/g)).toHaveLength(40);
  expect(rail).toContain('<a href="schemas.html"><span>Schemas</span><span class="count">60</span></a>');
});
