/** Reads the fields of an object, and keeps those that are not read. */
import type { Documents } from "#documents";
import type { ObjectName, ObjectTable, Tables } from "#format";
import { matchesShape } from "#format";
import type { Entry, MapNode, Node, StringNode } from "#text";
import { entriesOf, entryOf, itemsOf } from "#text";
import type { StrayField } from "../normalize/index.ts";
import { mapUnder } from "../normalize/index.ts";
import type { DescribedObject, Entity, ExternalDocs, NamedValue } from "./entity.ts";

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

  /** Adds an unreadable item of a list to `otherFields`. */
  leaveItem(name: string, index: number): void {
    const value = itemsOf(this.#entry(name)?.value)[index];
    if (value) this.#strays.push({ path: [name, String(index)], value, unread: true });
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
