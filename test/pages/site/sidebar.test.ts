import { expect, test } from "vitest";
import { defaultLimits } from "../../../src/config/index.ts";
import type { PageContext } from "../../../src/pages/site/index.ts";
import { createNavigation } from "../../../src/pages/site/navigation.ts";
import { channelTree } from "../../../src/pages/site/sidebar.ts";
import { load } from "../../schema/load.ts";
import { pageFor } from "./schema-page.ts";
import { siteOf } from "./site-of.ts";

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
