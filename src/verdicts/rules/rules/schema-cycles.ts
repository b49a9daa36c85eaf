import type { Related } from "#text";
import { problem } from "#text";
import type { SchemaPlace, Schemas } from "#schema";
import type { Rule } from "../rule.ts";

interface CycleFrame {
  readonly place: SchemaPlace;
  /** Schemas that judge the very same value, and which of them is next. */
  readonly below: readonly SchemaPlace[];
  next: number;
}

interface CycleSearch {
  readonly schemas: Schemas;
  /** What was left; shared by all walks, so that together they are linear. */
  readonly done: Set<SchemaPlace>;
}

/** Schemas that a problem names at most; a cycle may be as long as the document. */
const MOST = 20;

/** The ways from a schema back to itself. */
interface Cycle {
  /** The schemas of the first way, beginning with the schema itself; at most {@link MOST}. */
  readonly way: readonly SchemaPlace[];
  readonly length: number;
  /** The schemas from which further ways lead back. */
  readonly others: SchemaPlace[];
}

/** Depth-first from one schema. A schema met while it is still open closes a cycle; all ways back to one schema are one cycle. */
function cyclesFrom(root: SchemaPlace, { schemas, done }: CycleSearch): Iterable<Cycle> {
  const cycles = new Map<SchemaPlace, Cycle>();
  /** Open schemas by their depth in the stack. */
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
        const way = stack.slice(depth, depth + MOST).map(({ place }) => place);
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
    ...others.slice(0, MOST).map(({ node }) => ({ message: "another way leads back from here", place: node })),
  ];
}

/** A schema that contains itself with nothing between: no value can ever be judged by it. */
export const schemaCycles: Rule = {
  codes: ["schema/cycle"],
  check({ schemas, allSchemas, report }) {
    const walk: CycleSearch = { schemas, done: new Set() };
    const hint = "Put a property or an item between, or remove the branch.";
    for (const place of allSchemas()) {
      if (walk.done.has(place)) continue;
      for (const cycle of cyclesFrom(place, walk)) {
        const [first] = cycle.way;
        if (first) report(problem("schema/cycle", first.node, { chain: chainOf(cycle), related: relatedTo(cycle), hint }));
      }
    }
  },
};
