import { relativeUrl } from "#model";
import type { Words } from "#text";

/** A page of a site or a portal. */
interface NumberedPage {
  readonly path: string;
  readonly words: Words;
}

interface PageStep {
  readonly href: string;
  readonly text: string;
}

interface NumberedLink {
  readonly href: string;
  readonly number: number;
  readonly current: boolean;
  /** Whether pages before this one are left out. */
  readonly gap: boolean;
}

/**
 * Up to this many pages all link to each other. With more, each links to the first, the last and those around it; otherwise the number
 * of links would grow with the square.
 */
const ALL = 15;
const AROUND = 5;

/** The links of one page in a numbered series: to other pages, its neighbours, and its own number. */
export interface NumberedView {
  readonly pages: readonly NumberedLink[];
  readonly pageOf?: string;
  readonly previous?: PageStep;
  readonly next?: PageStep;
}

/** The indexes of pages linked from page `at`. A gap of a single page is filled. */
function linked(count: number, at: number): number[] {
  const all = Array.from({ length: count }, (_, index) => index);
  if (count <= ALL) return all;
  const first = at - AROUND <= 2 ? 0 : at - AROUND;
  const last = at + AROUND >= count - 3 ? count - 1 : at + AROUND;
  return all.filter((index) => index === 0 || index === count - 1 || (first <= index && index <= last));
}

/** The view for one page of a series; empty if there is only one page. */
export function numberedView({ path, words }: NumberedPage, paths: readonly string[] | undefined): Partial<NumberedView> {
  if (!paths) return {};
  const at = paths.indexOf(path);
  if (paths.length < 2 || at < 0) return { pages: [] };
  const turn = (to: number): PageStep | undefined => {
    const there = paths[to];
    return there === undefined ? undefined : { href: relativeUrl(path, there), text: words("site.page-number", { number: to + 1 }) };
  };
  const [previous, next] = [turn(at - 1), turn(at + 1)];
  const shown = linked(paths.length, at);
  const link = (index: number, nth: number): NumberedLink => ({
    href: relativeUrl(path, paths[index] ?? path),
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

/** A title with the page's number, except on the first page. */
export function numberedTitle({ path, words }: NumberedPage, title: string, paths: readonly string[] = []): string {
  const at = paths.indexOf(path);
  return at > 0 ? `${title}, ${words("site.page-number", { number: at + 1 })}` : title;
}
