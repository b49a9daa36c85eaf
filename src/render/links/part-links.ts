import { partitionPoint } from "#text";
import { EMPTY, hashed, numberOf, scanLinks } from "./scan-links.ts";

/** The placeholder for what differs between pages, while a part is searched. */
const MARK = "\u0001";

/** The separator between texts while they are copied. */
const BETWEEN = "\u0002";

/**
 * Copies of texts. A slice would keep the whole part in memory in V8. The empty text ensures that even a single text is joined and so
 * copied.
 */
function apart(texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : ["", ...texts].join(BETWEEN).split(BETWEEN).slice(1);
}

const numbered = (id: string): number => numberOf(hashed(EMPTY, id));

/** The ids and links of a shared part, found once. Ids and links within it start with a prefix that each page inserts. */
export class PartLinks {
  /** The number of ids. */
  readonly size: number;
  /** The ids without prefix: their sorted hashes, and all in one text. A part may have thousands, and is kept until the end. */
  readonly #ids: Float64Array;
  readonly #text: string;
  /** Ids without prefix that occur twice in the part. */
  readonly doubled: readonly string[];
  /** Anchors of the page, without prefix, that the part links to but does not contain. */
  readonly beside: readonly string[];
  /** Links to other pages and files. */
  readonly outward: readonly string[];
  /**
   * The text of a part that cannot be searched once for all, because not everything in it starts with the prefix. It is searched as
   * part of each page.
   */
  readonly odd: readonly string[] | undefined;

  /** @param pieces the text, split where pages differ */
  constructor(pieces: readonly string[]) {
    const { ids, targets } = scanLinks([pieces.join(MARK)]);
    const all = apart(ids.map((id) => id.slice(MARK.length)));
    const own = new Set(all);
    this.size = own.size;
    this.#text = [...own].join(BETWEEN);
    this.#ids = Float64Array.from(own, numbered).sort();
    const distinct = [...new Set(targets)];
    const within = distinct.filter((target) => target.startsWith(`#${MARK}`)).map((target) => target.slice(1 + MARK.length));
    this.outward = apart(distinct.filter((target) => !target.startsWith("#")));
    this.doubled = all.filter((id, at) => all.length > own.size && all.indexOf(id) < at);
    this.beside = apart(within.filter((id) => !own.has(id)));
    const begun = ids.every((id) => id.startsWith(MARK)) && within.length + this.outward.length === distinct.length;
    this.odd = begun && !pieces.some((piece) => piece.includes(MARK) || piece.includes(BETWEEN)) ? undefined : pieces;
  }

  /** The ids without prefix. */
  ids(): readonly string[] {
    return this.size === 0 ? [] : this.#text.split(BETWEEN);
  }

  /** Whether it has an id on a page that inserts `as`. */
  has(id: string, as: string): boolean {
    if (!id.startsWith(as)) return false;
    const number = numbered(id.slice(as.length));
    return this.#ids[partitionPoint(this.size, (at) => (this.#ids[at] ?? number) < number)] === number;
  }
}

/** A part on one page. */
export interface PartOccurrence {
  readonly links: PartLinks;
  readonly as: string;
}

/** Ids that two parts of a page both have. */
function inBoth(one: PartOccurrence, other: PartOccurrence): string[] {
  const [small, large] = one.links.size < other.links.size ? [one, other] : [other, one];
  return small.links
    .ids()
    .map((id) => small.as + id)
    .filter((id) => large.links.has(id, large.as));
}

/** The parts of one page by the prefix of their ids, because a page may have thousands. */
export class PageParts {
  readonly #byBeginning = new Map<string, PartOccurrence[]>();
  readonly #lengths: readonly number[];

  constructor(parts: readonly PartOccurrence[]) {
    for (const part of parts) {
      const same = this.#byBeginning.get(part.as);
      if (same) same.push(part);
      else this.#byBeginning.set(part.as, [part]);
    }
    this.#lengths = [...new Set(parts.map(({ as }) => as.length))];
  }

  has(id: string): boolean {
    return this.#lengths.some((length) => this.#at(id.slice(0, length)).some(({ links, as }) => links.has(id, as)));
  }

  /** Ids that occur twice in a part, or in two parts. */
  doubled(): string[] {
    return [...this.#byBeginning.values()].flatMap((parts) =>
      parts.flatMap((part, at) => [
        ...part.links.doubled.map((id) => part.as + id),
        ...[...parts.slice(0, at), ...this.#shorter(part.as)].flatMap((other) => inBoth(part, other)),
      ]),
    );
  }

  #at(beginning: string): readonly PartOccurrence[] {
    return this.#byBeginning.get(beginning) ?? [];
  }

  /** Parts whose prefix is the beginning of a longer one, so that their ids could be the same. */
  #shorter(beginning: string): PartOccurrence[] {
    return this.#lengths.filter((length) => length < beginning.length).flatMap((length) => this.#at(beginning.slice(0, length)));
  }
}
