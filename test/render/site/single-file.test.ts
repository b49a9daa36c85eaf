import { expect, test } from "vitest";
import { joined, sectionId } from "../../../src/render/site/page-sections.ts";

const outside = { link: (page: string) => (page.endsWith(".html") ? `../${page}` : undefined), image: () => "data:image/png;base64,AA==" };
const parts = new Set(["index.html", "messages/a.html", "schemas/b.html"]);
const join = (html: string, path = "messages/a.html", top = false): string => joined({ path, html }, parts, { outside, top });

test("links between parts become anchors, and ids the part's own", () => {
  expect(join('<h2 id="payload"><a href="#payload">x</a></h2>')).toBe(
    '<h2 id="page.messages.a~payload"><a href="#page.messages.a~payload">x</a></h2>',
  );
  expect(join('<a href="../schemas/b.html#x">b</a>')).toBe('<a href="#page.schemas.b~x">b</a>');
  expect(join('<a href="../index.html">b</a>')).toBe('<a href="#main">b</a>');
  expect(join('<section aria-labelledby="a b">')).toBe('<section aria-labelledby="page.messages.a~a page.messages.a~b">');
});

test("other sites, other pages, files and images", () => {
  expect(join('<a href="https://example.org/?a=1&amp;b=2#c">x</a>')).toBe('<a href="https://example.org/?a=1&amp;b=2#c">x</a>');
  expect(join('<a href="../channels.html">x</a>')).toBe('<a href="../channels.html">x</a>');
  expect(join('<a class="k" href="../model.json">x</a>')).toBe('<a class="k">x</a>');
  expect(join('<img src="../assets/logo.png" alt="">')).toBe('<img src="data:image/png;base64,AA==" alt="">');
});

test("what only looks like a tag in a text stays", () => {
  const text = '<p title="<a href=&quot;x.html&quot;>"> href="x.html" id="y"</p>';
  expect(join(text)).toBe(text);
});

test("no two pages share the id of a section", () => {
  const paths = [
    "index.html",
    "channels.html",
    "channels-2.html",
    "channels/2.html",
    "channels/a-b.html",
    "channels-a/b.html",
    "source/a.b.html",
  ];
  expect(new Set(paths.map(sectionId)).size).toBe(paths.length);
});
