import type { Related } from "#text";
import { problem, MOST_LISTED } from "#text";
import type { SchemaPlace, Schemas } from "#schema";
import type { Rule } from "../rule.ts";

interface CycleFrame {
  readonly place: SchemaPlace;
  /** The schemas that apply to the same value, and the index of the next one. */
  readonly below: readonly SchemaPlace[];
  next: number;
}

interface CycleSearch {
  readonly schemas: Schemas;
  /** Finished schemas. All walks share them, so together they take linear time. */
  readonly done: Set<SchemaPlace>;
}

/** The paths from a schema back to itself. */
interface Cycle {
  /** The schemas of the first path, starting with the schema itself; at most {@link MOST_LISTED}. */
  readonly way: readonly SchemaPlace[];
  readonly length: number;
  /** The schemas from which further paths lead back. */
  readonly others: SchemaPlace[];
}

/**
 * Searches depth-first from one schema. A schema met again while still on the stack closes a cycle. All paths back to one schema count
 * as one cycle.
 */
function cyclesFrom(root: SchemaPlace, { schemas, done }: CycleSearch): Iterable<Cycle> {
  const cycles = new Map<SchemaPlace, Cycle>();
  /** The schemas on the stack, by depth. */
  const open = new Map([[root, 0]]);
  const stack: CycleFrame[] = [{ place: root, below: schemas.ofSameValue(root), next: 0 }];
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    const next = frame.below[frame.next];
    frame.next += 1;
    const depth = next && open.get(next);
    if (!next) {
      open.delete(frame.place);
      done.add(frame.place);
      stack.pop();
    } else if (depth !== undefined) {
      const known = cycles.get(next);
      if (known) known.others.push(frame.place);
      else {
        const way = stack.slice(depth, depth + MOST_LISTED).map(({ place }) => place);
        cycles.set(next, { way, length: stack.length - depth, others: [] });
      }
    } else if (!done.has(next)) {
      open.set(next, stack.length);
      stack.push({ place: next, below: schemas.ofSameValue(next), next: 0 });
    }
  }
  return cycles.values();
}

function nameOf({ schema }: SchemaPlace): string {
  return schema.named?.id ?? schema.name ?? schema.title?.value ?? "(without a name)";
}

function chainOf({ way, length, others }: Cycle): string {
  const more = length - way.length;
  const names = [...way.map(nameOf), ...(more > 0 ? [`${more} more`] : []), ...way.slice(0, 1).map(nameOf)].join(" → ");
  return others.length === 0 ? names : `${names}, and ${others.length} more ${others.length === 1 ? "way" : "ways"} back`;
}

function relatedTo({ way, others }: Cycle): Related[] {
  return [
    ...way.slice(1).map(({ node }) => ({ message: "the way goes through here", place: node })),
    ...others.slice(0, MOST_LISTED).map(({ node }) => ({ message: "another way leads back from here", place: node })),
  ];
}

/** Reports a schema that contains itself directly, so that no value could ever be validated against it. */
export const schemaCycles: Rule = {
  codes: ["schema/cycle"],
  check({ schemas, report }) {
    const walk: CycleSearch = { schemas, done: new Set() };
    const hint = "Put a property or an item between, or remove the branch.";
    for (const place of schemas.all()) {
      if (walk.done.has(place)) continue;
      for (const cycle of cyclesFrom(place, walk)) {
        const [first] = cycle.way;
        if (first) report(problem("schema/cycle", first.node, { chain: chainOf(cycle), related: relatedTo(cycle), hint }));
      }
    }
  },
};
