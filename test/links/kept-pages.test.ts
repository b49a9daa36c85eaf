import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { ThreadedLinks } from "../../src/build/threaded-links.ts";
import type { Links } from "../../src/links/index.ts";
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

  test("are found where they were found before", async () => {
    const links = make();
    links.keep([["kept.html#further", "kept.2.html#further"]]);
    await links.addKept("kept.html", standing(""));
    await links.addPage("made.html", page('<p id="there"></p>'));
    await links.addPage("made.2.html", page('<p id="further"></p>'));
    for (const href of ["kept.html#near", "kept.html#further", "made.html#there", "made.html#further", "made.html#gone"])
      await links.addEntry({ kind: "field", title: "word", context: "", href, names: [], text: "" });
    const search = [...(await links.searchFiles())].map(({ contents }) => contents).join("");
    expect(await links.moved()).toEqual([
      ["kept.html#further", "kept.2.html#further"],
      ["made.html#further", "made.2.html#further"],
      ["made.html#gone", "made.html"],
    ]);
    for (const href of ["kept.html#near", "kept.2.html#further", "made.html#there", "made.2.html#further"]) expect(search).toContain(href);
    expect(search).not.toContain("gone");
  });
});
