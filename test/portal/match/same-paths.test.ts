import { expect, test } from "vitest";
import type { PartSource } from "../../../src/portal/commands/part-source.ts";
import { tellApart } from "../../../src/portal/commands/merge-parts.ts";

test("a file that a document refers to by URL gets no folder, and one beside it does", () => {
  const part = (name: string): PartSource => {
    const document = "asyncapi.yaml";
    const schemas = [{ file: "https://x/y.yaml" }, { file: "lit.yaml" }];
    return { part: name, seal: name, index: { document, name, named: { path: document, title: name }, examples: {}, schemas } } as never;
  };
  const told = tellApart([part("lamps"), part("rooms")]).map(({ index }) => index);
  expect(told).toMatchObject([
    { document: "lamps/asyncapi.yaml", schemas: [{ file: "https://x/y.yaml" }, { file: "lamps/lit.yaml" }] },
    { document: "rooms/asyncapi.yaml", schemas: [{ file: "https://x/y.yaml" }, { file: "rooms/lit.yaml" }] },
  ]);
});
