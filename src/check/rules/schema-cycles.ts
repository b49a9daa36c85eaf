import { problem } from "#diagnostics";
import type { Schema } from "#schema";
import type { Rule } from "../rule.ts";

/** The schemas that judge the very same value: no property or item lies between. */
function sameValue(schema: Schema): Schema[] {
  const single = [schema.not, schema.if, schema.then, schema.else].filter((each) => each !== undefined);
  return [...schema.allOf, ...schema.oneOf, ...schema.anyOf, ...single];
}

interface Frame {
  readonly schema: Schema;
  readonly rest: Schema[];
}

/** Depth-first from one schema; a schema met while it is still open closes a cycle. `done` is shared, so that the whole walk is linear. */
function cyclesFrom(root: Schema, done: Set<Schema>): Schema[][] {
  const cycles: Schema[][] = [];
  const open = new Set<Schema>([root]);
  const stack: Frame[] = [{ schema: root, rest: sameValue(root) }];
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    const next = frame.rest.shift();
    if (!next) {
      open.delete(frame.schema);
      done.add(frame.schema);
      stack.pop();
    } else if (open.has(next)) {
      const path = stack.map(({ schema }) => schema);
      cycles.push(path.slice(path.indexOf(next)));
    } else if (!done.has(next)) {
      open.add(next);
      stack.push({ schema: next, rest: sameValue(next) });
    }
  }
  return cycles;
}

function nameOf(schema: Schema): string {
  return schema.named?.id ?? schema.name ?? schema.title?.value ?? "(without a name)";
}

/** A schema that contains itself with nothing between: no value can ever be judged by it. */
export const schemaCycles: Rule = {
  codes: ["schema/cycle"],
  check({ allSchemas, report }) {
    const done = new Set<Schema>();
    for (const schema of allSchemas()) {
      if (done.has(schema)) continue;
      for (const cycle of cyclesFrom(schema, done)) {
        const [first] = cycle;
        if (!first) continue;
        const chain = [...cycle, first].map(nameOf).join(" → ");
        const related = cycle.slice(1).map(({ node }) => ({ message: "The way goes through here.", place: node }));
        report(problem("schema/cycle", first.node, { chain, related, hint: "Put a property or an item between, or remove the branch." }));
      }
    }
  },
};
