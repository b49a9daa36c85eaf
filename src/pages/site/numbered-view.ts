import type { PageContext } from "./context.ts";

interface PageStep {
  readonly href: string;
  readonly text: string;
}

interface NumberedLink {
  readonly href: string;
  readonly number: number;
  readonly current: boolean;
  /** Whether pages before it are not linked. */
  readonly gap: boolean;
}

/** So many pages are all linked from each; of more the first, the last and some around the page itself, or links would be their number squared. */
const ALL = 15;
const AROUND = 5;

/** What continues on numbered pages says of them on each: links to the others, its neighbours, and which one it is. */
export interface NumberedView {
  readonly pages: readonly NumberedLink[];
  readonly pageOf?: string;
  readonly previous?: PageStep;
  readonly next?: PageStep;
}

/** Which of so many pages are linked from the one at `at`. Between two that are, never a single one is left out. */
function linked(count: number, at: number): number[] {
  const all = Array.from({ length: count }, (_, index) => index);
  if (count <= ALL) return all;
  const first = at - AROUND <= 2 ? 0 : at - AROUND;
  const last = at + AROUND >= count - 3 ? count - 1 : at + AROUND;
  return all.filter((index) => index === 0 || index === count - 1 || (first <= index && index <= last));
}

/** The view of one of several pages; of a page alone there is nothing to say. */
export function numberedView({ site, path }: PageContext, paths: readonly string[] | undefined): Partial<NumberedView> {
  if (!paths) return {};
  const at = paths.indexOf(path);
  if (paths.length < 2 || at < 0) return { pages: [] };
  const { routes, words } = site;
  const turn = (to: number): PageStep | undefined => {
    const there = paths[to];
    return there === undefined ? undefined : { href: routes.relative(path, there), text: words("site.page-number", { number: to + 1 }) };
  };
  const [previous, next] = [turn(at - 1), turn(at + 1)];
  const shown = linked(paths.length, at);
  const link = (index: number, nth: number): NumberedLink => ({
    href: routes.relative(path, paths[index] ?? path),
    number: index + 1,
    current: index === at,
    gap: nth > 0 && index - 1 !== shown[nth - 1],
  });
  return {
    pages: shown.map(link),
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
