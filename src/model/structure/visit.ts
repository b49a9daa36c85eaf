import type { BindingTable, Dialect, ObjectName, TraversalContext, Shape } from "#format";
import type { Entry, MapNode, Memo, Node, Place, DiagnosticReporter } from "#text";
import type { Habit } from "./habits.ts";
import { quoted } from "./phrases.ts";

/** The kind of rules for a value: those of the format's objects, of schema keywords, or of a protocol's binding. */
export type Realm = { readonly kind: "object" } | { readonly kind: "schema" } | { readonly kind: "binding"; readonly table: BindingTable };

/** The name of a value in messages: a text, the key of a field, or an item of something named. */
export type Label = string | Entry | { readonly itemOf: Label };

/** A label in words: a field in quotes, or an item of one, at any depth. */
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
  /** The entry with its key. List items and targets of references have none. */
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
  readonly report: DiagnosticReporter;
  /** The tools whose habits the document has. */
  readonly habits: readonly Habit[];
  /** Values that are computed once for each table. */
  readonly memo: Memo;
  /** The place at which a missing field is reported: the key of a map, or the start of its file. */
  placeOf(node: MapNode, entry: Entry | undefined): Place;
}

/** The object type of a shape, if the format has a name for it. */
export function objectName(shape: Shape): ObjectName | undefined {
  return shape.kind === "object" ? shape.object : undefined;
}
