import { expect, it } from "vitest";
import { tilesOf, TileNotes } from "../../../src/text/source/index.ts";
import { loaded } from "../../support/loaded.ts";

it("keeps what each asker knows apart, on the tile", async () => {
  const { main, root } = await loaded("asyncapi: 2.4.0\ninfo: { title: T, version: '1' }\nchannels: { a: {}, b: {} }\n");
  const [one, other] = tilesOf(main, root).map(({ content }) => content);
  if (!one || !other) throw new Error("A document has tiles.");
  const numbers = new TileNotes<number>("numbers");
  const words = new TileNotes<string>("words");
  words.set(one, "said");
  expect([numbers.of(one), words.of(one), words.of(other)]).toEqual([undefined, "said", undefined]);
  numbers.set(one, 1);
  words.set(one, "again");
  expect([numbers.of(one), words.of(one)]).toEqual([1, "again"]);
});
