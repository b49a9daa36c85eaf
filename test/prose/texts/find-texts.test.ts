import { expect, test } from "vitest";
import { built } from "../../support/built.ts";
import { pageAt } from "../../pages/kinds/site-of.ts";

const proto = (before: string, behind: string): string =>
  `syntax = "proto3";\n${before}\nmessage Lamp { string a = 1; ${behind}\n  Colour b = 2;\n}\nenum Colour { RED = 0; ${behind}\n}\n`;

test.each([
  ["// A List<String> of lamps", "// the <a>", ["A List<String> of lamps", "the <a>"]],
  ["/*\n * | a |\n * |---|\n * | lux |\n */", "// [lux]: x", ["lux"]],
  ["/* * a\n *\n *   1. ~~b~~ */", "//     code", ["b", "code"]],
])("comments of a .proto text are texts, also where the document has no other: %s", async (before, behind, words) => {
  const message = { schemaFormat: "application/vnd.google.protobuf;version=3", payload: proto(before, behind) };
  const { files } = await built({
    "api.json": JSON.stringify({
      msgapi: "2.4.0",
      info: { title: "t", version: "1" },
      channels: { c: { publish: { operationId: "o", message: { messageId: "m", ...message } } } },
    }),
  });
  const page = pageAt(files, "messages/m.html")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&#x3C;|&lt;/g, "<")
    .replaceAll(/&#x3E;|&gt;/g, ">");
  for (const word of words) expect(page).toContain(word);
});
