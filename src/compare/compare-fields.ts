import type { SchemaSource } from "#model";
import type { Comparison, FieldChange } from "./comparison.ts";
import { fieldsOf } from "./schema-fields.ts";

/** A part of a message in both versions. */
interface PartPair extends Pick<FieldChange, "message" | "part"> {
  readonly old: SchemaSource;
  readonly new: SchemaSource;
}

/** The paths that have fields below them. */
function parentsOf(paths: Iterable<string>): ReadonlySet<string> {
  const parents = new Set<string>();
  for (const path of paths)
    for (let end = path.lastIndexOf("/"); end > 0 && !parents.has(path.slice(0, end)); end = path.lastIndexOf("/", end - 1))
      parents.add(path.slice(0, end));
  return parents;
}

/**
 * Notes which fields of a message are new and which were changed. A field with fields of its own only counts as changed if it became
 * required or optional: the others tell for themselves.
 */
export function compareFields({ message, part, old, new: now }: PartPair, comparison: Comparison): void {
  if (comparison.areSame(old.node, now.node)) return;
  const [before, after] = [fieldsOf(comparison.old.schemas.of(old)), fieldsOf(comparison.new.schemas.of(now))];
  const parents = parentsOf([...before.keys(), ...after.keys()]);
  for (const [path, { pointer, place, schema, required }] of after) {
    const earlier = before.get(path);
    const change = { message, part, path: pointer, place };
    if (!earlier) comparison.fields.push({ ...change, what: "added" });
    else if (earlier.required !== required || (!parents.has(path) && !comparison.areSameSchemas(earlier.schema.node, schema.node)))
      comparison.fields.push({ ...change, what: "changed" });
  }
}
