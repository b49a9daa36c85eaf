import { expect, test } from "vitest";
import { siteOf } from "./site-of.ts";

/** The terms that the search of a site knows. */
async function termsOf(field: string): Promise<string> {
  const files = await siteOf(`asyncapi: 2.6.0
info: { title: Lamp, version: "1" }
channels: { lit: { publish: { message: { name: lux, payload: { type: object, properties: { lumens: ${field} } } } } } }
`);
  return files.get("search/terms.js") ?? "";
}

test("the search finds deprecated fields by that word", async () => {
  expect(await termsOf("{ type: string, deprecated: true }")).toContain("deprecated");
  expect(await termsOf("{ type: string }")).not.toContain("deprecated");
});
