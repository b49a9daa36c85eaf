import type { Child } from "./schema-children.ts";
import { childrenOf } from "./schema-children.ts";
import type { EffectiveSchema } from "./schema-effective.ts";
import { effective } from "./schema-effective.ts";
import { rowFace } from "./schema-row.ts";
import { summaryOf } from "./schema-summary.ts";
import type { TreeContext } from "./schema-tree-context.ts";

const containers = ["array", "repeated", "map"];

/** The only child of a container: the items of an array or the values of a map. `undefined` for other schemas. */
function itemsOf([child]: readonly Child[], { merged }: EffectiveSchema): Child | undefined {
  if (child?.schemas.length !== 1 || !merged.types.some((type) => containers.includes(type))) return undefined;
  return child.step === "[]" || (child.step === "{*}" && merged.types.includes("map")) ? child : undefined;
}

/** Whether a row says nothing but type and name. */
function saysTypeOnly(context: TreeContext, row: EffectiveSchema): boolean {
  const face = rowFace(context, { child: undefined, row, id: "", path: "", anchor: () => undefined });
  const lists = [face.descriptions, face.facts, face.values, face.notes, face.others, face.docs, face.access];
  const saysMore = lists.some((list) => list.length > 0) || face.parts !== undefined || face.contradictions !== undefined || face.title !== "" || face.deprecated !== "";
  return !saysMore && !row.merged.parts.some((part) => part.schema.format);
}

/**
 * The items of a container, if its type (`array of LineItem`) already says everything about them. They get no row; their children are
 * placed directly below the container.
 */
function skippedItems(context: TreeContext, children: readonly Child[], parent: EffectiveSchema): EffectiveSchema | undefined {
  const child = itemsOf(children, parent);
  if (!child) return undefined;
  const row = effective(child.schemas, context);
  const isNamed = row.own.some((schema) => schema.named ?? schema.name);
  return (row.nullable && isNamed) || !saysTypeOnly(context, row) ? undefined : row;
}

/** What goes below a row. */
interface Plan {
  readonly children: readonly Child[];
  readonly summary: string;
  /** The only child, if it gets no row because the type says everything about it. Its children take its place. */
  readonly skipped?: { readonly child: Child; readonly items: EffectiveSchema };
}

/** Plans what goes below a row. */
export function planOf(context: TreeContext, made: EffectiveSchema): Plan {
  const children = childrenOf(context, made);
  context.look(children.length);
  const items = skippedItems(context, children, made);
  const [child] = children;
  if (!items || !child) return { children, summary: summaryOf(context, children) };
  const inner = childrenOf(context, items);
  if (children.length > 1) {
    const kept = inner.length > 0 ? children : children.slice(1);
    return { children: kept, summary: summaryOf(context, kept) };
  }
  const key = child.step === "[]" ? "schema.show.eachItem" : "schema.show.eachValue";
  return { children: inner, summary: context.words(key, { what: summaryOf(context, inner) }), skipped: { child, items } };
}
