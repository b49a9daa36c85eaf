import type { Child } from "./schema-children.ts";
import { MANY } from "./schema-children.ts";
import type { TreeContext } from "./schema-tree-context.ts";

/** "3 properties", "1 choice"; empty for none. */
function counted({ words }: TreeContext, children: readonly Child[], kind: "property" | "choice"): string[] {
  const count = children.filter((child) => child.kind === kind).length;
  if (count === 0) return [];
  if (kind === "property") return [words("schema.show.properties", { count })];
  return [words("schema.show.choices", { count })];
}

/** A summary of folded children: "3 properties · 2 choices", "each item", "4 parts". */
export function summaryOf(context: TreeContext, children: readonly Child[]): string {
  const { words } = context;
  const [only] = children;
  if (children.length === 1 && only?.kind !== "property" && typeof only?.label === "string") return only.label;
  const said = [...counted(context, children, "property"), ...counted(context, children, "choice")];
  const count = children.filter((child) => child.kind !== "property" && child.kind !== "choice").length;
  if (count > 0 && said.length > 0) said.push(words("schema.value.more", { count }));
  else if (count > 0) said.push(words("schema.show.details", { count }));
  return said.join(words("schema.separator"));
}

/** Summaries of long lists of children, kept by the index where they start. */
function noRests(): Map<number, string> {
  return new Map();
}

/** The summary of the children from an index on. */
export function restSummary(context: TreeContext, children: readonly Child[], from: number): string {
  if (children.length < MANY) return summaryOf(context, children.slice(from));
  const known = context.memo.of(noRests, children);
  let summary = known.get(from);
  if (summary === undefined) known.set(from, (summary = summaryOf(context, children.slice(from))));
  return summary;
}
