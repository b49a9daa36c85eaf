import { beforeAll, describe, expect, it } from "vitest";
import type { HtmlPiece, RenderText } from "#prose";
import { prepareRender, renderAll } from "#prose";
import { htmlOf, outsideOfSet, textOf } from "./closed-set.ts";

let render: RenderText;
beforeAll(async () => {
  render = await prepareRender(["<load the pipeline>", "```xml\n```"]);
});

const html = (text: string) => htmlOf(render(text).pieces);
const slots = (text: string) => render(text).pieces.filter((piece): piece is Exclude<HtmlPiece, string> => typeof piece !== "string");

/** The problems of a text that marks their places with « and ». */
function problemsOf(marked: string): { expected: [number, number][]; found: ReturnType<RenderText>["problems"] } {
  const expected: [number, number][] = [];
  let text = "";
  let start = 0;
  for (const character of marked) {
    if (character === "«") start = text.length;
    else if (character === "»") expected.push([start, text.length]);
    else text += character;
  }
  return { expected, found: render(text).problems };
}

describe("raw HTML", () => {
  it("stays readable where a placeholder looks like a tag (THREATS 24)", () => {
    const { found, expected } = problemsOf("Publish to device/«<deviceId>»/state");
    expect(found).toEqual([
      {
        code: "text/raw-html",
        blanks: { text: "<deviceId>" },
        start: 18,
        end: 28,
        hint: "Put it in backticks to show it as it is: `<deviceId>`.",
      },
    ]);
    expect(found.map(({ start, end }) => [start, end])).toEqual(expected);
    expect(html("Publish to device/<deviceId>/state")).toBe("<p>Publish to device/&#x3C;deviceId&#x3E;/state</p>");
  });

  it("keeps a block whole, once, with its line breaks", () => {
    const { found, expected } = problemsOf("a\n\n«<div class=x>\n  *b*\n</div>»\n\nc «<br>» d");
    expect(found.map(({ start, end }) => [start, end])).toEqual(expected);
    expect(html("<div class=x>\n  *b*\n</div>")).toBe('<p class="raw">&#x3C;div class=x&#x3E;\n  *b*\n&#x3C;/div&#x3E;</p>');
  });

  it("places problems behind tabs, returns and a byte order mark", () => {
    for (const marked of ["\ta\n\n«<b>»", "a\r\n\r\nb «<b>»", "1.\ta «<b>»", "\u{feff}a «<b>»", "> 🙂 «<b>»\r> «<i>»"]) {
      const { found, expected } = problemsOf(marked);
      expect(
        found.map(({ start, end }) => [start, end]),
        JSON.stringify(marked),
      ).toEqual(expected);
    }
  });
});

