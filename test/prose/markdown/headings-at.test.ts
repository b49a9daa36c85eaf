import { beforeAll, expect, test } from "vitest";
import { fastRender } from "../../../src/prose/markdown/fast-blocks.ts";
import { headingsAt, TOP_LEVEL } from "../../../src/prose/markdown/index.ts";
import type { Pipeline } from "../../../src/prose/markdown/render.ts";
import { loadPipeline } from "../../../src/prose/markdown/render.ts";
import { DEFAULT_OPTIONS } from "../../../src/prose/markdown/rendered.ts";
import fc from "../../support/fast-check.ts";

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await loadPipeline();
});

const levels = [1, 2, 3, 4, 5, 6];
const joined = (pieces: readonly unknown[]): unknown[] =>
  pieces.reduce<unknown[]>((all, piece) => {
    const last = all.at(-1);
    return typeof piece === "string" && typeof last === "string" ? [...all.slice(0, -1), last + piece] : [...all, piece];
  }, []);

function same(text: string): void {
  for (const render of [pipeline, fastRender]) {
    const top = render(text, { ...DEFAULT_OPTIONS, headingBase: TOP_LEVEL });
    if (!top) continue;
    for (const level of levels) {
      const anew = render(text, { ...DEFAULT_OPTIONS, headingBase: level });
      const moved = headingsAt(top, level);
      expect({ ...moved, pieces: joined(moved.pieces) }).toEqual({ ...anew, pieces: joined(anew?.pieces ?? []) });
    }
  }
}

test.each([
  "# a\n\n## b\n\n### c\n\n#### d\n\n##### e\n\n###### f\n\n# a",
  '# [a](b.md "</h1>") <h1 id="x"> `</h1>`\n\ntext </h1> ![<h1 x](p.png "<h1 y </h1> >")\n\n<h1>raw</h1>',
  "Title\n=====\n\n#\n\n- # in a list\n\n  ## deeper\n\n> ### quoted[^1]\n\n[^1]: # in a footnote\n",
  "```html\n<h1 id=\"a\">\n</h1>\n```\n\n# `<h2 >`\n\n[h]: x.md '<h1 >'\n\n## [h]",
])("headings are where rendering anew has them: %j", same);

test("so they are in any text", () => {
  const part = fc.constantFrom(
    ..."# ## ### ###### h <h1> </h1> <h1 [a](b.md \"</h1>\") ![c](d.png '<h2 >') `</h3>` > - [^1] [^1]: \" '".split(" "),
    "\n\n",
    "\n",
    " ",
  );
  fc.assert(fc.property(fc.array(part, { maxLength: 14 }), (parts) => same(parts.join(" ").replace(/ ?\n ?/g, "\n"))));
});
