import { scanLinks } from "./scan-links.ts";

/** Stands for what differs from page to page while a part is looked through. */
const MARK = "\u0001";

/** Stands between texts that are put apart. */
const BETWEEN = "\u0002";

/** Texts of their own that keep nothing else in memory, as slices of a part do in V8. */
function apart(texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : texts.join(BETWEEN).split(BETWEEN);
}

/** What a part that pages share offers and asks for, found once. Ids and links within begin with what its pages put in. */
export class PartLinks {
  /** Its ids, without their beginning. */
  readonly ids: ReadonlySet<string>;
  /** Ids, without their beginning, that it has twice. */
  readonly doubled: readonly string[];
  /** Anchors of its page, without their beginning, that it asks for and has not itself. */
  readonly beside: readonly string[];
  /** Other pages and files that it asks for. */
  readonly outward: readonly string[];
  /** Its text, cut where pages differ, where the rest does not tell all of it: it is to be looked through as part of each page. */
  readonly odd: readonly string[] | undefined;

  /** `pieces` are its text, cut where pages differ. */
  constructor(pieces: readonly string[]) {
    const { ids, targets } = scanLinks([pieces.join(MARK)]);
    const own = apart(ids.map((id) => id.slice(MARK.length)));
    const distinct = [...new Set(targets)];
    const within = distinct.filter((target) => target.startsWith(`#${MARK}`)).map((target) => target.slice(1 + MARK.length));
    this.outward = apart(distinct.filter((target) => !target.startsWith("#")));
    this.ids = new Set(own);
    this.doubled = own.filter((id, at) => own.length > this.ids.size && own.indexOf(id) < at);
    this.beside = apart(within.filter((id) => !this.ids.has(id)));
    const begun = ids.every((id) => id.startsWith(MARK)) && within.length + this.outward.length === distinct.length;
    this.odd = begun && !pieces.some((piece) => piece.includes(MARK) || piece.includes(BETWEEN)) ? undefined : pieces;
  }

  /** Whether it has an id on a page. */
  has(id: string, as: string): boolean {
    return id.startsWith(as) && this.ids.has(id.slice(as.length));
  }
}

/** A part as it stands on one page. */
export interface PlacedLinks {
  readonly links: PartLinks;
  readonly as: string;
}

/** Ids that two parts of a page both have. */
export function inBoth(one: PlacedLinks, other: PlacedLinks): string[] {
  const [short, long] = one.as.length < other.as.length || one.links.ids.size < other.links.ids.size ? [one, other] : [other, one];
  if (!long.as.startsWith(short.as) && !short.as.startsWith(long.as)) return [];
  return [...short.links.ids].map((id) => short.as + id).filter((id) => long.links.has(id, long.as));
}
