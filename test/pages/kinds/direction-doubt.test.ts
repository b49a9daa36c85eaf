import { expect, test } from "vitest";
import { built } from "../../support/built.ts";
import { textOf } from "./site-of.ts";

const DOUBT = "Names in the document, or the tool that wrote it, suggest the opposite direction.";

const talk = (first: string, second: string): string => `asyncapi: 2.6.0
info: { title: Lamp, version: "1" }
channels: { lit: { publish: { operationId: ${first}, message: {} }, subscribe: { operationId: ${second}, message: {} } } }
`;

const doubted = talk("sendIt", "receiveIt");

test("where the rule finds that names contradict the directions, the overview and the operations say so", async () => {
  const { files } = await built({ "main.yaml": doubted });
  expect(textOf(files.get("index.html")).split(DOUBT)).toHaveLength(2);
  expect(files.get("index.md")).toContain(DOUBT);
  expect(textOf(files.get("operations/sendit.html"))).toContain(`${DOUBT} The document says publish .`);
  expect(files.get("operations/receiveit.md")).toContain(`${DOUBT} The document says \`subscribe\`.`);
});

test("nothing is said where names agree, where the rule is off, or where the setting turns the directions", async () => {
  const off = { rules: { "document/perspective": "off" } } as const;
  for (const [text, change] of [
    [talk("receiveIt", "sendIt"), {}],
    [doubted, off],
    [doubted, { perspective: "client" as const }],
  ] as const) {
    const { files } = await built({ "main.yaml": text }, change);
    for (const [path, page] of files) expect(page, path).not.toContain(DOUBT);
  }
});
