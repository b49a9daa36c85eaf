import type { Diagnostic, Memo, Node, Place, StringNode, Words } from "#text";
import type { NamedSchema } from "#model";
import type { PageContext, SafeHtml, SiteContext } from "./context.ts";
import { proseView } from "./context.ts";
import { fieldProblems, type FieldProblem } from "./problems-view.ts";
import type { Say } from "./schema-phrase.ts";
import { sayWith } from "./schema-phrase.ts";
import { linkPath } from "./shared-view.ts";

/** What the makers of one tree's rows work with. */
export interface TreeContext {
  /** What is made once for all trees of the site. */
  readonly memo: Memo;
  readonly words: Words;
  readonly say: Say;
  /** Levels that open in place; deeper ones continue further below, or on the page of their name. */
  readonly depth: number;
  /** The path of the page that the tree stands on. */
  readonly page: string;
  href(named: NamedSchema): string;
  /** A row, on this page or on the one where its tree begins. */
  rowHref(page: string, id: string): string;
  /** Whether the page is the named schema's own. */
  isHere(named: NamedSchema): boolean;
  prose(text: StringNode | undefined, prefix: string): SafeHtml | undefined;
  /** Where a value is written, on the source page; empty where it is not shown. */
  sourceHref(place: Place): string;
  /** What is wrong inside of a value as it is written. */
  problemsIn(node: Node): readonly Diagnostic[];
  /** Problems as a row shows them. */
  problemViews(problems: readonly Diagnostic[]): readonly FieldProblem[];
  /** Counts names, branches and rows that are gone through. */
  look(count: number): void;
  /** What a node is once a reference is followed. */
  follow(node: Node): Node | undefined;
}

/** The phrases of a site's language, whose pieces are remembered. */
export function sayOf({ memo, words }: Pick<SiteContext, "memo" | "words">): Say {
  return memo.of(sayWith, words);
}

/** A tree's view of the page that it stands on. */
export function createTreeContext(page: PageContext): TreeContext {
  const { words, routes, prose, settings, documents, room } = page.site;
  const from = linkPath(page);
  return {
    words,
    say: sayOf(page.site),
    memo: page.site.memo,
    depth: settings.limits.schemaDepth,
    page: page.path,
    href: (named) => routes.href(from, named),
    rowHref: (of, id) => (of === page.path ? `#${id}` : routes.relative(from, of, id)),
    isHere: (named) => routes.pageOf(named) === page.path,
    prose: (text, prefix) => proseView(prose, text, { from, prefix, level: 3 }),
    sourceHref: (place) => page.sourceHref(place),
    problemsIn: (node) => page.site.placed.within(node),
    problemViews: (problems) => fieldProblems(page, problems),
    look: (count) => room.look(count),
    follow: (node) => documents.follow(node),
  };
}
