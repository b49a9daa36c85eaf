import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { ThreadedLinks } from "../../src/build/threaded-links.ts";
import type { Links } from "../../src/links/index.ts";
import type { SearchEntry } from "../../src/search/index.ts";
import { OwnLinks } from "../../src/links/index.ts";

const folder = mkdtempSync(join(tmpdir(), "msgdocs-kept-"));
afterAll(() => rmSync(folder, { recursive: true }));

const threads: ThreadedLinks[] = [];
afterEach(() => threads.splice(0).forEach((thread) => thread.stop()));

const ways: readonly (readonly [how: string, make: () => Links])[] = [
  ["here", () => new OwnLinks((from) => readFileSync(from, "utf8"))],
  [
    "in a thread",
    () => {
      const thread = new ThreadedLinks();
      threads.push(thread);
      return thread;
    },
  ],
];

/** Where a page stands. */
function standing(html: string): string {
  const path = join(folder, `${Math.random()}.html`);
  writeFileSync(path, html);
  return path;
}

const page = (html: string, was?: string) => ({ own: [html], parts: [], was });
const said = async (links: Links): Promise<string[]> =>
  (await links.broken()).map(({ page: path, target, reason }) => `${path} ${target}: ${reason}`);

describe.each(ways)("pages that stand as they were, known %s,", (_, make) => {
  test("have their anchors, and are not asked where their own links lead", async () => {
    const links = make();
    await links.addKept("a/kept.html", standing('<p id="x"></p><li id="L7"></li><a href="gone.html">'));
    await links.addPage("i.html", page('<a href="a/kept.html#x"></a><a href="a/kept.html#L7"></a><a href="a/kept.html#y"></a>'));
    expect(await said(links)).toEqual(["i.html a/kept.html#y: no such anchor"]);
  });

  test("may ask for all that the other pages had", async () => {
    const links = make();
    const before = standing('<p id="x"></p><p id="y"></p><li id="L7"></li>');
    await links.addPage("i.html", page('<p id="y"></p><li id="L7"></li><p id="z"></p>', before));
    expect(await said(links)).toEqual(["i.html #x: no such anchor"]);
  });

  test("are found where they were, and of what replaces entries only what is there leads to its place", async () => {
    const entry = (title: string, href: string): SearchEntry => ({ kind: "field", title, context: "", href, names: [], text: "" });
    const first = make();
    await first.addPage("kept.html", page('<p id="near"></p>'));
    await first.addPage("made.html", page('<p id="there"></p>'));
    await first.addPage("made.2.html", page('<p id="further"></p>'));
    const hrefs = ["kept.html#near", "made.html#there", "made.html#further", "made.html#gone"];
    for (const href of hrefs) await first.addEntry(entry(href, href));
    const files = [...(await first.searchFiles())];
    expect(files.map(({ contents }) => contents).join("")).toContain('["field","made.html#gone","","made.html"]');

    const again = make();
    await again.addKept("kept.html", standing(""));
    await again.addPage("made.html", page('<p id="there"></p><p id="gone"></p>'));
    await again.addPage("made.2.html", page('<p id="further"></p>'));
    again.beginIndex(files.map(({ contents }) => standing(contents)));
    for (const [at, href] of hrefs.entries()) if (at > 0) again.replaceEntry(at, entry(href, href));
    const search = [...(await again.searchFiles())].map(({ contents }) => contents).join("");
    for (const href of ["kept.html#near", "made.html#there", "made.2.html#further", "made.html#gone"])
      expect(search).toContain(`"${href}"]`);
  });
});
