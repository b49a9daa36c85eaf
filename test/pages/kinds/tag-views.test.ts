import { expect, test } from "vitest";
import type { TagUse } from "../../../src/model/api/index.ts";
import type { PageContext } from "../../../src/pages/frame/index.ts";
import { tagViews } from "../../../src/pages/frame/described-view.ts";
import { wordsOf } from "../../../src/text/words/index.ts";

const context = {
  site: { words: wordsOf("en") },
  href: ({ id }: { id: string }) => `#${id}`,
  sourceHref: (node: string) => `source#${node}`,
} as unknown as PageContext;
const tags = (count: number): TagUse[] =>
  Array.from({ length: count }, (_, at) => ({ tag: { id: `t${at}`, title: `t${at}` }, node: `${at}` })) as unknown as TagUse[];

test("100 tags of one thing are shown beside it; from there on a link leads to where they are written", () => {
  expect(tagViews(context, tags(100)).at(-1)).toEqual({ name: "t99", href: "#t99" });
  expect(tagViews(context, tags(102)).slice(99)).toEqual([
    { name: "t99", href: "#t99" },
    { name: "2 more", href: "source#100" },
  ]);
});
