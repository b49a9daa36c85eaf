import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { parseFragment } from "parse5";
import { expect, test } from "vitest";
import type { Slot } from "../../../src/prose/markdown/index.ts";
import type { SlotContext, LinkTarget } from "../../../src/prose/texts/create-prose.ts";
import { fillParts, fillSlots } from "../../../src/prose/texts/create-prose.ts";

const HOSTILE = `"'><img src=x onerror=alert(1)>&amp;`;
const range = { start: 0, end: 1 };

function filled(slot: Slot, resolved: LinkTarget): readonly string[] {
  const filling = {
    routes: { href: () => HOSTILE, relative: () => HOSTILE },
    site: { from: "index.html", prefix: HOSTILE },
    resolve: () => resolved,
  } as unknown as SlotContext;
  const rendered = { pieces: [slot], plain: "", headings: [], problems: [] };
  return [fillSlots(rendered, filling), ...fillParts(rendered, filling).map((part) => ("html" in part ? part.html : ""))];
}

/** Elements with their attributes, and texts, as a browser has them. */
function seen(node: Tree.Node): unknown[] {
  const own =
    "tagName" in node ? [[node.tagName, ...node.attrs.map(({ name, value }) => `${name}=${value}`)]] : "value" in node ? [node.value] : [];
  return [...own, ...("childNodes" in node ? node.childNodes.flatMap(seen) : [])];
}

const broken = { kind: "broken", reason: "" } as unknown as LinkTarget;
const page = { kind: "page", page: "a.html" } as LinkTarget;
const image = { kind: "image", target: HOSTILE, alt: HOSTILE, title: HOSTILE, ...range } as Slot;
const link = { kind: "link", target: HOSTILE, ...range } as Slot;
const inTag = (html: string): string => `<a${html}></a>`;

test.each<[string, { slot: Slot; resolved: LinkTarget; around?: (html: string) => string; expected: readonly unknown[] }]>([
  ["a prefix", { slot: { kind: "prefix" }, resolved: broken, around: (html) => `<p id="${html}">`, expected: [["p", `id=${HOSTILE}`]] }],
  ["a link", { slot: link, resolved: page, around: inTag, expected: [["a", `href=${HOSTILE}`]] }],
  [
    "a link that leads nowhere",
    { slot: link, resolved: broken, around: inTag, expected: [["a", "class=broken", `data-target=${HOSTILE}`]] },
  ],
  [
    "a picture",
    { slot: image, resolved: page, expected: [["img", `src=${HOSTILE}`, `alt=${HOSTILE}`, `title=${HOSTILE}`, "loading=lazy"]] },
  ],
  [
    "a picture that is not there",
    { slot: image, resolved: broken, expected: [["span", "class=broken", `data-target=${HOSTILE}`], HOSTILE] },
  ],
  [
    "a part of the reference that is not there",
    {
      slot: { kind: "embed", target: HOSTILE, ...range },
      resolved: broken,
      expected: [["p"], ["code", "class=broken", `data-target=${HOSTILE}`], HOSTILE],
    },
  ],
])("whatever %s is made of stays where it is put", (_, { slot, resolved, around = (html) => html, expected }) => {
  for (const html of filled(slot, resolved)) expect(seen(parseFragment(around(html)))).toEqual(expected);
});
