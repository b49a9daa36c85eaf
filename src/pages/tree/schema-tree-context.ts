/** The data for making the rows of a tree. */
import type { Diagnostic, Memo, Node, Place, StringNode, Words } from "#text";
import type { NamedSchema } from "#model";
import type { MergedProperty } from "#schema";
import type { PageContext, ProseView, SiteContext } from "../frame/index.ts";
import { proseView, fieldProblems, type FieldProblem, fieldChange, type VersionMark } from "../frame/index.ts";
import type { Say } from "./schema-phrase.ts";
import { sayWith } from "./schema-phrase.ts";

/** The data for making the rows of one tree. */
export interface TreeContext {
  /** Values that are made once for all trees of the site. */
  readonly memo: Memo;
  readonly words: Words;
  readonly say: Say;
  /** How many levels are expanded in place. Deeper ones are sections below the tree, or are on the named schema's page. */
  readonly depth: number;
  /** The path of the page with the tree. */
  readonly page: string;
  href(named: NamedSchema): string;
  /** The link to a row, on this page or on the page where the tree begins. */
  rowHref(page: string, id: string): string;
  /** Whether a named schema lives on this page. */
  isHere(named: NamedSchema): boolean;
  /** Whether the heading of this page names a schema. */
  isHeading(named: NamedSchema): boolean;
  prose(text: StringNode | undefined, prefix: string): ProseView | undefined;
  /** The link to a value on the source page; empty if there is none. */
  sourceHref(place: Place): string;
  /** The file and line of a value. */
  sourceLabel(place: Place): string;
  /** The problems within a value. */
  problemsIn(node: Node): readonly Diagnostic[];
  /** The views of problems for a row. */
  problemViews(problems: readonly Diagnostic[]): readonly FieldProblem[];
  /** What changed in a field since an earlier version, or the slot for it in a portal; empty HTML for nothing and for other rows. */
  versionMark(anchor: string, property: MergedProperty | undefined): VersionMark;
  /** Counts names, branches and rows visited. */
  look(count: number): void;
  /** The node after following a reference. */
  follow(node: Node): Node | undefined;
}

/** The phrases of the site's language. Their pieces are kept. */
export function sayOf({ memo, words }: Pick<SiteContext, "memo" | "words">): Say {
  return memo.of(sayWith, words);
}

/** A page in a folder that no site has. */
const ANY_FOLDER = "~/~.html";

/** Makes the context of a tree on a page. */
export function createTreeContext(page: PageContext): TreeContext {
  const { words, routes, prose, settings, documents, room } = page.site;
  const from = page.path.split("/").length === 2 ? ANY_FOLDER : page.path;
  return {
    words,
    say: sayOf(page.site),
    memo: page.site.memo,
    depth: settings.limits.schemaDepth,
    page: page.path,
    href: (named) => routes.href(from, named),
    rowHref: (of, id) => (of === page.path ? `#${id}` : routes.relative(from, of, id)),
    isHere: (named) => routes.pageOf(named) === page.path,
    isHeading: (named) => routes.pageOf(named) === page.path && routes.anchorOf(named) === undefined,
    prose: (text, prefix) => proseView(prose, text, { from, prefix, level: 3 }),
    sourceHref: (place) => page.sourceHref(place),
    sourceLabel: (place) => page.sourceLabel(place),
    problemsIn: (node) => page.site.placed.within(node),
    problemViews: (problems) => fieldProblems(page, problems),
    versionMark: (anchor, property) => (property && page.site.portal?.field(anchor)) ?? fieldChange(page.site, property),
    look: (count) => room.look(count * (page.lookWeight ?? 1)),
    follow: (node) => documents.follow(node),
  };
}
