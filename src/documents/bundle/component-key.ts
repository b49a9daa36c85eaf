import type { ObjectName, Shape, Tables } from "#format";
import type { Node } from "#text";
import { keyElsewhere } from "../references/index.ts";

function holds(shape: Shape, object: ObjectName): boolean {
  if (shape.kind === "either") return shape.of.some((each) => holds(each, object));
  return shape.kind === "object" && shape.object === object;
}

/** The field of the Components Object whose values may be such an object; some have none, such as a single binding or an Avro schema. */
export function groupFor(object: ObjectName, tables: Tables): string | undefined {
  const { fields } = tables.object("Components");
  return Object.keys(fields).find((name) => {
    const shape = fields[name]?.shape;
    return shape?.kind === "map" && holds(shape.values, object);
  });
}

/** What to call a value of another file: what it goes by there, in letters that every key may have. */
export function nameOf(target: Node, root: Node | undefined): string {
  return keyElsewhere(target, root).replace(/[^A-Za-z0-9._-]+/g, "_") || "_";
}

/** Gives names that are free: the name itself, else the first of `_2`, `_3` …. */
export class Names {
  private readonly taken: Set<string>;
  private readonly counts = new Map<string, number>();

  constructor(taken: Iterable<string>) {
    this.taken = new Set(taken);
  }

  free(name: string): string {
    let free = name;
    let count = this.counts.get(name) ?? 1;
    while (this.taken.has(free)) free = `${name}_${(count += 1)}`;
    this.counts.set(name, count);
    this.taken.add(free);
    return free;
  }
}