describe("links", () => {
  it("follows http, https and mailto", () => {
    expect(html("[a](https://b.c/d 'e')")).toBe('<p><a href="https://b.c/d" title="e">a</a></p>');
    expect(html("<HTTPS://B.c>")).toBe('<p><a href="https://B.c">HTTPS://B.c</a></p>');
  });

  it.each([
    ["[x](javascript:alert(1))", "<p>x (<code>javascript:alert(1)</code>)</p>"],
    ["[x](java&#10;script:alert(1))", "<p>x (<code>java script:alert(1)</code>)</p>"],
    ["[x](&#1;javascript:a 'title')", "<p>x (<code>\u{fffd}javascript:a</code> “title”)</p>"],
    ["<vbscript:x>", "<p>vbscript:x</p>"],
    ["[x](//evil.test/y)", "<p>x (<code>//evil.test/y</code>)</p>"],
    ["[x](mes\u200bsage:a)", "<p>x (<code>mes\u200bsage:a</code>)</p>"],
    ["[x](/\\\\evil.test)", "<p>x (<code>/\\evil.test</code>)</p>"],
    ["[x](file:///etc/passwd)", "<p>x (<code>file:///etc/passwd</code>)</p>"],
    ["[x](http://host>)", "<p>x (<code>http://host&#x3E;</code>)</p>"],
    ["[x](http://host:port/a)", "<p>x (<code>http://host:port/a</code>)</p>"],
    ["![x](https://[::1)", "<p>x (<code>https://[::1</code>)</p>"],
    ["<http://>", "<p>http://</p>"],
    ["![x](data:image/svg+xml,y)", "<p>x (<code>data:image/svg+xml,y</code>)</p>"],
  ])("shows %s as text (THREATS 25)", (text, expected) => {
    expect(html(text).replaceAll("\n", " ")).toBe(expected);
    expect(render(text).problems.map(({ code }) => code)).toEqual(["text/unsafe-link"]);
  });

  it("shows an address without brackets that no browser reads as the text that it is", () => {
    const text = "at http://localhost:port/a or https://a.example/b";
    expect(html(text)).toContain("at http://localhost:port/a or <a");
    expect(render(text).problems).toEqual([]);
  });

  it("leaves to the page what depends on it", () => {
    const text = "[a](b.md#c) [d](message:lightMeasured) [e][e] <channel:x/y>\n\n[e]: #f";
    expect(slots(text).map((slot) => (slot.kind === "prefix" ? "" : [slot.target, text.slice(slot.start, slot.end)]))).toEqual([
      ["b.md#c", "[a](b.md#c)"],
      ["message:lightMeasured", "[d](message:lightMeasured)"],
      ["#f", "[e][e]"],
      ["channel:x/y", "<channel:x/y>"],
    ]);
    expect(html(text)).toBe("<p><a>a</a> <a>d</a> <a>e</a> <a>channel:x/y</a></p>");
  });

  it("names links without a text", () => {
    expect(html("[](message:lightMeasured)")).toBe("<p><a>lightMeasured</a></p>");
    expect(render("[](https://a.b)").problems[0]?.code).toBe("text/structure");
  });

  it("cannot be given slots by the author", () => {
    for (const text of ["a\x000\0b", '<a href="&#x0;0&#x0;">', "`\x00p\x00`", "[a](\x000\0) c", "&#0;0&#0;", 'x href="&#x0;0&#x0;"']) {
      expect(slots(text).filter(({ kind }) => kind !== "link")).toEqual([]);
      expect(html(text)).not.toContain("\0");
    }
  });
});

describe("images", () => {
  it("become links where they are on another host, after a link that they stand in", () => {
    expect(html("![a](https://b.c/d.png)")).toBe('<p><a href="https://b.c/d.png" class="remote-image">a</a></p>');
    expect(html("[![a](https://b.c/d.png)](https://e.f)")).toBe(
      '<p><a href="https://e.f">a</a> (<a href="https://b.c/d.png" class="remote-image">https://b.c/d.png</a>)</p>',
    );
    expect(render("![a](https://b.c/d.png)").problems.map(({ code }) => code)).toEqual(["text/remote-image"]);
  });

  it("are left to the page where they are relative; a missing text is their file's name", () => {
    expect(slots('![](img/big-picture.png "t")')).toEqual([
      { kind: "image", target: "img/big-picture.png", alt: "big picture", title: "t", start: 0, end: 28 },
    ]);
  });
});

