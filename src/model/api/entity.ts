/** What all things of the model have in common. */
import type { MapNode, Node, StringNode, TextFile } from "#text";
import { valueOf } from "#text";

/** A field that is shown as written: an `x-` extension, a field unknown to the format, or one whose value could not be read. */
export interface NamedValue {
  readonly key: string;
  readonly value: Node;
  /** Whether the format has the field, but its value could not be read. */
  readonly unread?: boolean;
}

/** The fields that all objects share. `description` stays a node, so that a problem in its Markdown has a place. */
export interface DescribedObject {
  /** The object with references followed and traits merged. */
  readonly node: Node;
  readonly description?: StringNode;
  /** `x-…` fields, in document order. */
  readonly extensions: readonly NamedValue[];
  /** Fields of the format without a property in the model. They are shown under their own names. */
  readonly plainFields?: readonly NamedValue[];
  /** Fields that this version of the format does not have, or whose values could not be read. They are reported, but still shown. */
  readonly otherFields: readonly NamedValue[];
}

/** An object with a page or a section of its own, which others can link to. */
export interface Entity extends DescribedObject {
  readonly kind: EntityKind;
  /** The identity for the outside, unique within its kind (see the manifest contract). */
  readonly id: string;
  /** The name to show: the title, otherwise the name, otherwise the id. Never empty. */
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

/** One use of a tag. `tag` is the same entity for all uses of the name. */
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
  /** Descriptions and links that uses of the tag add to its own, each text once. */
  readonly alsoSaid: readonly (DescribedObject & Pick<TagUse, "externalDocs">)[];
}

/** The fields that one trait contributed to an object. */
export interface TraitUse {
  readonly node: MapNode;
  /** The key of the trait in the components, if it has one. */
  readonly name?: string;
  /** The top-level fields of the result that come from this trait, wholly or in part, in its order. */
  readonly gave: readonly string[];
  /** The object's own fields that this trait replaced or removed. Each field is listed once, at the first such trait. */
  readonly replaced: readonly NamedValue[];
}

/** The bindings of one protocol. Unknown protocols are kept: `known` says whether the format lists the key. */
export interface Binding {
  readonly kind: "server" | "channel" | "operation" | "message";
  /** The canonical key (`kafka`), however it is spelled. */
  readonly protocol: string;
  readonly key: string;
  readonly known: boolean;
  /** The binding object, after following references. */
  readonly node: Node;
  /** `bindingVersion` as written. */
  readonly version?: StringNode;
}

/** The correlation id of a message. */
export interface CorrelationId extends DescribedObject {
  readonly location?: StringNode;
  readonly name?: string;
}

/** `x-displayName` replaces all other names of an object. A blank one is ignored. */
export function displayName(node: Node): StringNode | undefined {
  const name = valueOf(node, "x-displayName");
  return name?.kind === "string" && name.value.trim() !== "" ? name : undefined;
}

/** The name of a file relative to the folder of another file, or its URL. */
export function relativeName(from: TextFile, file: TextFile): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(file.name)) return file.name;
  const here = from.name.split("/").slice(0, -1);
  const there = file.name.split("/");
  let same = 0;
  while (same < here.length && same < there.length - 1 && here[same] === there[same]) same += 1;
  return [...here.slice(same).map(() => ".."), ...there.slice(same)].join("/");
}

/** The name to show: the first that is not blank, otherwise the id. A blank id is quoted. */
export function titleOf(id: string, ...names: readonly (StringNode | undefined)[]): string {
  for (const name of names) {
    const text = name?.value.trim();
    if (text) return text;
  }
  return id.trim() === "" ? JSON.stringify(id) : id;
}
