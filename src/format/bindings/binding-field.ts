import type { BindingKind, FieldRule, ObjectTable, Requirement, Shape } from "../shape.ts";

/** A field of a binding, with a description for readers and the meaning of its value. */
export interface BindingField extends FieldRule {
  readonly description: string;
  readonly required?: false | Requirement;
  /** What a number counts, such as `seconds`. */
  readonly unit?: string;
  /** The value of an absent field. */
  readonly default?: string | number | boolean;
  /** The first version of the binding that has it; the very first by default. */
  readonly since?: string;
  /** The first version of the binding that no longer has it. */
  readonly until?: string;
}

/** The bindings of one kind for one protocol, in one version of the binding. */
export interface BindingTable extends ObjectTable {
  readonly protocol: string;
  readonly kind: BindingKind;
  /** The version of the binding; the newest if the document names none or an unknown one. */
  readonly version: string;
  readonly fields: Readonly<Record<string, BindingField>>;
  /** The URL of its public description. */
  readonly documentation: string;
}

export type BindingFields = Readonly<Record<string, BindingField>>;

/** The bindings of one protocol in all versions. A kind without fields is reserved. */
export interface BindingSource {
  /** Oldest first. */
  readonly versions: readonly string[];
  /** Its folder in the public repository of bindings. */
  readonly folder: string;
  readonly server?: BindingFields;
  readonly channel?: BindingFields;
  readonly operation?: BindingFields;
  readonly message?: BindingFields;
}

type BindingFieldOptions = Partial<Pick<BindingField, "unit" | "default" | "since" | "until" | "required" | "deprecated">>;

/** One field of a binding. */
export function row(shape: Shape, description: string, more: BindingFieldOptions = {}): BindingField {
  return { shape, description, ...more };
}

/** An object inside a binding. */
export function inline(title: string, fields: BindingFields, open?: "open"): Shape {
  const table: ObjectTable = { title, extensible: true, fields };
  return { kind: "inline", table: open ? { ...table, others: { shape: { kind: "any" } } } : table };
}