describe("structure", () => {
  it("puts headings under ours, without gaps, with ids that only namesakes share", () => {
    const { headings, problems } = render("## Set up\n\n### Linux\n\n## Use *it*\n\n#### Linux\n\n### Linux", { headingBase: 4 });
    expect(headings).toEqual([
      { depth: 4, text: "Set up", id: "set-up" },
      { depth: 5, text: "Linux", id: "linux" },
      { depth: 4, text: "Use it", id: "use-it" },
      { depth: 5, text: "Linux", id: "use-it--linux" },
      { depth: 5, text: "Linux", id: "use-it--linux-2" },
    ]);
    expect(problems.map(({ code }) => code)).toEqual(["text/structure"]);
  });

  it("has the alerts of GitHub, named by the author's word; other quotations stay quotations", () => {
    const made = html("> [!NOTE]\n> Sent *once*.\n>\n> - kept\n\n> [!warning]\n>\n> Slow.");
    expect(made).toContain('<div class="alert alert-note">\n<p class="alert-title">Note</p>\n<p>Sent <em>once</em>.</p>\n<ul>');
    expect(made).toContain('<div class="alert alert-warning">\n<p class="alert-title">Warning</p>\n<p>Slow.</p>');
    expect(outsideOfSet(made)).toEqual([]);
    for (const text of ["> [!NOTE] beside", "> [!OTHER]\n> x", "> [!NOTE]", "> x\n> [!NOTE]\n> y", "> **[!NOTE]**\n> x"]) {
      expect([text, html(text).startsWith("<blockquote>")]).toEqual([text, true]);
    }
  });

  it("has footnotes with prefixed ids; unused ones are shown where they stand", () => {
    const made = html("a[^1] b[^1]\n\n[^1]: see[^2]\n[^2]: *two*\n[^3]: unused");
    expect(made).toContain('<a href="#P-fn:1" class="footnote" id="P-fnref:1">1</a>');
    expect(made).toContain('id="P-fnref:1:2"');
    expect(made).toContain("<p>[^3]: unused</p>");
    expect(outsideOfSet(made)).toEqual([]);
    expect(html("[^a]: see [^a]")).toContain('<li id="P-fn:A">');
    // No character of a name stands for itself that means something in an attribute or an address.
    expect(html('x[^a"#%é~b]\n\n[^a"#%é~b]: y').match(/fn:[^"]*/g)?.[0]).toBe("fn:A~22~~23~~25~~c9~~7e~B");
  });

  it("names link definitions that nothing uses, because they are not shown", () => {
    const { found, expected } = problemsOf("a\n\n«[b]: /c 'd'»");
    expect(found.map(({ code, start, end }) => [code, [start, end]])).toEqual([["text/structure", expected[0]]]);
  });

  it("has tables, tasks and strikethrough; no cell is dropped", () => {
    expect(textOf(html("| a |\n|:-:|\n| b | c |"))).toMatch(/a\s+b\s+c/);
    expect(html("- [x] a\n- [ ] b")).toBe('<ul>\n<li class="task">☑ a</li>\n<li class="task">☐ b</li>\n</ul>');
    expect(html("~~a~~")).toBe("<p><del>a</del></p>");
  });

  it("keeps what stands after a fence", () => {
    expect(html('``` js title="x"\nlet a\n```')).toBe(
      '<pre tabindex="0" data-language="js title=&#x22;x&#x22;"><code><span class="k">let</span> a\n</code></pre>',
    );
    expect(html("```xml\n<a b='c'/>\n```")).toContain('<span class="g">');
    expect(html("```nonsense\n<b>\n```")).toBe('<pre tabindex="0" data-language="nonsense"><code>&#x3C;b&#x3E;\n</code></pre>');
  });

  it("says what a reader sees", () => {
    expect(render("# A *b*\n\nc\n`d` [e](f.md) ![g](h.png)\n\n- i\n- j\n\n| k | l |\n|-|-|\n| m | n |").plain).toBe(
      "A b\nc d e g\ni\nj\nk\tl\nm\tn",
    );
  });
});

describe("hostile texts", () => {
  const script = "<script>alert(1)</script>";
  const hostile = [
    script,
    `"><svg onload=alert(1)>`,
    `<img src=x onerror=alert(1)//`,
    `<math><mtext></table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`,
    `[a](javascript&colon;alert(1)) [b](JaVaScRiPt:alert(1)) [c]( javascript:x) [d](\u{1}javascript:x)`,
    `![a"onerror="alert(1)](x.png "b'onload='c")`,
    `[a](https://b.c/"onclick="d) [e](https://b.c 'x" onmouseover="y')`,
    `<a href="javascript:1">x</a><iframe srcdoc="y">`,
    '```"><script>\n</code></pre><script>\n```',
    `# <b id=main>\n\n[^"><script>]\n\n[^"><script>]: ${script}`,
    `| ${script} |\n|-|\n| <td onclick=x> |`,
    `<x y="${script}\n\n--><!-- ]]> <![CDATA[ ${script} ]]>`,
    "__proto__ [constructor] [toString]: x\n\n[__proto__]: javascript:1\n\n[__proto__]",
    "\u{202e}abc \u{200b} \ud800 \u{2028} \u{feff}",
  ];

  it.each(hostile)("keeps %j inert and whole", (text) => {
    const made = html(text);
    expect(outsideOfSet(made)).toEqual([]);
    expect(outsideOfSet(html(`> - a ${text}`))).toEqual([]);
  });

  it("loses no text of raw HTML", () => {
    for (const text of hostile.filter((each) => each.startsWith("<")))
      expect(textOf(html(text)).replace(/\s/g, "")).toContain(text.slice(0, 20).replace(/\s/g, ""));
  });
});

describe("limits", () => {
  const over: readonly (readonly [string, string])[] = [
    ["5 MB", "a ".repeat(2_500_000)],
    ["emphasis", "*a ".repeat(20_000)],
    ["nested emphasis", "*".repeat(4000) + "a" + "*".repeat(4000)],
    ["list 500 deep", Array.from({ length: 350 }, (_, depth) => `${" ".repeat(depth)}- a`).join("\n")],
    ["quote 4000 deep", "> ".repeat(4000) + "a"],
    ["brackets", "[".repeat(30_000) + "]".repeat(30_000)],
    ["lazy lines", `> a\n${"a\n".repeat(30_000)}`],
    ["underlines", "a\n=\n".repeat(16_000)],
    ["wide table", `|${"a|".repeat(1000)}\n|${"-|".repeat(1000)}\n${"|a\n".repeat(1500)}`],
    ["instructions without an end", "a <? ".repeat(2_000)],
    ["comments without an end, over lines", "a <!-- b\n".repeat(2_000)],
    ["declarations without an end", "a <!b ".repeat(2_000)],
    ["sections of text without an end", "a <![CDATA[ ".repeat(1_000)],
    ["instructions after those that end", `${"a <? ?> ".repeat(1_000)}${"a <? ".repeat(2_000)}`],
    ["footnotes that are all but empty", Array.from({ length: 9 }, (_, at) => `x[^${at}]\n\n[^${at}]: a\n`).join("\n")],
    ["repeated target", `[a]: /${"x".repeat(30_000)}\n\n${"[a] ".repeat(5_000)}`],
  ];

  it.each(over)("shows %s as written (THREATS 57)", (_, text) => {
    const { pieces, problems, plain } = render(text);
    expect(problems.map(({ code, start, end }) => [code, start, end])).toEqual([["text/limit", 0, text.length]]);
    expect(htmlOf(pieces)).toMatch(/^<pre tabindex="0" class="raw">/);
    expect(plain).toBe(text);
  });

  it("leaves alone what is just under", () => {
    expect(render("a".repeat(65_536)).problems).toEqual([]);
    expect(render("a".repeat(65_537)).problems.map(({ code }) => code)).toEqual(["text/limit"]);
    expect(render("é".repeat(32_769)).problems.map(({ code }) => code)).toEqual(["text/limit"]);
    expect(render(`${"> ".repeat(40)}a`).problems).toEqual([]);
    expect(render("a".repeat(100), { limitBytes: 99 }).problems.map(({ code }) => code)).toEqual(["text/limit"]);
    const long = Array.from({ length: 600 }, (_, at) => `- **item ${at}**, see [a](https://b.c/${at}) and _this_ or \`that\``).join("\n");
    expect(render(long).problems).toEqual([]);
    const ended = ["a <? b ?> c", "a <!-- b --> c", "a <!b> c", "a <![CDATA[ b ]]> c"].map((each) => `${each} `.repeat(700)).join("\n");
    expect(new Set(render(ended).problems.map(({ code }) => code))).not.toContain("text/limit");
    const noted = Array.from({ length: 9 }, (_, at) => `About this[^${at}]\n\n[^${at}]: says who\n`).join("\n");
    expect([noted, noted.slice(0, noted.indexOf("[^8]:"))].flatMap((text) => render(text).problems)).toEqual([]);
    const few = Array.from({ length: 8 }, (_, at) => `x[^${at}]\n\n[^${at}]: a\n`).join("\n");
    expect(render(few).problems).toEqual([]);
    const apart = render("```php\n<?php echo 1;\n```\n\n".repeat(500));
    expect(apart.problems).toEqual([]);
  });
});

describe("renderAll", () => {
  it("gives plain data, which worker threads can send", async () => {
    const texts = ["a <b> [c](d.md) # e", "# plain"];
    const all = await renderAll(texts);
    expect(structuredClone(all)).toEqual(texts.map((text) => render(text)));
  });
});
