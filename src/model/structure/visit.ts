import type { BindingTable, Dialect, ObjectName, TraversalContext, Shape } from "#format";
import type { Entry, MapNode, Memo, Node, Place, Report } from "#text";
import { quoted } from "./phrases.ts";

/** Which rules the values here belong to: the format's own objects, a schema's keywords, or a protocol's binding. */
export type Realm = { readonly kind: "object" } | { readonly kind: "schema" } | { readonly kind: "binding"; readonly table: BindingTable };

/** A name as it is said, the key of a field, or an item of what has such a name. */
export type Label = string | Entry | { readonly itemOf: Label };

/** A label in words: a field in quotes, or an item of one, however deep. */
export function said(label: Label): string {
  if (typeof label === "string") return label;
  if ("key" in label) return quoted(label.key);
  let of = label.itemOf;
  while (typeof of !== "string" && "itemOf" in of) of = of.itemOf;
  return `An item of ${said(of)}`;
}

/** One value to check. */
export interface ValueVisit {
  readonly node: Node;
  readonly shape: Shape;
  /** The key it stands under; items of lists and targets of references have none. */
  readonly entry?: Entry;
  /** The name of the value in messages. */
  readonly label: Label;
  readonly realm: Realm;
  /** Set if the value is the target of a reference. Its kind was checked at the reference. */
  readonly referred?: true;
}

/** The state that all checks share. */
export interface CheckContext {
  readonly reading: TraversalContext;
  readonly dialect: Dialect;
  readonly report: Report;
  /** What is found out once for each table. */
  readonly memo: Memo;
  /** The key that a map stands under, or where its file starts: where a missing field is reported. */
  placeOf(node: MapNode, entry: Entry | undefined): Place;
  /** Whether an earlier run found no problem in a value and all that it refers to. */
  readonly spares?: ((node: Node) => boolean) | undefined;
}

/** The object that a visit is at, where the format has a name for it. */
export function objectName(shape: Shape): ObjectName | undefined {
  return shape.kind === "object" ? shape.object : undefined;
}
