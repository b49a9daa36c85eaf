import { expect, test } from "vitest";
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
