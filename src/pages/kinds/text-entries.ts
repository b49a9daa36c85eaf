import type { StringNode } from "#text";
import { GUIDE_PREFIX } from "#prose";
import type { SearchEntry, SearchKind } from "../search/index.ts";
import type { SiteContext } from "../frame/index.ts";
import { guideTitle } from "../frame/index.ts";

/** Cuts a guide's plain text at its headings: what is before the first, then what follows each. A heading is a line of its own. */
function sectionsOf(text: string, headings: readonly { readonly text: string }[]): string[] {
  const sections: string[][] = [[]];
  for (const line of text.split("\n")) {
    if (line.trim() !== "" && line.trim() === headings[sections.length - 1]?.text.trim()) sections.push([]);
    else sections.at(-1)?.push(line);
  }
  return sections.map((lines) => lines.join("\n"));
}

/** No page has this path. A link from a page to itself would be only an anchor. */
const ROOT = "";

/** A page made of one text. */
interface TextPage {
  readonly kind: SearchKind;
  readonly title: string;
  readonly context: string;
  readonly path: string;
  /** The prefix of the anchors of its headings. */
  readonly prefix: string;
  readonly names: readonly string[];
  readonly node: StringNode | undefined;
}

/** The entries of the page and of each section of its text. */
function* entriesOf({ prose, routes }: SiteContext, { kind, title, context, path, prefix, names, node }: TextPage): Generator<SearchEntry> {
  const headings = node ? prose.headings(node, { from: path, prefix, level: 2 }) : [];
  const [first = "", ...rest] = sectionsOf(prose.fullText(node), headings);
  yield { kind, title, context, href: routes.relative(ROOT, path), names, text: first };
  for (const [at, heading] of headings.entries()) {
    const href = routes.relative(ROOT, path, heading.id);
    yield { kind, title: heading.text, context: title, href, names: [], text: rest[at] ?? "" };
  }
}

/** The entries for running texts: the overview and each guide, with their sections. */
export function* textEntries(site: SiteContext): Generator<SearchEntry> {
  const { info, identifier } = site.api;
  const names = identifier ? [identifier.value] : [];
  yield* entriesOf(site, {
    kind: "page",
    title: info.title,
    context: "",
    path: "index.html",
    prefix: "about-",
    names,
    node: info.description,
  });
  const context = site.words("site.guides");
  for (const guide of site.guides) {
    const { path, name, body } = guide;
    yield* entriesOf(site, {
      kind: "guide",
      title: guideTitle(site, guide),
      context,
      path,
      prefix: GUIDE_PREFIX,
      names: [name],
      node: body,
    });
  }
}
