import { counted } from "#text";

/** Thrown when a site would become far larger than its documents. */
export class SiteTooLargeError extends Error {
  /** The limit that was exceeded. */
  readonly most: number;
  readonly unit: "character" | "look";

  constructor(most: number, unit: "character" | "look" = "character") {
    super(`The site takes more than ${counted(most, unit)}.`);
    this.name = "SiteTooLargeError";
    this.most = most;
    this.unit = unit;
  }
}

/** Whether an error means that a string would have exceeded the engine's limit. */
function isOfLength(error: unknown): boolean {
  return error instanceof RangeError && error.message === "Invalid string length";
}

/** The cost of one look at a name, branch or row, as the number of characters that could be printed in that time. */
export const CHARACTERS_A_LOOK = 50;

/**
 * Counts the characters made for a site and the names, branches and rows visited, and ends the making at a limit. Visits count too,
 * because one large thing that thousands use is visited for each of them, although only its beginning is shown.
 */
export class SiteBudget {
  #most = Infinity;
  #left = Infinity;
  #looks = Infinity;

  constructor(most = Infinity) {
    this.limit(most);
  }

  /** Sets how many characters may be made from now on. Exceeding it throws {@link SiteTooLargeError}. Without a call there is no limit. */
  limit(most: number): void {
    this.#most = most;
    this.#left = most;
    this.#looks = most / CHARACTERS_A_LOOK;
  }

  /** Counts names, branches and rows visited. Throws beyond the limit. */
  look(count: number): void {
    this.#looks -= count;
    if (this.#looks < 0) throw new SiteTooLargeError(this.#most / CHARACTERS_A_LOOK, "look");
  }

  /** Counts a text as soon as it is made. Throws beyond the limit. */
  take({ length }: string): void {
    this.#left -= length;
    if (this.#left < 0) throw new SiteTooLargeError(this.#most);
  }

  /** Calls a function, and turns the engine's error for too long a string into {@link SiteTooLargeError}. */
  make<T>(of: () => T): T {
    try {
      return of();
    } catch (error) {
      throw isOfLength(error) ? new SiteTooLargeError(this.#most) : error;
    }
  }

  /** Passes files on and counts the text ones. Binary files are the user's own and do not count. */
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
