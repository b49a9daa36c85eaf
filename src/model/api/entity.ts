import type { MapNode, Node, StringNode } from "#text";

/** A field shown as written: an `x-` extension, one the format does not know, or one whose value could not be read. */
export interface NamedValue {
  readonly key: string;
  readonly value: Node;
  /** Whether the format has the field, and only its value could not be read. */
  readonly unread?: boolean;
}

/** What every described thing has. Markdown stays a node, so that a problem inside it can be placed. */
export interface DescribedObject {
  /** The object as written (of the referenced object where it stood behind a reference); with traits, the merged one. */
  readonly node: Node;
  readonly description?: StringNode;
  /** `x-…` fields, in document order. */
  readonly extensions: readonly NamedValue[];
  /** Fields that the tables of the format list and that the model has no place for: shown under their own names. */
  readonly plainFields?: readonly NamedValue[];
  /** Fields that this version of the format does not know, or whose values could not be read: reported, and still shown. */
  readonly otherFields: readonly NamedValue[];
}

/** A thing with a name of its own: it has a page or a section, and others link to it. */
export interface Entity extends DescribedObject {
  readonly kind: EntityKind;
  /** Unique within its kind: the outward identity (see the manifest contract). */
  readonly id: string;
  /** What a reader calls it: title, else summary-free name, else id. Never empty. */
  readonly title: string;
  readonly summary?: StringNode;
  readonly tags: readonly TagUse[];
  readonly externalDocs?: ExternalDocs;
  readonly deprecated: boolean;
}

export type EntityKind = "server" | "channel" | "operation" | "message" | "schema" | "security-scheme" | "tag";

export interface ExternalDocs extends DescribedObject {
  readonly url?: StringNode;
}

/** A tag where it is used. `tag` is the one entity for all uses of the name. */
export interface TagUse extends DescribedObject {
  readonly name: string;
  readonly externalDocs?: ExternalDocs;
  readonly tag: Tag;
}

export interface Tag extends Entity {
  readonly kind: "tag";
  /** Everything that carries the tag, in document order; the application itself is `"api"`. */
  readonly taggedBy: readonly (Entity | "api")[];
  /** Whether the document lists it at its root (2.x) or in `info` (3.x). */
  readonly declared: boolean;
  /** What uses of it say that the tag itself does not, each text once. */
  readonly alsoSaid: readonly (DescribedObject & Pick<TagUse, "externalDocs">)[];
}

/** What one trait gave to the object that it was merged into. */
export interface TraitUse {
  readonly node: MapNode;
  /** Its key in the components, where it has one. */
  readonly name?: string;
  /** The top-level fields of the result that come from this trait, wholly or in part, in its order. */
  readonly gave: readonly string[];
  /** What stood in the object before: each field at the first trait that replaced or removed it. */
  readonly replaced: readonly NamedValue[];
}

/** The bindings of one protocol. Unknown protocols are kept: `known` says whether the format lists the key. */
export interface Binding {
  readonly kind: "server" | "channel" | "operation" | "message";
  /** The canonical key (`kafka`), whatever the spelling. */
  readonly protocol: string;
  readonly key: string;
  readonly known: boolean;
  /** The binding object, references followed. */
  readonly node: Node;
  /** `bindingVersion` as written. */
  readonly version?: StringNode;
}

/** The correlation id of a message. */
export interface CorrelationId extends DescribedObject {
  readonly location?: StringNode;
  readonly name?: string;
}
