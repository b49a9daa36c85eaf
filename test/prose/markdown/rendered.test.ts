import { expect, test } from "vitest";
import { escapeText } from "../../../src/prose/markdown/index.ts";
import { escapeCloses } from "../../../src/prose/markdown/rendered.ts";
import { prepareRender } from "../../../src/prose/markdown/index.ts";

test.each([
  "a > b",
  "`a -> b`",
  "[a > b](https://lamps.example)",
  "a &gt; *b* > c",
  "a <b> c",
  "```\na > b\n```\n\n[x](https://a.b 'c > \"d\"')",
])("no > that closes nothing is left, which validators of HTML take for half a tag: %s", async (text) => {
  const render = await prepareRender([text]);
  const html = render(text)
    .pieces.map((piece) => (typeof piece === "string" ? piece : ""))
    .join("");
  expect(html.replaceAll(/<(?:[^">]|"[^"]*")*>/g, "")).not.toContain(">");
  expect(html).toContain("&#x3E;");
});

test("tags stay as they are, whatever their attributes hold", () => {
  expect(escapeCloses('<p>a > b</p> > <a href="x>y" title="<">z></a>')).toBe(
    '<p>a &#x3E; b</p> &#x3E; <a href="x>y" title="<">z&#x3E;</a>',
  );
  expect(escapeText("<a & b>")).toBe("&#x3C;a &#x26; b&#x3E;");
});
