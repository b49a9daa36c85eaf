import { expect, test } from "vitest";
import type { Node } from "../../../src/text/json/index.ts";
import type { ObjectFields, ReadContext } from "../../../src/model/api/entity-fields.ts";
import { TagBook } from "../../../src/model/api/tags.ts";
import { apiOf } from "../../support/loaded.ts";

const at = { file: { id: "a", name: "a", text: "", language: "yaml" as const }, start: 0, end: 0 };

/** An object with a `tags` list, and which fields of it are left to be shown as written. */
function owner(items: readonly Node[]): { fields: ObjectFields; left: string[] } {
  const left: string[] = [];
  const fields = { list: () => items, leave: (name: string) => void left.push(name), leaveItem: () => undefined };
  return { fields: fields as unknown as ObjectFields, left };
}

test("300,000 uses of tags are told apart; a list beyond that is shown as it is written", () => {
  const book = new TagBook({ documents: { follow: (node: Node) => node } } as unknown as ReadContext);
  const red: Node = { ...at, kind: "string", value: "red" };
  book.uses(owner(Array<Node>(299_999).fill({ ...at, kind: "null" })).fields);
  const last = owner([red]);
  expect(book.uses(last.fields).map(({ name }) => name)).toEqual(["red"]);
  expect(last.left).toEqual([]);
  const beyond = owner([red]);
  expect(book.uses(beyond.fields)).toEqual([]);
  expect(beyond.left).toEqual(["tags"]);
});

test("what a use of a tag says besides is kept where a later use describes the tag", async () => {
  const api = await apiOf(`asyncapi: 2.6.0
info: { title: T, version: "1" }
channels: { c: { publish: { tags: [{ name: a, x-own: 1 }, { name: a, description: d, x-later: 2 }] } } }
`);
  const [tag] = api.allTags;
  const names = [tag, ...(tag?.alsoSaid ?? [])].map((said) => said?.extensions.map((each) => each.key));
  expect([tag?.description?.value, names]).toEqual(["d", [["x-later"], ["x-own"]]]);
});
