import { problem } from "#diagnostics";
import type { SchemaPlace, Schemas } from "#schema";
import type { Rule } from "../rule.ts";

interface Frame {
  readonly place: SchemaPlace;
  /** Schemas that judge the very same value, and which of them is next. */
  readonly below: readonly SchemaPlace[];
  next: number;
}

interface Walk {
  readonly schemas: Schemas;
  /** What was left; shared by all walks, so that together they are linear. */
  readonly done: Set<SchemaPlace>;
}

/** Depth-first from one schema; a schema met while it is still open closes a cycle. */
function cyclesFrom(root: SchemaPlace, { schemas, done }: Walk): SchemaPlace[][] {
  const cycles: SchemaPlace[][] = [];
  const open = new Set<SchemaPlace>([root]);
  const stack: Frame[] = [{ place: root, below: schemas.ofSameValue(root), next: 0 }];
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    const next = frame.below[frame.next];
    frame.next += 1;
    if (!next) {
      open.delete(frame.place);
      done.add(frame.place);
      stack.pop();
    } else if (open.has(next)) {
      const path = stack.map(({ place }) => place);
      cycles.push(path.slice(path.indexOf(next)));
    } else if (!done.has(next)) {
      open.add(next);
      stack.push({ place: next, below: schemas.ofSameValue(next), next: 0 });
    }
  }
  return cycles;
}

function nameOf({ schema }: SchemaPlace): string {
  return schema.named?.id ?? schema.name ?? schema.title?.value ?? "(without a name)";
}

/** A schema that contains itself with nothing between: no value can ever be judged by it. */
export const schemaCycles: Rule = {
  codes: ["schema/cycle"],
  check({ schemas, allSchemas, report }) {
    const walk: Walk = { schemas, done: new Set() };
    for (const place of allSchemas()) {
      if (walk.done.has(place)) continue;
      for (const cycle of cyclesFrom(place, walk)) {
        const [first] = cycle;
        if (!first) continue;
        const chain = [...cycle, first].map(nameOf).join(" → ");
        const related = cycle.slice(1).map(({ node }) => ({ message: "the way goes through here", place: node }));
        report(problem("schema/cycle", first.node, { chain, related, hint: "Put a property or an item between, or remove the branch." }));
      }
    }
  },
};
