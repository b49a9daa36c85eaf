import { partitionPoint } from "#text";
import { EMPTY, hashed, numberOf } from "./hash.ts";
import { scanLinks } from "./scan-links.ts";

/** Stands for what differs from page to page while a part is looked through. */
const MARK = "\u0001";

/** Stands between texts that are put apart. */
const BETWEEN = "\u0002";

/** Texts of their own that keep nothing else in memory, as slices of a part do in V8. One alone is put together with something as well. */
function apart(texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : ["", ...texts].join(BETWEEN).split(BETWEEN).slice(1);
}

const numbered = (id: string): number => numberOf(hashed(EMPTY, id));

/** What a part that pages share offers and asks for, found once. Ids and links within begin with what its pages put in. */
export class PartLinks {
  /** How many ids it has. */
  readonly size: number;
  /** Its ids, without their beginning: by their hashes in order, and as one text. A part may have thousands, and is kept to the end. */
  readonly #ids: Float64Array;
  readonly #text: string;
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

  /** Its ids, without their beginning. */
  ids(): readonly string[] {
    return this.size === 0 ? [] : this.#text.split(BETWEEN);
  }

  /** Whether it has an id on a page. */
  has(id: string, as: string): boolean {
    if (!id.startsWith(as)) return false;
    const number = numbered(id.slice(as.length));
    return this.#ids[partitionPoint(this.size, (at) => (this.#ids[at] ?? number) < number)] === number;
  }
}

/** A part as it stands on one page. */
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

/** The parts of one page by the beginning of their ids: a page may have thousands. */
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

  /** Ids that a part has twice, or that two parts have. */
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

  /** Parts whose ids begin with less than this, and so may be the same. */
  #shorter(beginning: string): PartOccurrence[] {
    return this.#lengths.filter((length) => length < beginning.length).flatMap((length) => this.#at(beginning.slice(0, length)));
  }
}
