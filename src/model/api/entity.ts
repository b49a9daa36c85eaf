/** What all things of the model have in common: their fields, those that are not read, and code for operations. */
import type { Documents } from "#documents";
import type { ObjectName, ObjectTable, Tables } from "#format";
import { matchesShape } from "#format";
import type { MapNode, Node, StringNode, TextFile, Entry } from "#text";
import { valueOf, entriesOf, entryOf, itemsOf, stringOf, wayBetween } from "#text";
import type { StrayField } from "../normalize/index.ts";
import { mapUnder, straysUnder, unreadItems } from "../normalize/index.ts";

/** Code that the document itself gives for an operation. */
export interface CodeSample {
  /** The language as written; empty if the document does not name it. */
  readonly language: string;
  readonly label: string;
  readonly text: string;
}

/** The code samples of an object, and the parts of the extension that could not be read as samples. */
interface CodeSamples {
  readonly samples: readonly CodeSample[];
  readonly wrong: readonly Node[];
}

const NAMES: ReadonlySet<string> = new Set(["x-codeSamples", "x-code-samples"]);

/** The text at the first of some keys that has one. */
function textAt(node: Node, ...keys: readonly string[]): string | undefined {
  return keys.map((key) => stringOf(node, key)).find((text) => text !== undefined);
}

function sampleOf(node: Node, key = ""): CodeSample | undefined {
  if (node.kind === "string") return key === "" ? undefined : { language: key, label: "", text: node.value };
  const text = textAt(node, "source", "code");
  if (text === undefined) return undefined;
  return { language: textAt(node, "lang", "language") ?? key, label: textAt(node, "label", "title") ?? "", text };
}

/**
 * The parts of the extension, each with its sample. It may be a list, and as other tools write it, a single sample or a map by
 * language.
 */
function partsOf(value: Node): readonly (readonly [part: Node, sample: CodeSample | undefined])[] {
  if (value.kind === "list") return itemsOf(value).map((item) => [item, sampleOf(item)] as const);
  if (value.kind !== "map" || valueOf(value, "source") || valueOf(value, "code")) return [[value, sampleOf(value)]];
  return entriesOf(value).map((entry) => [entry.value, sampleOf(entry.value, entry.key)] as const);
}

/** The code samples among the extensions of an object. */
export function codeSamplesOf(extensions: readonly NamedValue[]): CodeSamples {
  const parts = extensions.filter(({ key }) => NAMES.has(key)).flatMap(({ value }) => partsOf(value));
  return {
    samples: parts.flatMap(([, sample]) => sample ?? []),
    wrong: parts.flatMap(([part, sample]) => (sample ? [] : [part])),
  };
}

/** The document around the objects that are read. */
export interface ReadContext {
  readonly documents: Documents;
  readonly tables: Tables;
  /** Values that are shown as written. The targets of their references are not read. */
  readonly asWritten: Set<Node>;
}

/** An object to read: its node, its table, and the fields that were read before. */
export interface ObjectToRead {
  readonly object: ObjectName;
  readonly node: MapNode;
  readonly said?: ReadonlyMap<string, boolean>;
  readonly strays?: readonly StrayField[];
}

/**
 * Reads the fields of one object. A field is read if the version defines it and its value has the right type. All others go to
 * `otherFields`, so that no field of the document is lost.
 */
export class ObjectFields {
  readonly node: MapNode;
  readonly #table: ObjectTable;
  readonly #source: ReadContext;
  readonly #read: Set<string>;
  readonly #strays: StrayField[];
  /** The names of all fields that were requested, whether or not they could be read. */
  readonly #asked: Set<string>;

  constructor(part: ObjectToRead, source: ReadContext) {
    this.node = part.node;
    this.#source = source;
    this.#table = source.tables.object(part.object);
    const said = [...(part.said ?? [])];
    this.#asked = new Set(said.map(([name]) => name));
    this.#read = new Set(said.flatMap(([name, whole]) => (whole ? [name] : [])));
    this.#strays = [...(part.strays ?? [])];
  }

  #entry(name: string): Entry | undefined {
    this.#asked.add(name);
    return Object.hasOwn(this.#table.fields, name) ? entryOf(this.node, name) : undefined;
  }

  /** A value of any type, including null. */
  value(name: string): Node | undefined {
    const value = this.#entry(name)?.value;
    if (value) this.#read.add(name);
    return value;
  }

