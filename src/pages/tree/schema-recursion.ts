import type { Schema } from "#schema";

/** A row's schemas and those of all rows above it, used to find recursion. */
export interface Ancestors {
  readonly own: readonly Schema[];
  readonly id: string;
  /** The path of the row, by which a schema without a name is called. */
  readonly path: string;
  /** The page that the row is on. */
  readonly page: string;
  /** Whether the schemas are those of an array's items, which have no row of their own. `id` is then the array's. */
  readonly isItem?: boolean;
  readonly above: Ancestors | undefined;
}

/** The nearest row above with one of these schemas. */
export function sameAbove(own: readonly Schema[], ancestors: Ancestors | undefined): { schema: Schema; at: Ancestors } | undefined {
  for (let each = ancestors; each; each = each.above) {
    const at = each;
    const schema = own.find((one) => at.own.includes(one));
    if (schema) return { schema, at };
  }
  return undefined;
}

/** How often a schema is expanded in one tree; further places link to it. */
const MOST_OPENINGS = 3;

/** The schemas that a tree has expanded, with the first place of each. */
export class OpenedSchemas {
  readonly #known = new Map<Schema, { times: number; readonly id: string; readonly text: string }>();

  /** Counts one expansion. */
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
