import type { Entry, MapNode, Node } from "#text";
import { entryOf, itemsOf, valueOf } from "#text";

const BOUNDS = [
  ["exclusiveMinimum", "minimum"],
  ["exclusiveMaximum", "maximum"],
] as const;

function isFlag(node: Node | undefined, value: boolean): boolean {
  return node?.kind === "boolean" && node.value === value;
}

/** Draft 04 says of a bound that it is exclusive; later drafts have a keyword for such a bound. */
function bounds(node: MapNode, entry: Entry): Entry | undefined {
  for (const [exclusive, bound] of BOUNDS) {
    const flag = valueOf(node, exclusive);
    if (entry.key === exclusive && flag?.kind === "boolean") return undefined;
    if (entry.key === bound && isFlag(flag, true)) return { ...entry, key: exclusive };
  }
  return entry;
}

/** OpenAPI 3.0.3: `nullable` adds `null` to a `type` beside it, and has no effect without one. */
function nullable(node: MapNode, entry: Entry): Entry | undefined {
  if (entry.key === "nullable") return undefined;
  if (entry.key !== "type" || !isFlag(entryOf(node, "nullable")?.value, true)) return entry;
  const { value } = entry;
  const types = value.kind === "list" ? itemsOf(value) : [value];
  if (types.some((type) => type.kind === "string" && type.value === "null")) return entry;
  const { file, start, end } = value;
  return { ...entry, value: { kind: "list", file, start, end, items: [...types, { kind: "string", value: "null", file, start, end }] } };
}

/** The entries of a schema of draft 04 or OpenAPI 3.0, in the words of draft 07. */
export function broughtForward(node: MapNode, isOpenapi: boolean): readonly Entry[] {
  return node.entries.flatMap((entry) => {
    const bound = bounds(node, entry);
    const made = bound && isOpenapi ? nullable(node, bound) : bound;
    return made ? [made] : [];
  });
}
