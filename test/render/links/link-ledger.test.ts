import { describe, expect, test } from "vitest";
import { Links } from "../../../src/render/links/index.ts";

const said = (links: Links): string[] => links.broken().map(({ page, target, reason }) => `${page} ${target}: ${reason}`);

describe("internal links", () => {
  function ledger(pages: Readonly<Record<string, string>>, files: readonly string[] = []) {
    const made = new Links();
    for (const file of files) made.addFile(file);
    for (const [path, html] of Object.entries(pages)) made.addPage(path, html);
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

  test("are followed from each folder", () => {
    const beside = '<a href="o.html"></a>';
    expect(ledger({ "b/o.html": beside, "b/p.html": beside, "c/p.html": beside })).toEqual(["c/p.html o.html: no such file"]);
  });
});
