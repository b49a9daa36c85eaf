import { beforeAll, describe, expect, it } from "vitest";
import fc from "../../support/fast-check.ts";
import { fastRender } from "../../../src/prose/markdown/fast-blocks.ts";
import { loadLanguages } from "../../../src/prose/markdown/index.ts";
import { asWritten } from "../../../src/prose/markdown/index.ts";
import { overLimit } from "../../../src/prose/markdown/limits.ts";
import type { Pipeline } from "../../../src/prose/markdown/render.ts";
import { loadPipeline } from "../../../src/prose/markdown/render.ts";
import { DEFAULT_OPTIONS } from "../../../src/prose/markdown/rendered.ts";

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await loadPipeline();
  await loadLanguages(["xml"]);
});

const fast = (text: string) => fastRender(text, DEFAULT_OPTIONS);

/** Pieces of Markdown that people write, and the characters that change what their neighbours mean. */
const words = fc.constantFrom(
  ...'a word Two 3 4. x_y _z_ *em* **bold** `code` `<b>` `a&lt;` ``` é 漢 🙂 NaN 1.10 10) (so) "q" it\'s a/b {id} $x <b> </x-y> <br/>'.split(
    " ",
  ),
);
const marks = fc.constantFrom(
  ..."* ** _ __ ` [ ] ( ) ! ~ ~~ < > & \\ | # - + = : . , ; ? / @ ' \" 1. ]( ]: [^1] [x] ![a](b) <b> &amp; <a@b.c> www.a.b http://a.b a@b.c".split(
    " ",
  ),
);
const links = fc.constantFrom(
  "[a guide](https://example.com/guide)",
  "[b](mailto:x@y.z)",
  "[c](d.md)",
  "[e](https://f_g_/*h*)",
  "[*i*](http://j)",
);
const space = fc.constantFrom(" ", " ", " ", "  ", "\n", "\n", "");
const starts = fc.constantFrom(
  "",
  "",
  "",
  "",
  "# ",
  "#\n",
  "## ",
  "* ",
  "- ",
  "1. ",
  "2. ",
  "> ",
  "  ",
  "    ",
  "```\n",
  "```js\n",
  "| ",
  "|-|\n",
  "| - | :-: |\n",
);
const sentence = fc
  .array(fc.tuple(fc.oneof({ weight: 6, arbitrary: words }, { weight: 2, arbitrary: marks }, { weight: 1, arbitrary: links }), space), {
    maxLength: 7,
  })
  .map((parts) => parts.flat().join(""));
const lines = fc
  .array(fc.tuple(starts, sentence, fc.constantFrom("\n", "\n", "\n\n", "", " |\n", "\n```\n")), { maxLength: 6 })
  .map((parts) => parts.flat().join(""));

/** A text that the fast path takes most of the time, so that its own branches are compared too. */
const calm = fc
  .array(fc.tuple(words, fc.constantFrom(" ", " ", "\n", ", ", ". ")), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.flat().join("").trim());
const calmBlocks = fc
  .array(
    fc.oneof(
      calm,
      calm.map((text) => `## ${text.replaceAll("\n", " ")}`),
      fc
        .tuple(fc.constantFrom("* ", "- ", "3. "), fc.array(calm, { minLength: 1 }))
        .map(([mark, items]) => items.map((item) => mark + item).join("\n")),
      calm.map((text) => `\`\`\`js\n${text}\n\`\`\``),
      fc.tuple(calm, calm).map(([a, b]) => `| ${a.replaceAll("\n", " ")} | b |\n| --- | :-: |\n| 1 | ${b.replaceAll("\n", " ")} |`),
    ),
    { maxLength: 5 },
  )
  .chain((blocks) => fc.constantFrom("\n\n", "\n").map((gap) => blocks.join(gap)));

function agree(text: string): boolean {
  const made = fast(text);
  if (made === undefined) return false;
  const reason = overLimit(text, DEFAULT_OPTIONS);
  const whole = reason === undefined ? pipeline(text, DEFAULT_OPTIONS) : asWritten(text, reason);
  // The form as Markdown takes no part: only the pipeline always knows it.
  expect({ ...made, markdown: undefined }, JSON.stringify(text)).toEqual({ ...whole, markdown: undefined });
  return true;
}

describe("fastRender", () => {
  it.each([
    "Human readable reason, see [the guide](https://example.com/guide).",
    "The **message** carries changes of a order in the _orders_ domain.\n\nUse it when:\n\n* react to `0`\n* audit, see [x](https://y.z/1)\n",
    "```js\nconst a = 'x<y';\n```\n\n| Setting | Value |\n| --- | --- |\n| retention | 1 days |\n",
    "# One\n## Two\n#### Two\ntext & <5 snake_case *a* (**b**) 2 * 3",
    'see `<script>alert(1)</script>`, `</code>` and `&amp;` "x"',
    "# The `<b>` & <5",
    "- `<b>` & c\n- `</li>`",
    "| `<b>` | & |\n| --- | --- |\n| <5 | `</code>` |",
    "```c++\n</code><b>&amp;\n```",
    "Publish to <deviceId>, a<br/>b<br />c </b > <x-y>.\nnext <b> line\n- item <i>\n# Heading <u>\n## a <b> </b>",
    "text\n#\n##\n\n### \nmore\n# a",
    "",
    "  \n ",
  ])("takes %j", (text) => {
    expect(agree(text)).toBe(true);
  });

  it.each([
    "<b>",
    "a <b c>",
    "a <a@b.c>",
    "- a\n  b <c>",
    "| a <b> |\n| - |",
    "*<b>*",
    "[a <b>](https://x.y)",
    "a\tb",
    "[a]: /b",
    "[a](b.md)",
    "- a\n\n- b",
    "1. a\n1) b",
    "a\n===",
    "a  \nb",
    "**a*b**",
    "x@y.z",
    "https://a.b",
    "~~a~~",
    "- [ ] a",
    "> a",
    "    a",
  ])("leaves %j to the pipeline", (text) => {
    expect(fast(text)).toBeUndefined();
  });

  it("gives what the pipeline gives, for anything that people and enemies write", () => {
    fc.assert(
      fc.property(fc.oneof(lines, sentence, fc.string({ unit: "binary", maxLength: 30 })), (text) => {
        agree(text);
      }),
      { numRuns: 3_000 },
    );
  });

  it("takes and renders alike what is calm", () => {
    let taken = 0;
    fc.assert(
      fc.property(calmBlocks, (text) => {
        taken += agree(text) ? 1 : 0;
      }),
      { numRuns: 1_000 },
    );
    expect(taken).toBeGreaterThan(200);
  });
});
