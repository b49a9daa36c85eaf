import type { PageContext } from "./context.ts";

interface Turn {
  readonly href: string;
  readonly text: string;
}

/** What continues on numbered pages says of them on each: links to all, its neighbours, and which one it is. */
export interface NumberedView {
  readonly pages: readonly { readonly href: string; readonly number: number; readonly current: boolean }[];
  readonly pageOf?: string;
  readonly previous?: Turn;
  readonly next?: Turn;
}

/** The view of one of several pages; of a page alone there is nothing to say. */
export function numberedView({ site, path }: PageContext, paths: readonly string[] | undefined): Partial<NumberedView> {
  if (!paths) return {};
  const at = paths.indexOf(path);
  if (paths.length < 2 || at < 0) return { pages: [] };
  const { routes, words } = site;
  const turn = (to: number): Turn | undefined => {
    const there = paths[to];
    return there === undefined ? undefined : { href: routes.relative(path, there), text: words("site.page-number", { number: to + 1 }) };
  };
  const [previous, next] = [turn(at - 1), turn(at + 1)];
  return {
    pages: paths.map((to, index) => ({ href: routes.relative(path, to), number: index + 1, current: index === at })),
    pageOf: words("site.page-of", { number: at + 1, count: paths.length }),
    ...(previous ? { previous } : {}),
    ...(next ? { next } : {}),
  };
}

/** A title that tells a later page from the first. */
export function numberedTitle({ site, path }: PageContext, title: string, paths: readonly string[] = []): string {
  const at = paths.indexOf(path);
  return at > 0 ? `${title}, ${site.words("site.page-number", { number: at + 1 })}` : title;
}
