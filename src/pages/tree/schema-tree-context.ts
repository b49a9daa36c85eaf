/** The data for making the rows of a tree. */
import type { Diagnostic, Node, Place, StringNode } from "#text";
import type { NamedSchema } from "#model";
import type { MergedProperty } from "#schema";
import { documentText, type Line } from "../blocks/index.ts";
import type { PageContext, SiteContext } from "../frame/index.ts";
import { fieldProblems, fieldChange } from "../frame/index.ts";
import type { Say } from "./schema-phrase.ts";
import { sayWith } from "./schema-phrase.ts";

/** The phrases of the site's language. Their pieces are kept. */
export function sayOf({ memo, words }: Pick<SiteContext, "memo" | "words">): Say {
  return memo.of(sayWith, words);
}

/** A page in a folder that no site has. */
const ANY_FOLDER = "~/~.html";

/** Makes the data for the rows of a tree on a page. */
export function createTreeContext(page: PageContext) {
  const { words, routes, prose, settings, room } = page.site;
  const from = page.path.split("/").length === 2 ? ANY_FOLDER : page.path;
  return {
    words,
    say: sayOf(page.site),
    /** Values that are made once for all trees of the site. */
    memo: page.site.memo,
    /** How many levels are expanded in place. Deeper ones are sections below the tree, or are on the named schema's page. */
    depth: settings.limits.schemaDepth,
    /** The path of the page with the tree. */
    page: page.path,
    href: (named: NamedSchema): string => routes.href(from, named),
    /** The link to a row, on this page or on the page where the tree begins. */
    rowHref: (of: string, id: string): string => (of === page.path ? `#${id}` : routes.relative(from, of, id)),
    /** Whether a named schema lives on this page. */
    isHere: (named: NamedSchema): boolean => routes.pageOf(named) === page.path,
    /** Whether the heading of this page names a schema. */
    isHeading: (named: NamedSchema): boolean => routes.pageOf(named) === page.path && routes.anchorOf(named) === undefined,
    prose: (text: StringNode | undefined, prefix: string) => documentText(prose, text, { from, prefix, level: 3 }),
    /** The link to a value on the source page; empty if there is none. */
    sourceHref: (place: Place): string => page.sourceHref(place),
    /** The file and line of a value. */
    sourceLabel: (place: Place): string => page.sourceLabel(place),
    /** The problems within a value. */
    problemsIn: (node: Node) => page.site.placed.within(node),
    /** The views of problems for a row. */
    problemViews: (problems: readonly Diagnostic[]) => fieldProblems(page, problems),
    /** What changed in a field since an earlier version, or the slot for it in a portal; empty for nothing and for other rows. */
    versionMark: (anchor: string, property: MergedProperty | undefined): Line =>
      (property && page.site.portal?.field(anchor)) ?? fieldChange(page.site, property),
    /** Counts names, branches and rows visited. */
    look: (count: number): void => room.look(count * (page.lookWeight ?? 1)),
  };
}

export type TreeContext = ReturnType<typeof createTreeContext>;
