import type { Nodes, Root } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { beforeAll, describe, expect, it } from "vitest";
import type { PrintMarkdown } from "#prose";
import { judgeUrl, prepareMarkdown } from "#prose";
import { payloads } from "../../security/payloads.ts";

let print: PrintMarkdown;
beforeAll(async () => {
  print = await prepareMarkdown(["<"]);
});

const reader = unified().use(remarkParse).use(remarkGfm);

function nodesOf(root: Root): Nodes[] {
  const found: Nodes[] = [root];
  for (const node of found) if ("children" in node) found.push(...node.children);
  return found;
}

const textOf = (node: Nodes): string =>
  "value" in node ? node.value : "children" in node ? (node.children as Nodes[]).map(textOf).join("") : "";

/** Our page around a text: what a reader of the file sees of it. */
function read(text: string): { readonly outline: string[]; readonly below: string[]; readonly active: string[] } {
  const nodes = nodesOf(reader.parse(`# Message: ours\n\n${print(text)}\n\n## Payload\n\nThe end.\n`));
  const headings = nodes.filter((node) => node.type === "heading");
  const isActive = (node: Nodes): boolean =>
    node.type === "html" ||
    node.type === "definition" ||
    node.type === "image" ||
    (node.type === "link" && judgeUrl(node.url) !== "external");
  return {
    outline: headings.filter(({ depth }) => depth < 3).map(textOf),
    below: headings.filter(({ depth }) => depth > 2).map(textOf),
    active: nodes.filter(isActive).map((node) => JSON.stringify(node)),
  };
}

const ours = { outline: ["Message: ours", "Payload"], active: [] };

describe("a description in the Markdown of a page", () => {
  it.each([
    ["a comment left open", "Before <!-- the rest"],
    ["a comment block left open", "<!-- the rest\n\n## Security\n\nNone."],
    ["a fence left open", "```yaml\na: 1"],
    ["a fence of tildes left open", "~~~\n## Security"],
    ["an element left open", "<details><summary>More\n\n<script>"],
    ["a CDATA section left open", "<![CDATA["],
    ["a list left open", "- one\n  - two"],
    ["a quote left open", "> one"],
    ["a table left open", "| a |\n|-|\n| b |"],
    ["a link left open", "[a](https://example.com"],
    ["code left open", "a ` b"],
    ["a definition for what we write", "[Payload]: javascript:alert(1)"],
    ["a setext underline for what we write", "Text\n\n---"],
    ["headings of its own", "# Security\n\nNone is needed.\n\n## Payload\n\nAnything.\n\nSecurity\n===\n\nSecurity\n---"],
  ])("closes %s", (_, text) => {
    expect(read(text)).toMatchObject(ours);
  });

  it("has its headings below ours", () => {
    expect(read("# Security\n\n## More\n\n###### Deep").below).toEqual(["Security", "More", "Deep"]);
    expect(print("## A\n\n#### B")).toBe("### A\n\n##### B");
  });

  it("keeps links to hosts, and shows where others would lead", () => {
    expect(print("[a](https://example.com/x) <mailto:a@example.com>")).toBe("[a](https://example.com/x) <mailto:a@example.com>");
    expect(print("[a](javascript:alert(1)) ![b](data:text/html,x) [c][d]\n\n[d]: vbscript:x")).toBe(
      "a (`javascript:alert(1)`) b (`data:text/html,x`) c (`vbscript:x`)",
    );
    expect(print("![b](https://example.com/x.png)")).toBe("[b](https://example.com/x.png)");
  });

  it("shows HTML as text", () => {
    expect(print("a <b>c</b>")).toBe("a \\<b>c\\</b>");
    expect(print("<div>\nx\n</div>")).toBe("```\n<div>\nx\n</div>\n```");
  });

  it("is what was written where nothing is wrong with it", () => {
    for (const text of [
      "Plain words.",
      "**Bold**, `code` and *more*.",
      "- one\n- two",
      "| a | b |\n| - | - |\n| c | d |",
      "```yaml\na: 1\n```",
    ]) {
      expect(print(text)).toBe(text);
    }
  });

  it.each([
    "One *two* **three** `<b>` and [four](https://example.com/a?b=c#d).",
    "A list:\n\n* one\n* [two](https://example.com)\n+ three\n1. four\n12) five",
    "Before\n\n```js\n# <script>\n[a]: javascript:x\n```\nAfter *it*",
    "**a* b*c** `d` *e",
    "2024 was fine  \nand so on",
    "A table:\n\n| a | b |\n| :-- | --: |\n| `c` *d* |  |\n| 1 | [e](https://example.com) |",
    "| a |",
    "An _emphasis_ of _two words_, (_three_) and `_`",
    "snake_case, _a_b_, _a b_c_, a_b_, __init__, _ and _é_",
    "_a [b](https://example.com/a_b_c)_ _*c*_ *_d_* _e",
    "1 > 0 and a -> b\n\n- c>\n\n| > d | *e > f* [g > h](https://example.com) |",
  ])("reads the same as what was written: %j", (text) => {
    const tree = (source: string): unknown =>
      JSON.parse(JSON.stringify(reader.parse(source), (key, value: unknown) => (key === "position" ? undefined : value)));
    expect(tree(print(text))).toEqual(tree(text));
  });

  it("needs no parser for plain texts, and says so where one is missing", async () => {
    const plain = await prepareMarkdown(["One `a`.", "# Two\n\n- three"]);
    expect(plain("# Two\n\n- three")).toBe("### Two\n\n- three");
    expect(plain("| a | b |\n| --- | --- |\n| 1 | `2` |")).toBe("| a | b |\n| --- | --- |\n| 1 | `2` |");
    expect(plain("The _orders_ of a snake_case name")).toBe("The _orders_ of a snake_case name");
    expect(() => plain("<b>")).toThrow("not among those");
    for (const text of [
      "![a](https://example.com/x.png)",
      "[a](javascript:x)",
      "[a]: x",
      "``` x\ny",
      "```\n ```\nz",
      "> a",
      "a\n===",
      "* * *",
      "| a | <b> |",
      "a | b\n--|--",
    ])
      expect(() => plain(text)).toThrow("not among those");
  });

  it("that is over a limit is code", () => {
    expect(print("# a ```` b", { limitBytes: 5 })).toBe("`````\n# a ```` b\n`````");
  });

  it.each([
    "%s",
    "before %s after",
    "[label](%s)",
    "![%s](%s)",
    "<%s>",
    "`%s",
    "```\n%s",
    "# %s",
    "> - %s",
    "a[^1]\n\n[^1]: %s",
    "| %s |\n|-|",
  ])("cannot act or reach out with any payload in %s", (context) => {
    for (const payload of payloads) expect([payload, read(context.replaceAll("%s", () => payload))]).toMatchObject([payload, ours]);
  });
});

describe("alerts", () => {
  it("are alerts in the file, too, and what only looks like one stays text", () => {
    expect(print("> [!tip]\n> Ask *first*.\n>\n> More.")).toBe("> [!TIP]\n> Ask *first*.\n>\n> More.");
    expect(print("> [!CAUTION]\n>\n> - one")).toBe("> [!CAUTION]\n>\n> - one");
    expect(print("> [!NOTE] beside")).toBe("> \\[!NOTE] beside");
  });
});
