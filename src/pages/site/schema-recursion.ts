import type { Schema } from "#schema";

/** The schemas from the root down to a row, so that recursion is met as such. */
export interface Ancestors {
  readonly own: readonly Schema[];
  readonly id: string;
  /** The page that the row is on. */
  readonly page: string;
  /** Whether the schemas are those of a list's items, which have no row of their own: theirs is the list's. */
  readonly isItem?: boolean;
  readonly above: Ancestors | undefined;
}

/** The nearest row above that stands for one of these schemas. */
export function sameAbove(own: readonly Schema[], ancestors: Ancestors | undefined): { schema: Schema; at: Ancestors } | undefined {
  for (let each = ancestors; each; each = each.above) {
    const at = each;
    const schema = own.find((one) => at.own.includes(one));
    if (schema) return { schema, at };
  }
  return undefined;
}

/** How often a schema opens in one tree; further places link. */
const MOST_OPENINGS = 3;

/** Which schemas a tree has opened, and where each first was. */
export class OpenedSchemas {
  readonly #known = new Map<Schema, { times: number; readonly id: string; readonly text: string }>();

  /** Counts one opening. */
  note(schema: Schema, at: { id: string; text: string }): void {
    const known = this.#known.get(schema);
    if (known) known.times += 1;
    else this.#known.set(schema, { times: 1, ...at });
  }

  first(schema: Schema): { readonly id: string; readonly text: string } | undefined {
    return this.#known.get(schema);
  }

  isOften(schema: Schema): boolean {
    return (this.#known.get(schema)?.times ?? 0) >= MOST_OPENINGS;
  }
}
