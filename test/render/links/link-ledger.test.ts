import { describe, expect, test } from "vitest";
import { Links } from "../../../src/render/links/index.ts";
import { SharedText, type PartedPage } from "../../../src/render/theme/index.ts";

const said = (links: Links): string[] => links.broken().map(({ page, target, reason }) => `${page} ${target}: ${reason}`);

describe("internal links", () => {
  function ledger(pages: Readonly<Record<string, string>>, files: readonly string[] = []) {
    const made = new Links();
    for (const file of files) made.addFile(file);
    for (const [path, html] of Object.entries(pages)) made.addPage(path, { own: [html], parts: [] });
    return said(made);
  }

  test("lead to pages, files and anchors, before and after they are known", () => {
    const broken = ledger(
      {
        "index.html": '<a href="a/b.html#x"></a><a href="#top"></a><p id="top"></p><img src="assets/i%20j.png">',
        "a/b.html": '<p id="x"></p><a href="../index.html#top"></a><a href="b.html"></a><a href=""></a>',
      },
      ["assets/i j.png"],
    );
    expect(broken).toEqual([]);
  });

  test("are reported when there is no such file or anchor", () => {
    const broken = ledger({ "a/b.html": '<a href="c.html"></a><a href="b.html#no"></a><a href="#neither"></a>' });
    expect(broken).toEqual(["a/b.html c.html: no such file", "a/b.html b.html#no: no such anchor", "a/b.html #neither: no such anchor"]);
  });

  test("are those of pictures and scripts, too, and may ask for something of a page", () => {
    const html = '<img src="no.svg"><script src="no.js"></script><a href="a.html?q=x#y"></a><a href="b.html?q=x#y"></a>';
    const broken = ledger({ "i.html": html, "a.html": '<p id="y"></p>' });
    expect(broken).toEqual(
      ["no.svg", "no.js", "b.html?q=x#y"].map((path) => `i.html ${path}: no such file`).concat("i.html b.html?q=x#y: no such anchor"),
    );
  });

  test("to other hosts are not ours to judge", () => {
    expect(ledger({ "index.html": '<a href="https://example.org/x#y"></a><a href="mailto:a@b"></a>' })).toEqual([]);
  });

  test("to a line need the line to be on that page", () => {
    const source = '<li id="L10"></li><li id="L11"></li>';
    expect(ledger({ "s.html": source, "i.html": '<a href="s.html#L11"></a>' })).toEqual([]);
    for (const line of ["L12", "L9", "L100"]) {
      const broken = ledger({ "s.html": source, "i.html": `<a href="s.html#${line}"></a>` });
      expect(broken).toEqual([`i.html s.html#${line}: no such anchor`]);
    }
  });

  test("have their character references and percent-encoding read", () => {
    expect(ledger({ "a&b.html": '<p id="x&amp;y"></p>', "i.html": '<a href="a%26b.html#x%26y"></a><a href="a&amp;b.html"></a>' })).toEqual(
      [],
    );
  });

  test("are not what only looks like one in a text", () => {
    expect(ledger({ "i.html": '<p>as text: &lt;img src="./no.png" id="x"/> and <b>more</b> src="no"</p><p id="x"></p>' })).toEqual([]);
  });

  test("need ids to be there once", () => {
    expect(ledger({ "i.html": '<p id="x"></p><p id="x"></p>' })).toEqual(["i.html #x: duplicate id"]);
  });
});

describe("links of parts that pages share", () => {
  const tree = new SharedText('<li id="*"></li><li id="*.x"><a href="#*"></a><a href="../b/o.html"></a></li>', "*");
  const example = new SharedText('<p id="*example"></p><a href="#*payload.x"></a>', "*");

  function told(pages: Readonly<Record<string, Partial<PartedPage>>>): string[] {
    const made = new Links();
    for (const [path, { own = [], parts = [] }] of Object.entries(pages)) made.addPage(path, { own, parts });
    return said(made);
  }

  test("lead from part to part, and between a page's own text and its parts, on this page and another", () => {
    const at = (as: string) => [
      { text: tree, as: `${as}payload` },
      { text: example, as },
    ];
    const own = ['<a href="#payload.x"></a>', '<a href="o.html#m.payload.x"></a>'];
    expect(told({ "b/m.html": { own, parts: at("") }, "b/o.html": { parts: at("m.") } })).toEqual([]);
  });

  test("are reported on the page whose part is not complete", () => {
    expect(told({ "b/o.html": { parts: [{ text: example, as: "m." }] } })).toEqual(["b/o.html #m.payload.x: no such anchor"]);
    expect(told({ "a/m.html": { parts: [{ text: tree, as: "p" }] } })).toEqual(["a/m.html ../b/o.html: no such file"]);
  });

  test("are followed from each folder", () => {
    const beside = new SharedText('<a href="o.html"></a>', "*");
    const parts = [{ text: beside, as: "" }];
    expect(told({ "b/o.html": { parts }, "b/p.html": { parts }, "c/p.html": { parts } })).toEqual(["c/p.html o.html: no such file"]);
  });

  test("need ids to be there once: in a part, in the page and a part, in two parts", () => {
    const twice = new SharedText('<p id="*x"></p><p id="*x"></p>', "*");
    expect(told({ "i.html": { parts: [{ text: twice, as: "a." }] } })).toEqual(["i.html #a.x: duplicate id"]);
    expect(told({ "b/o.html": { own: ['<p id="t.x"></p>'], parts: [{ text: tree, as: "t" }] } })).toEqual(["b/o.html #t.x: duplicate id"]);
    const both = [
      { text: new SharedText('<p id="*b.x"></p>', "*"), as: "a." },
      { text: new SharedText('<p id="*x"></p><p id="*y"></p>', "*"), as: "a.b." },
    ];
    expect(told({ "i.html": { parts: both } })).toEqual(["i.html #a.b.x: duplicate id"]);
  });

  test("may stand anywhere in a part: then it is read as a part of each page", () => {
    const odd = new SharedText('<p id="fixed"></p><a href="x-*.html"></a>', "*");
    expect(told({ "i.html": { own: ['<a href="#fixed"></a>'], parts: [{ text: odd, as: "1" }] } })).toEqual([
      "i.html x-1.html: no such file",
    ]);
  });

  test.each(["\u0001", "\u0002"])("are the same where a part holds a control character of ours: %j", (sign) => {
    const odd = new SharedText(`<p id="*a${sign}b"></p><p id="*a"></p><p>${sign}</p><a href="#*b"></a>`, "*");
    expect(told({ "i.html": { own: ['<a href="#ma"></a>'], parts: [{ text: odd, as: "m" }] } })).toEqual(["i.html #mb: no such anchor"]);
  });
});
