import type { Words } from "#text";
import type { Leftover, PageContext, SiteContext, Page } from "../frame/index.ts";
import type { Block } from "../blocks/index.ts";
import { createPageContext } from "../frame/index.ts";
import type { Section } from "../tree/index.ts";
import type { Continuable } from "./continued-trees.ts";
import { LEAST_ROW, mayContinue, ownLength, plantTrees } from "./continued-trees.ts";

/** The further pages of a thing's trees. */
interface Continuation {
  /** The rows that each page continues. */
  readonly pages: readonly (readonly Leftover[])[];
  /** The paths of the thing's own page and of the further pages. */
  readonly paths: readonly string[];
  /** The index of the further page, by the anchor of the rows that continue there. */
  readonly places: ReadonlyMap<string, number>;
}

/** Rows of further pages are made twice, and both times are counted at the first: so what is too large ends before any page is made. */
const TWICE = 2;

const NOTHING: Continuation = { pages: [], places: new Map(), paths: [] };

/**
 * Lays out the further pages of a thing. Rows are made and dropped; only the beginning of each page is kept. It takes linear time,
 * because trees cannot have more rows than their text allows.
 */
function layOut(site: SiteContext, thing: Continuable): Continuation {
  if (!mayContinue(site, thing)) return NOTHING;
  const left: Leftover[] = [];
  const path = site.routes.pageOf(thing);
  const fresh = (lookWeight: number): PageContext =>
    createPageContext(site, path, { lookWeight, continued: (each) => void left.push(each) });
  plantTrees(fresh(1), thing);
  const pages: Leftover[][] = [];
  const places = new Map<string, number>();
  let [at, room] = [0, ownLength(site, thing) / LEAST_ROW];
  while (at < left.length && room > 0) {
    const page = fresh(TWICE);
    const shown: Leftover[] = [];
    for (let next = left[at]; next && page.budget.rows > 0; next = left[(at += 1)]) {
      places.set(next.anchor, pages.length);
      shown.push(next);
      next.resume(page);
    }
    pages.push(shown);
    room -= site.settings.limits.schemaRows;
  }
  return { pages, places, paths: [path, ...pages.map((_, index) => furtherPath(path, index))] };
}

function noContinuations(): Map<Continuable, Continuation> {
  return new Map();
}

function knownOf(site: SiteContext): Map<Continuable, Continuation> {
  return site.memo.of(noContinuations, site);
}

function continuationOf(site: SiteContext, thing: Continuable): Continuation {
  const ofSite = knownOf(site);
  let made = ofSite.get(thing);
  if (!made) ofSite.set(thing, (made = layOut(site, thing)));
  return made;
}

/** The path of a further page, counted from 0. It has a dot before the number, because `lamp-2` may be another thing. */
function furtherPath(path: string, index: number): string {
  return path.replace(/\.html$/, `.${index + 2}.html`);
}

/** The paths of a thing's pages, its own page first. */
export function treePaths(site: SiteContext, thing: Continuable): readonly string[] {
  const { paths } = continuationOf(site, thing);
  return paths.length > 0 ? paths : [site.routes.pageOf(thing)];
}

function contextOf(site: SiteContext, thing: Continuable, path: string): PageContext {
  const leftover = { any: false };
  const lookWeight = path === site.routes.pageOf(thing) ? 1 : 0;
  return createPageContext(site, path, {
    lookWeight,
    leftover,
    continued({ anchor }) {
      leftover.any = true;
      const place = continuationOf(site, thing).places.get(anchor);
      const to = place === undefined ? undefined : treePaths(site, thing)[place + 1];
      return to === undefined ? undefined : site.routes.relative(path, to, anchor);
    },
  });
}

/** The context of a thing's own page. Rows that do not fit continue on further pages. */
function continuedContext(site: SiteContext, thing: Continuable): PageContext {
  return contextOf(site, thing, site.routes.pageOf(thing));
}

/** The page of a channel, operation, message or schema. */
export function entityPage<Thing extends Continuable, View extends object>(
  site: SiteContext,
  thing: Thing,
  viewOf: (context: PageContext, thing: Thing) => View,
  blocksOf?: (view: View, words: Words) => readonly Block[],
): Page {
  const { kind, id, title } = thing;
  const path = site.routes.pageOf(thing);
  const blocks = blocksOf && ((view: View) => blocksOf(view, site.words));
  return {
    path,
    kind,
    id,
    title,
    template: `pages/${kind}`,
    view: () => viewOf(continuedContext(site, thing), thing),
    ...(blocks ? { blocks } : {}),
  };
}

/** The parts that a further page continues, given its path and its index. */
export function continuedParts(site: SiteContext, thing: Continuable, { path, index }: { path: string; index: number }) {
  const context = contextOf(site, thing, path);
  const parts: { readonly part: string; readonly sections: Section[] }[] = [];
  for (const left of continuationOf(site, thing).pages[index] ?? []) {
    const last = parts.at(-1);
    const sections = left.resume(context) as readonly Section[];
    if (last?.part === left.part) for (const section of sections) last.sections.push(section);
    else parts.push({ part: left.part, sections: [...sections] });
  }
  return { context, parts };
}

/** The links between the pages of a thing's trees. Call it after the trees of this page are made. Empty if there is only one page. */
export function treePages(page: PageContext, thing: Continuable) {
  const { site, path } = page;
  const ofSite = knownOf(site);
  // If everything fit on the page, there is nothing to lay out.
  if (page.leftover?.any === false && !ofSite.has(thing)) ofSite.set(thing, NOTHING);
  const paths = treePaths(site, thing);
  return paths.length > 1 ? paths.map((to, at) => ({ href: site.routes.relative(path, to), number: at + 1, current: to === path })) : [];
}
