import { beforeAll, describe, expect, it } from "vitest";
import fc from "../../support/fast-check.ts";
import { asWritten } from "../../../src/prose/markdown/index.ts";
import { overLimit } from "../../../src/prose/markdown/limits.ts";
import { mayBreak } from "../../../src/prose/markdown/index.ts";
import type { Pipeline } from "../../../src/prose/markdown/render.ts";
import { loadPipeline } from "../../../src/prose/markdown/render.ts";
import type { RenderedText } from "../../../src/prose/markdown/index.ts";
import { DEFAULT_OPTIONS } from "../../../src/prose/markdown/rendered.ts";
import { repeated, texts } from "./hostile-texts.ts";

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await loadPipeline();
});

/** A text by the whole pipeline, limits included, as it is without any filter. */
function whole(text: string): RenderedText {
  const reason = overLimit(text, DEFAULT_OPTIONS);
  return reason === undefined ? pipeline(text, DEFAULT_OPTIONS) : asWritten(text, reason);
}

/** Problems, and links that only a page can judge. */
function toJudge(text: string): unknown[] {
  const { problems, pieces } = whole(text);
  return [...problems, ...pieces.filter((piece) => typeof piece !== "string" && piece.kind !== "prefix")];
}

describe("a text of which it is said that nothing can be wrong with it", () => {
  it("has no problem and no link to judge, whatever it is made of", () => {
    let fine = 0;
    const property = fc.property(fc.oneof({ weight: 9, arbitrary: texts }, repeated), (text) => {
      if (mayBreak(text)) return;
      fine += 1;
      expect(toJudge(text)).toEqual([]);
    });
    fc.assert(property, { numRuns: 3000 });
    // The property says something only where many texts pass.
    expect(fine).toBeGreaterThan(300);
  });

  it("is most of what people write", () => {
    const ordinary =
      "Tells of a *light*, see [the log](https://example.com/log?a=1).\n\n## More\n\n1. one\n2. two\n\n| a | b |\n| - | - |\n| 1 | `2` |\n";
    expect(mayBreak(ordinary)).toBe(false);
    expect(mayBreak("")).toBe(false);
    expect(mayBreak("```js\nawait x;\n```")).toBe(false);
  });

  it.each([
    ["raw HTML", "a <b>c</b>"],
    ["an image", "![a](b.png)"],
    ["a link to judge", "[a](b.md)"],
    ["a link without a text", "[](https://a.b)"],
    ["a link whose text is a space by another name", "[&nbsp;](https://a.b)"],
    ["a definition that nothing refers to", "[a]: https://b.c"],
    ["a skipped level", "# a\n\n### b"],
    ["levels beyond the limit", `${"- ".repeat(60)}a`],
    ["one line of too many quotes", ">".repeat(101)],
    ["too many cells", `${"|a".repeat(300)}|\n${"|-".repeat(300)}|\n${"|\n".repeat(300)}`],
    ["too long a text", "a ".repeat(40_000)],
  ])("is not one with %s", (_, text) => {
    expect(toJudge(text)).not.toEqual([]);
    expect(mayBreak(text)).toBe(true);
  });

  it("holds no part of the reference where parts may stand", () => {
    expect(mayBreak("```msgdocs\nmessage: a\n```", { embeds: true })).toBe(true);
    expect(mayBreak("```msgdocs\nmessage: a\n```")).toBe(false);
  });

  it("is within the limit of bytes that the settings give", () => {
    expect(mayBreak("word ".repeat(10), { limitBytes: 20 })).toBe(true);
  });
});
