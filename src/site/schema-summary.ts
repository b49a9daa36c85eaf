import type { Child } from "./schema-children.ts";
import type { TreeContext } from "./schema-tree-context.ts";

/** What a fold holds, in words: "3 properties", "each item", "2 choices". */
export function summaryOf({ words }: TreeContext, children: readonly Child[]): string {
  const count = children.length;
  const [only] = children;
  const kinds = new Set(children.map((child) => child.kind));
  const kind = kinds.size === 1 ? only?.kind : undefined;
  if (kind === "property") return count === 1 ? words("schema.show.property") : words("schema.show.properties", { count });
  if (kind === "choice" && count > 1) return words("schema.show.choices", { count });
  if (count === 1 && typeof only?.label === "string") return only.label;
  return count === 1 ? words("schema.show.detail") : words("schema.show.details", { count });
}
