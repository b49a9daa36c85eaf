import type { BindingKind, Field, ObjectTable, Shape } from "../shape.ts";

/** What a binding's field is, for people: a sentence, and how its value is to be read. */
export interface BindingField extends Field {
  readonly description: string;
  /** What a number counts, such as `seconds`. */
  readonly unit?: string;
  /** What an absent field means. */
  readonly default?: string | number | boolean;
  /** The first binding version that has it; without, the first of all. */
  readonly since?: string;
  /** The first binding version that no longer has it. */
  readonly until?: string;
}

/** The object of one protocol in one place, in one binding version. */
export interface BindingTable extends ObjectTable {
  readonly protocol: string;
  readonly kind: BindingKind;
  /** The version of the binding that this is: the newest, where the document names none or one that is not known. */
  readonly version: string;
  readonly fields: Readonly<Record<string, BindingField>>;
  /** Where the binding is described. */
  readonly documentation: string;
}

export type BindingFields = Readonly<Record<string, BindingField>>;

/** One protocol's bindings in all versions; a place without fields is reserved. */
export interface BindingSource {
  /** Oldest first. */
  readonly versions: readonly string[];
  /** The folder of the public bindings repository that describes it. */
  readonly folder: string;
  readonly server?: BindingFields;
  readonly channel?: BindingFields;
  readonly operation?: BindingFields;
  readonly message?: BindingFields;
}

type More = Partial<Pick<BindingField, "unit" | "default" | "since" | "until" | "required" | "deprecated">>;

/** A row of a binding. */
export function row(shape: Shape, description: string, more: More = {}): BindingField {
  return { shape, description, ...more };
}

/** An object inside a binding. */
export function inline(title: string, fields: BindingFields, open?: "open"): Shape {
  const table: ObjectTable = { title, extensible: true, fields };
  return { kind: "inline", table: open ? { ...table, others: { shape: { kind: "any" } } } : table };
}
