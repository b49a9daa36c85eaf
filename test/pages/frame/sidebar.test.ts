import { expect, test } from "vitest";
import { defaultLimits } from "../../../src/config/index.ts";
import type { PageContext } from "../../../src/pages/frame/index.ts";
import { createNavigation } from "../../../src/pages/frame/navigation.ts";
import { channelTree } from "../../../src/pages/frame/sidebar.ts";
import { load } from "../../schema/load.ts";
import { pageFor } from "../tree/schema-page.ts";
import { pageAt, siteOf, textOf } from "../kinds/site-of.ts";

const document = `asyncapi: 2.6.0
info: { title: Lights, version: "1" }
channels:
  smartylighting/streetlights/event/{id}/measured: { publish: { message: { payload: {} } } }
  smartylighting/streetlights/action/{id}/dim: { subscribe: { message: { payload: {} } } }
`;

test("addresses break at their separators, and never between an ellipsis and what it stands before", async () => {
  const files = await siteOf(document);
  expect(files.get("channels.html")).toContain("<span>…\u2060event/<wbr>{id}/<wbr>measured</span>");
});

test("the sidebar of an operation does not go through all operations of its channel", async () => {
  const operations = Array.from({ length: 400 }, (_, at) => `o${at}: { action: send, channel: { $ref: "#/channels/c" } }`);
  const text = `asyncapi: 3.0.0\ninfo: { title: T, version: "1" }\nchannels: { c: { address: a } }\noperations: { ${operations.join(", ")} }\n`;
  const loaded = await load(text);
  let reads = 0;
  for (const operation of loaded.api.operations) {
    const { title } = operation;
    Object.defineProperty(operation, "title", { get: () => ((reads += 1), title) });
  }
  const settings = { limits: defaultLimits, navigation: { groupBy: "auto" } } as PageContext["site"]["settings"];
  const context = pageFor(loaded);
  const site = { ...context.site, settings, navigation: createNavigation(loaded.api, settings) };
  reads = 0;
  for (const operation of loaded.api.operations) channelTree({ ...context, site, path: site.routes.pageOf(operation) }, operation);
  expect(reads).toBeLessThan(400 * 60);
});

/** So many channels in three groups, each with an operation. */
function manyChannels(count: number): string {
  const channels = Array.from({ length: count }, (_, at) => {
    const told = `operationId: tell${at}, message: { $ref: "#/components/messages/told" }`;
    return `  area${at % 3}/thing/${at}: { publish: { ${told} }${at === 7 ? ", subscribe: { operationId: ask7 }" : ""} }`;
  });
  return `asyncapi: 2.6.0\ninfo: { title: Many, version: "1" }\nchannels:\n${channels.join("\n")}\ncomponents: { messages: { told: { payload: { type: string } } } }\n`;
}

const railOf = (html: string | undefined): string => /<nav class="rail"[\s\S]*?<\/nav>/.exec(html ?? "")?.[0] ?? "";

test("in a large document only the current channel shows its operations", async () => {
  const rail = railOf((await siteOf(manyChannels(60))).get("operations/tell4.html"));
  expect(rail).toContain('href="tell4.html" title="area1/thing/4" aria-current="page"');
  expect(rail).toContain('href="../channels/area1-thing-7.html"');
  expect(rail).not.toContain('href="tell7.html"');
});

test("in a large document no group is open where none is current", async () => {
  const rail = railOf(pageAt(await siteOf(manyChannels(60)), "messages/told.html"));
  expect(rail.match(/class="nav-group"/g)).toHaveLength(3);
  expect(rail).not.toContain("nav-fold");
});

test("an operation that has a name goes by it below its channel, one without by who sends", async () => {
  const text = (id: string) =>
    `asyncapi: 2.6.0\ninfo: { title: T, version: "1" }\nchannels: { rates: { publish: { operationId: askRates, message: {} }, subscribe: { ${id} message: {} } } }\n`;
  const rows = async (id: string) => /aria-label="rates">([^]*?)<\/ul>/.exec(railOf((await siteOf(text(id))).get("index.html")))?.[1] ?? "";
  expect(textOf(await rows("operationId: receiveRates,"))).toContain("receiveRates");
  expect(textOf(await rows(""))).toMatch(/↑ sends $/);
});

test("a small document has all of it in the sidebar of each page", async () => {
  const rail = railOf((await siteOf(manyChannels(30))).get("operations/tell4.html"));
  expect(rail.match(/href="tell\d+\.html"/g)).toHaveLength(30);
});
