import type { GuidePage } from "#guide";
import { GUIDE_PREFIX } from "#prose";
import type { SearchEntry } from "#search";
import type { SiteContext } from "./context.ts";
import { guideTitle } from "./guide-title.ts";

/** Of a section, the first so many characters are searched. */
const TEXT_LENGTH = 2000;

/** A guide's plain text cut at its headings: what is before the first one, then what follows each. A heading is a line of its own. */
function sectionsOf(text: string, headings: readonly { readonly text: string }[]): string[] {
  const sections: string[][] = [[]];
  for (const line of text.split("\n")) {
    if (line.trim() !== "" && line.trim() === headings[sections.length - 1]?.text.trim()) sections.push([]);
    else sections.at(-1)?.push(line);
  }
  return sections.map((lines) => lines.join("\n").slice(0, TEXT_LENGTH));
}

function* entriesOf(site: SiteContext, guide: GuidePage): Generator<SearchEntry> {
  const { prose, routes, words } = site;
  const title = guideTitle(site, guide);
  const headings = prose.headings(guide.body, { from: guide.path, prefix: GUIDE_PREFIX, level: 2 });
  const [first = "", ...rest] = sectionsOf(prose.fullText(guide.body), headings);
  const page = routes.relative("index.html", guide.path);
  yield { kind: "guide", title, context: words("site.guides"), href: page, names: [guide.name], text: first };
  for (const [at, heading] of headings.entries()) {
    const href = routes.relative("index.html", guide.path, heading.id);
    yield { kind: "guide", title: heading.text, context: title, href, names: [], text: rest[at] ?? "" };
  }
}

/** What can be found in guides: each guide, and each of its sections. */
export function* guideEntries(site: SiteContext): Generator<SearchEntry> {
  for (const guide of site.guides) yield* entriesOf(site, guide);
}
