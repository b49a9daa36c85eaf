import { expect, test } from "vitest";
import { apiOf } from "../../support/loaded.ts";

test("what a use of a tag says besides is kept where a later use describes the tag", async () => {
  const api = await apiOf(`asyncapi: 2.6.0
info: { title: T, version: "1" }
channels: { c: { publish: { tags: [{ name: a, x-own: 1 }, { name: a, description: d, x-later: 2 }] } } }
`);
  const [tag] = api.allTags;
  const names = [tag, ...(tag?.alsoSaid ?? [])].map((said) => said?.extensions.map((each) => each.key));
  expect([tag?.description?.value, names]).toEqual(["d", [["x-later"], ["x-own"]]]);
});