  #ofKind<K extends Node["kind"]>(name: string, kind: K): Extract<Node, { kind: K }> | undefined {
    const value = this.#entry(name)?.value;
    if (value?.kind !== kind) return undefined;
    this.#read.add(name);
    return value as Extract<Node, { kind: K }>;
  }

  text(name: string): StringNode | undefined {
    return this.#ofKind(name, "string");
  }

  /** Whether a boolean field is `true`. A field that this version does not define counts too, and stays in `otherFields`. */
  flag(name: string): boolean {
    const value = this.#ofKind(name, "boolean") ?? entryOf(this.node, name)?.value;
    return value?.kind === "boolean" && value.value;
  }

  list(name: string): readonly Node[] | undefined {
    return this.#ofKind(name, "list")?.items;
  }

  entries(name: string): readonly Entry[] {
    return entriesOf(this.#ofKind(name, "map"));
  }

  /** A schema: an object, a reference, or a boolean. */
  schema(name: string): Node | undefined {
    return this.#ofKind(name, "map") ?? this.#ofKind(name, "boolean");
  }

  /** The object under a field, after following a reference. */
  object(name: string, object: ObjectName): ObjectFields | undefined {
    const value = this.#entry(name)?.value;
    const node = value && this.#source.documents.follow(value);
    if (node?.kind !== "map") return undefined;
    this.#read.add(name);
    return new ObjectFields({ object, node }, this.#source);
  }

  /** The objects of a map under a field by name, after following references. */
  objects(name: string, object: ObjectName): readonly (readonly [string, ObjectFields])[] {
    return this.entries(name).map(
      (entry) => [entry.key, new ObjectFields({ object, node: mapUnder(entry, this.#source) }, this.#source)] as const,
    );
  }

  /** Marks a field as not read, so that it is shown as written. */
  leave(name: string): void {
    this.#read.delete(name);
  }

  /** Adds the unreadable items of a list to `otherFields`. */
  leaveItems(name: string, isUnread: (at: number) => boolean): void {
    const list = this.#entry(name)?.value;
    if (list?.kind === "list") this.#strays.push(...straysUnder({ [name]: { strays: unreadItems(list, isUnread) } }));
  }

  /** Whether a value covers the whole text of the object. */
  #isWhole({ start, end }: Node): boolean {
    return start === this.node.start && end === this.node.end;
  }

  /**
   * The fields that all objects share. Call it last, because fields that were not read before go to the other fields. Null values are
   * skipped.
   */
  described(): DescribedObject {
    const description = this.text("description");
    const extensions: NamedValue[] = [];
    const plainFields: NamedValue[] = [];
    const otherFields: NamedValue[] = [];
    for (const { key, value } of this.node.entries) {
      if (this.#read.has(key)) continue;
      const field = Object.hasOwn(this.#table.fields, key) ? this.#table.fields[key] : undefined;
      if (key.startsWith("x-")) extensions.push({ key, value });
      // A remaining reference could not be followed; all others have been.
      else if (!field && !this.#isWhole(value) && key !== "$ref") otherFields.push({ key, value });
      else if (field && !this.#asked.has(key) && matchesShape(field.shape, value)) plainFields.push({ key, value });
      else if (value.kind !== "null") otherFields.push({ key, value, unread: true });
    }
    for (const { path, value, unread } of this.#strays) {
      const key = path.join(".");
      if (unread) otherFields.push({ key, value, unread });
      else if (path.at(-1)?.startsWith("x-")) extensions.push({ key, value });
      else otherFields.push({ key, value });
    }
    for (const { value } of [...plainFields, ...otherFields]) this.#source.asWritten.add(value);
    return { node: this.node, description, extensions, ...(plainFields.length > 0 && { plainFields }), otherFields };
  }
}

/** The External Documentation Object of an object, after following a reference. */
export function externalDocsOf(fields: ObjectFields): ExternalDocs | undefined {
  const docs = fields.object("externalDocs", "ExternalDocs");
  return docs && { url: docs.text("url"), ...docs.described() };
}

/**
 * A schema as the document gives it: the node, and the format to read it by. The first reference is *not* followed, so that a link to a
 * named schema can be shown; the schema room follows it.
 */
export interface SchemaSource {
  readonly node: Node;
  /** The media type as written (`schemaFormat`), or `undefined` for the format's own Schema Object. */
  readonly format?: StringNode;
}

/**
 * A schema with a page: each key of `components.schemas`, used or not, and each schema that a reference reaches in another file
 * (id `<file>#<pointer>`).
 */
export interface NamedSchema extends Entity {
  readonly kind: "schema";
  readonly source: SchemaSource;
  /** Whether it is in `components.schemas` of the main document. */
  readonly component: boolean;
}

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
  return wayBetween(from.name, file.name);
}

/** The name to show: the first that is not blank, otherwise the id. A blank id is quoted. */
export function titleOf(id: string, ...names: readonly (StringNode | undefined)[]): string {
  for (const name of names) {
    const text = name?.value.trim();
    if (text) return text;
  }
  return id.trim() === "" ? JSON.stringify(id) : id;
}
