import type { Nodes } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { expect, test } from "vitest";
import { judgeUrl } from "#prose";
import { built } from "../support/built.ts";
import { kinds } from "./payloads.ts";

/** A few of each way in: a build of all takes long, and `test/markdown/safe-markdown.test.ts` reads all. */
const payloads = Object.values(kinds).flatMap((each) => each.slice(0, 8));

const reader = unified().use(remarkParse).use(remarkGfm);

function nodesOf(text: string): Nodes[] {
  const found: Nodes[] = [reader.parse(text)];
  for (const node of found) if ("children" in node) found.push(...node.children);
  return found;
}

const outline = (text: string): number => nodesOf(text).filter((node) => node.type === "heading" && node.depth < 3).length;

const document = (words: readonly string[]): string =>
  JSON.stringify({
    msgapi: "2.6.0",
    info: { title: "T", version: "1" },
    channels: {},
    components: {
      messages: Object.fromEntries(
        words.map((word, at) => [
          `m${at}`,
          { name: word, title: word, summary: word, description: word, payload: { type: "object", description: word } },
        ]),
      ),
    },
  });

test("whatever a message says of itself, its Markdown has our outline, no HTML and no link that may not be followed", async () => {
  const made = await built({ "msgapi.json": document(payloads) });
  const plain = await built({ "msgapi.json": document(payloads.map(() => "word")) });
  const pages = [...made.files].filter(([path]) => /^messages\/.*\.md$/.test(path));
  const [own = ""] = [...plain.files].filter(([path]) => /^messages\/.*\.md$/.test(path)).map(([, text]) => text);
  expect(pages.length).toBe(payloads.length);
  for (const [path, text] of pages) {
    const wrong = nodesOf(text).filter((node) => node.type === "html" || (node.type === "link" && judgeUrl(node.url) === "unsafe"));
    // What a check found in the hostile text has one section of ours; a heading of the text itself is never of this depth.
    const problems = (text.match(/^## Problems in the document$/gm) ?? []).length;
    expect([path, wrong, problems <= 1, outline(text)]).toEqual([path, [], true, outline(own) + problems]);
  }
});

const OWNED = "# stolen one\n\ntext\n\n## stolen two\n\nStolen three\n===\n\nrest";

/** A document whose texts have headings of their own wherever a text may stand. */
const titled = (description: string): string =>
  JSON.stringify({
    asyncapi: "3.0.0",
    info: { title: "T", version: "1", description, contact: { name: "C", url: "https://a.example/)(b" } },
    servers: { s: { host: "h", protocol: "kafka", description, tags: [{ name: "t", description }] } },
    channels: {
      c: {
        address: "a/{p}",
        description,
        parameters: { p: { description, enum: ["x", "y"] } },
        messages: {
          m: {
            description,
            payload: {
              type: "object",
              description,
              properties: { a: { type: "object", description, properties: { b: { description } } } },
            },
            examples: [{ name: "e", payload: { a: {} } }],
          },
        },
      },
    },
    operations: { o: { action: "send", channel: { $ref: "#/channels/c" }, description } },
  });

test("a heading of a text is below the heading of ours that it stands under, on every page", async () => {
  const { files } = await built({ "msgapi.json": titled(OWNED) });
  const pages = [...files].filter(([path]) => path.endsWith(".md"));
  let found = 0;
  for (const [path, text] of pages) {
    let own = 0;
    for (const node of nodesOf(text).sort((a, b) => (a.position?.start.offset ?? 0) - (b.position?.start.offset ?? 0))) {
      if (node.type !== "heading") continue;
      const title = text.slice(node.position?.start.offset, node.position?.end.offset);
      if (!/stolen/i.test(title)) own = node.depth;
      else expect([path, title, node.depth > own]).toEqual([path, title, true]);
      found += /stolen/i.test(title) ? 1 : 0;
    }
  }
  expect(found).toBeGreaterThan(20);
});

test("a parenthesis in an address does not end its link", async () => {
  const { files } = await built({ "msgapi.json": titled("text") });
  const links = nodesOf(files.get("index.md") ?? "").flatMap((node) => (node.type === "link" ? [node.url] : []));
  expect(links).toContain("https://a.example/)(b");
});
