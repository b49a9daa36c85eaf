import fc from "../../support/fast-check.ts";
import type { Nodes, Root } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { beforeAll, describe, expect, it } from "vitest";
import type { PrintMarkdown, RenderText } from "#prose";
import { judgeUrl, prepareMarkdown, prepareRender } from "#prose";
import { inForm } from "../../../src/prose/markdown/index.ts";
import { repeated, texts } from "./hostile-texts.ts";
import { payloads } from "../../security/payloads.ts";

/** Parses each text that is not plain. */
let printAnew: PrintMarkdown;
let render: RenderText;
/** Prints as pages do: a text that is safe as written is not parsed again. */
let print: PrintMarkdown;
beforeAll(async () => {
  render = await prepareRender(["<load the pipeline>"]);
  printAnew = await prepareMarkdown(["<"]);
  print = (text, level) => {
    const { markdown } = render(text);
    return markdown ? inForm(text, markdown, level) : printAnew(text, level);
  };
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
function read(text: string, how = print): { readonly outline: string[]; readonly below: string[]; readonly active: string[] } {
  const nodes = nodesOf(reader.parse(`# Message: ours\n\n${how(text, 3)}\n\n## Payload\n\nThe end.\n`));
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
    expect(read(text, printAnew)).toMatchObject(ours);
  });

  it("has its headings below ours", () => {
    expect(read("# Security\n\n## More\n\n###### Deep").below).toEqual(["Security", "More", "Deep"]);
    expect(print("## A\n\n#### B", 3)).toBe("### A\n\n##### B");
  });

  it("keeps links to hosts, and shows where others would lead", () => {
    expect(print("[a](https://example.com/x) <mailto:a@example.com>", 3)).toBe("[a](https://example.com/x) <mailto:a@example.com>");
    expect(print("[a](javascript:alert(1)) ![b](data:text/html,x) [c][d]\n\n[d]: vbscript:x", 3)).toBe(
      "a (`javascript:alert(1)`) b (`data:text/html,x`) c (`vbscript:x`)",
    );
    expect(print("![b](https://example.com/x.png)", 3)).toBe("[b](https://example.com/x.png)");
  });

  it("shows HTML as text", () => {
    expect(print("a <b>c</b>", 3)).toBe("a \\<b>c\\</b>");
    expect(print("<div>\nx\n</div>", 3)).toBe("```\n<div>\nx\n</div>\n```");
  });

  it("is what was written where nothing is wrong with it", () => {
    for (const text of [
      "Plain words.",
      "**Bold**, `code` and *more*.",
      "- one\n- two",
      "| a | b |\n| - | - |\n| c | d |",
      "```yaml\na: 1\n```",
    ]) {
      expect(print(text, 3)).toBe(text);
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
    expect(tree(printAnew(text, 3))).toEqual(tree(text));
    expect(tree(print(text, 3))).toEqual(tree(text));
  });

  it("needs no parser for plain texts, and says so where one is missing", async () => {
    const plain = await prepareMarkdown(["One `a`.", "# Two\n\n- three"]);
    expect(plain("# Two\n\n- three", 3)).toBe("### Two\n\n- three");
    expect(plain("#\n## Two", 3)).toBe("###\n#### Two");
    expect(plain("| a | b |\n| --- | --- |\n| 1 | `2` |", 3)).toBe("| a | b |\n| --- | --- |\n| 1 | `2` |");
    expect(plain("The _orders_ of a snake_case name", 3)).toBe("The _orders_ of a snake_case name");
    expect(() => plain("<b>", 3)).toThrow("not among those");
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
      expect(() => plain(text, 3)).toThrow("not among those");
  });

  it.each([
    ["over a limit", `\`\`\`\` b\n${"> ".repeat(101)}a`],
    ["dense with tags alone", "<b>".repeat(100)],
    ["dense with markup that is not safe as written", "[a](b) *c*".repeat(50)],
    ["dense with what must be escaped", `${"[a".repeat(100)}](`],
    ["dense with empty items", `a\n-\n${"-\n".repeat(100)}b`],
  ])("is code if it is %s", (_, text) => {
    const fence = "`".repeat(text.startsWith("`") ? 5 : 3);
    expect(print(text, 3)).toBe(`${fence}\n${text}\n${fence}`);
  });

  it("is printed as written, but for the levels of its headings, if it is safe", () => {
    for (const text of [
      "* one\n\n  + two `x`\n\n  ~~~\n  <b>\n  ~~~\n",
      "a `` b\n\n> [!note]\n> c [d] \\\n> <https://example.com>",
      "| a |\n|---|\n| \\<b> |",
    ])
      expect(print(text, 3)).toBe(text.trim());
    expect(print("\n## A `b`\n\n- # C\n\n[D](https://example.com)\n#### E ##\n", 3)).toBe(
      "#### A `b`\n\n- ### C\n\n[D](https://example.com)\n###### E ##",
    );
  });

  it("cannot act, reach out or leave its section, whatever it is made of", () => {
    const kinds = { source: 0, code: 0, anew: 0 };
    const property = fc.property(fc.oneof({ weight: 9, arbitrary: texts }, repeated), (drawn) => {
      // A library fails an assertion of its own where a task stands below an empty item.
      const text = drawn.replaceAll("[x]", "[y]");
      kinds[render(text).markdown?.kind ?? "anew"] += 1;
      expect(read(text)).toMatchObject(ours);
    });
    fc.assert(property, { numRuns: 1000 });
    // The property says something only where many texts are printed in each way.
    expect(Math.min(kinds.source, kinds.anew)).toBeGreaterThan(100);
    expect(kinds.code).toBeGreaterThan(5);
  });

  it.each([
    ["code that is left open", "a ` b"],
    ["a bracket that is left open", "a [b"],
    ["an element that is left open", "a <b"],
    ["a star that is left open", "a **b"],
    ["an escape at the end", "a \\"],
    ["half a reference to a character", "a &am"],
  ])("has no %s on one line, because ours may close it", (_, text) => {
    const after = nodesOf(reader.parse(`${print(text, 3)}; \`c\` and p;** [d](https://example.com)](x)>`));
    expect(after.filter(({ type }) => type === "html" || type === "inlineCode" || type === "link").map(textOf)).toEqual(["c", "d"]);
    expect(after.filter(({ type }) => type === "strong")).toEqual([]);
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
    for (const payload of payloads) {
      const text = context.replaceAll("%s", () => payload);
      const anew = printAnew(text, 3);
      const printed = print(text, 3);
      // Most texts are printed alike in both ways: what is alike is read once.
      for (const each of new Set([printed, anew])) expect([payload, read(text, () => each)]).toMatchObject([payload, ours]);
    }
  });
});

describe("alerts", () => {
  it("are alerts in the file, too, and what only looks like one stays text", () => {
    expect(print("> [!tip]\n> Ask *first*.", 3)).toBe("> [!tip]\n> Ask *first*.");
    expect(printAnew("> [!tip]\n> Ask *first*.\n>\n> More.", 3)).toBe("> [!TIP]\n> Ask *first*.\n>\n> More.");
    expect(print("> [!CAUTION]\n>\n> - one", 3)).toBe("> [!CAUTION]\n>\n> - one");
    expect(print("> [!NOTE] beside", 3)).toBe("> \\[!NOTE] beside");
  });
});
