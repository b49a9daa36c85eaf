import { counted } from "#text";

/** Why a site is not made to its end: it would have far more to say than its documents. */
export class SiteTooLargeError extends Error {
  /** The most that there may be of it. */
  readonly most: number;
  readonly unit: "character" | "look";

  constructor(most: number, unit: "character" | "look" = "character") {
    super(`The site takes more than ${counted(most, unit)}.`);
    this.name = "SiteTooLargeError";
    this.most = most;
    this.unit = unit;
  }
}

/** Whether a text would have been longer than texts can be. */
function isOfLength(error: unknown): boolean {
  return error instanceof RangeError && error.message === "Invalid string length";
}

/** What it costs to look at one name, branch or row, in characters that are printed meanwhile. */
const CHARACTERS_A_LOOK = 50;

/**
 * Counts what has been made of a site, and what was looked at for it, and ends the making of one that has no end worth waiting for: one
 * large thing that thousands use is looked at for each of them, though only the beginning of it may be shown.
 */
export class SiteBudget {
  #most = Infinity;
  #left = Infinity;
  #looks = Infinity;

  constructor(most = Infinity) {
    this.limit(most);
  }

  /** How many characters there may be from now on. Any number where it is not said. */
  limit(most: number): void {
    this.#most = most;
    this.#left = most;
    this.#looks = most / CHARACTERS_A_LOOK;
  }

  /** Counts names, branches and rows of schemas that are gone through. */
  look(count: number): void {
    this.#looks -= count;
    if (this.#looks < 0) throw new SiteTooLargeError(this.#most / CHARACTERS_A_LOOK, "look");
  }

  /** Counts a text as soon as it is made, before it is looked at or kept. */
  take({ length }: string): void {
    this.#left -= length;
    if (this.#left < 0) throw new SiteTooLargeError(this.#most);
  }

  /** Makes something; a text in it that is longer than any can be is too large as well. */
  make<T>(of: () => T): T {
    try {
      return of();
    } catch (error) {
      throw isOfLength(error) ? new SiteTooLargeError(this.#most) : error;
    }
  }

  /** Files as they are made, each counted; bytes are those of someone's own files. */
  *files<File extends { readonly contents: string | Uint8Array }>(some: Iterable<File>): Generator<File> {
    const files = some[Symbol.iterator]();
    for (;;) {
      const next = this.make(() => files.next());
      if (next.done === true) return;
      if (typeof next.value.contents === "string") this.take(next.value.contents);
      yield next.value;
    }
  }
}
