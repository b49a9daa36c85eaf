import type { BindingKind, FieldRule, ObjectTable, Requirement, Shape } from "../shape.ts";

/**
 * How a change of a binding's field breaks.
 * - `any`: every other value. `lower`, `raise`: a lower or higher number. `less`, `more`: a removed item or a switch turned off, or an
 * added item or a switch turned on.
 * - `schema`: the values of a message, compared like its payload. `headers`: the same, but absent means no headers. `filled`: values
 * that others fill in.
 * - `unclear`: it may break, which is unknown. `harmless`: it breaks nobody. `words`: programs do not read it.
 */
type BindingEffect = "any" | "lower" | "raise" | "less" | "more" | "schema" | "headers" | "filled" | "unclear" | "harmless" | "words";

/** Who is affected. `other` means the other side of the operation: receivers of what the application sends, senders of what it receives. */
type BindingReader = "senders" | "receivers" | "other" | "all";

/** Lines of which one must hold. A path without a value counts as empty. */
export type AddressCondition = readonly { readonly path: string; readonly is: string }[];

/**
 * `name`: the field is the address, in place of the channel's. `space`: the address counts only within it, as a routing key does within
 * its exchange.
 */
interface AddressMark {
  readonly name?: true | AddressCondition;
  readonly space?: true | AddressCondition;
}

/** A field of a binding, with a description for readers and the meaning of its value. */
export interface BindingField extends FieldRule {
  readonly description: string;
  readonly required?: false | Requirement;
  /** What a number counts, such as `seconds`. */
  readonly unit?: string;
  /**
   * What a change of the field breaks, and for whom. Without it, the fields of its object are compared one by one; a field in an object
   * that has an effect is compared with that object.
   */
  readonly effect?: { readonly breaks: BindingEffect; readonly who: BindingReader };
  /** Who must know the value to connect: both sides, whoever receives, or the application alone. */
  readonly needed?: "all" | "receivers" | "application";
  /** What the field says of the address that messages go to. */
  readonly address?: AddressMark;
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

type BindingFieldOptions = Partial<
  Pick<BindingField, "needed" | "address" | "unit" | "default" | "since" | "until" | "required" | "deprecated">
>;

/** One field of a binding. Without a reader, a change affects all; that of a schema affects the other side. */
export function row(
  shape: Shape,
  description: string,
  effect: BindingEffect | readonly [BindingEffect, BindingReader],
  more: BindingFieldOptions = {},
): BindingField {
  const usual: BindingReader = effect === "schema" || effect === "headers" || effect === "filled" ? "other" : "all";
  const [breaks, who] = typeof effect === "string" ? ([effect, usual] as const) : effect;
  return { shape, description, effect: { breaks, who }, ...more };
}

/** A field without an effect of its own: an object whose fields have one, or a field of an object that has one. */
export function inner(shape: Shape, description: string, more: BindingFieldOptions = {}): BindingField {
  return { shape, description, ...more };
}

/** An object inside a binding. */
export function inline(title: string, fields: BindingFields, open?: "open"): Shape {
  const table: ObjectTable = { title, extensible: true, fields };
  return { kind: "inline", table: open ? { ...table, others: { shape: { kind: "any" } } } : table };
}
