import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { heavyViews } from "../browser/first-view.ts";
import { movement } from "../browser/movement.ts";
import type { Listed } from "../browser/sites.ts";
import { build } from "../browser/sites.ts";
import { openBrowser } from "./corpus-browser.ts";

const generator = fileURLToPath(new URL("../../../shared/bench/gen-org.mjs", import.meta.url));
const project = fileURLToPath(new URL("../..", import.meta.url));

const { folder, browser } = openBrowser();

/** Each page beside the portal's and one API's overview, and the first page of each folder. */
function ofEachKind(pages: readonly Listed[]): readonly Listed[] {
  const folderOf = ({ path }: Listed): string => path.replace(/[^/]*$/, "");
  const api = pages.map(folderOf).find((path) => path.startsWith("apis/")) ?? "";
  const own = pages.filter(({ path }) => !path.startsWith("apis/") || path.startsWith(api));
  const kindOf = (page: Listed): string => (["", api].includes(folderOf(page)) ? page.path : folderOf(page));
  return [...new Map([...own].reverse().map((page) => [kindOf(page), page])).values()];
}

test(
  "in a portal of 50 APIs no first view is over 40 KB as transferred, and nothing moves when scripts come",
  async () => {
    const organisation = join(folder, "organisation");
    execFileSync(process.execPath, [generator, "50", "1", organisation], { cwd: project });
    writeFileSync(join(organisation, "msgdocs.yaml"), 'title: Acme\ndocuments: ["services/*/asyncapi.{yaml,json}"]\n');
    const site = build("of-50", folder, ["--config", join(organisation, "msgdocs.yaml")]);
    expect(site.pages.length).toBeGreaterThan(1000);
    expect(heavyViews(site)).toEqual([]);
    const seen = ofEachKind(site.pages);
    expect(seen.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["index.html", "map.html", "channels.html", "messages.html", "problems.html"]),
    );
    const urls = seen.map(({ path }) => site.url(path));
    for (const width of [1280, 390]) expect([width, await movement(browser(), urls, width)]).toEqual([width, []]);
  },
  3 * 60_000,
);
