import { expect, test } from "vitest";
import { load, withPayload } from "../../schema/load.ts";
import { textOf, treePage } from "../tree/schema-page.ts";

test("a part that stands deep inside is called by the last steps to it, so that its name does not grow with its depth", async () => {
  const nested = (levels: number): string =>
    Array.from({ length: levels }).reduce<string>((inner) => `{ allOf: [${inner}] }`, "{ minLength: 7 }");
  const text = async (levels: number): Promise<string> => {
    const loaded = await load(withPayload(nested(levels)));
    return textOf(treePage(loaded, loaded.payload()).html);
  };
  expect(await text(12)).toContain(`part ${Array.from({ length: 12 }, () => "1").join(".")}`);
  expect(await text(13)).toContain(`part …${Array.from({ length: 12 }, () => "1").join(".")}`);
});
