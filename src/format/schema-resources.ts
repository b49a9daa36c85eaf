/** Where references in JSON Schema lead: identifiers and anchors. */
import type { MapNode, Node } from "#text";
import { evaluatePointer, parsePointer, stringOf, valueOf, percentDecoded } from "#text";
import type { JsonSchemaDialect } from "./schema-vocabulary.ts";
import { addressing, dataKeywords, draftOf, mapKeywords } from "./schema-vocabulary.ts";

/** A schema with its own identifier. References within it are relative to it (2020-12 § 4.3.5). */
export interface SchemaResource {
  readonly root: Node;
  readonly dialect: JsonSchemaDialect;
  /** Its URI without fragment; generated if the schema has no identifier. */
  readonly base: string;
  /** The nodes of anchors by fragment: those of `$anchor`, and up to draft 07 those of identifiers that are fragments. */
  readonly anchors: Map<string, Node>;
  /** The nodes of `$dynamicAnchor`. The empty name means the root, if it has `$recursiveAnchor`. */
  readonly dynamicAnchors: Map<string, Node>;
  /** All resources within the same root schema, by URI. Other schemas do not see them, because real files repeat identifiers. */
  readonly together: Map<string, SchemaResource>;
}

/** The target of a reference, and the resource that contains it. */
export interface SchemaTarget {
  readonly schema: Node;
  readonly resource: SchemaResource;
}

/** The prefix of generated URIs for schemas without an identifier. */
const UNNAMED = "schema://";

function split({ href }: URL): { readonly base: string; readonly fragment: string } {
  const at = href.indexOf("#");
  return at < 0 ? { base: href, fragment: "" } : { base: href.slice(0, at), fragment: percentDecoded(href.slice(at + 1)) };
}

/** Reads `$anchor` and related keywords (2019-09 § 8.2.4, 2020-12 § 8.2.2). */
function readAnchors(schema: MapNode, here: SchemaResource): void {
  const anchor = stringOf(schema, "$anchor");
  if (anchor !== undefined) here.anchors.set(anchor, schema);
  const dynamic = stringOf(schema, "$dynamicAnchor");
  if (dynamic !== undefined) {
    here.dynamicAnchors.set(dynamic, schema);
    here.anchors.set(dynamic, schema);
  }
  const recursive = valueOf(schema, "$recursiveAnchor");
  if (here.root === schema && recursive?.kind === "boolean" && recursive.value) here.dynamicAnchors.set("", schema);
}

/** The resource that an identifier starts. If it only names a place in the surrounding resource, that one is returned. */
function identified(schema: MapNode, id: string, around: SchemaResource): SchemaResource {
  if (!URL.canParse(id, around.base)) return around;
  const { base, fragment } = split(new URL(id, around.base));
  const opens = !id.startsWith("#") && base !== around.base;
  const here = opens
    ? { ...around, root: schema, base, anchors: new Map<string, Node>(), dynamicAnchors: new Map<string, Node>() }
    : around;
  if (opens && !here.together.has(base)) here.together.set(base, here);
  if (fragment !== "") here.anchors.set(fragment, schema);
  return here;
}

/** The resource of a schema: a new one, or the surrounding one. */
function enterSchema(schema: MapNode, around: SchemaResource): SchemaResource {
  const written = stringOf(schema, "$schema");
  const dialect = (written === undefined ? undefined : draftOf(written)) ?? around.dialect;
  const { identifier, besideReference } = addressing[dialect];
  const hidden = !besideReference && stringOf(schema, "$ref") !== undefined;
  const id = identifier && !hidden ? stringOf(schema, identifier) : undefined;
  const inner = dialect === around.dialect ? around : { ...around, dialect };
  const here = id === undefined ? inner : identified(schema, id, inner);
  if (besideReference) readAnchors(schema, here);
  return here;
}

interface ResourceVisit {
  readonly node: Node;
  readonly around: SchemaResource;
  /** Whether the keys of this map are names chosen by the author. */
  readonly names: boolean;
}

/** Returns a schema by its URI that is in no file of the document. */
export type SchemaRegistry = (uri: string) => Node | undefined;

/**
 * The index of schema identifiers: `$id` (`id` in draft 04), `$anchor` and related keywords. All code that follows references in JSON
 * Schema uses it. In dialects without identifiers, references are JSON References and the index is empty.
 */
export class SchemaResources {
  readonly #byNode = new Map<Node, SchemaResource>();
  /** Schemas from a registry that were requested, by URI. */
  readonly #registered = new Map<string, SchemaResource>();
  #unnamed = 0;

  /** Whether no schema was entered yet. */
  get isEmpty(): boolean {
    return this.#byNode.size === 0;
  }

  /** Reads the identifiers of a schema and everything below it, once. Returns the resource of the schema. */
  enter(root: Node, dialect: JsonSchemaDialect): SchemaResource | undefined {
    if (addressing[dialect].identifier === undefined) return undefined;
    this.#unnamed += 1;
    return this.#byNode.get(root) ?? this.#open(root, { dialect, base: `${UNNAMED}${this.#unnamed}/`, together: new Map() });
  }

  /** The resource of a schema; `undefined` if it was not entered. */
  of(schema: Node): SchemaResource | undefined {
    return this.#byNode.get(schema);
  }

  /** The target of a reference within a resource, including pointers into the resource. */
  find(reference: string, from: SchemaResource, registry?: SchemaRegistry): SchemaTarget | undefined {
    if (!URL.canParse(reference, from.base)) return undefined;
    const { base, fragment } = split(new URL(reference, from.base));
    const target = base === from.base ? from : (from.together.get(base) ?? this.#registeredAt(base, from.dialect, registry));
    if (!target) return undefined;
    const tokens = parsePointer(fragment);
    const schema = tokens ? evaluatePointer(target.root, tokens) : target.anchors.get(fragment);
    return schema && { schema, resource: this.#byNode.get(schema) ?? target };
  }

  /**
   * The target of a reference by identifiers. `undefined` means that it is a reference of the document. In a schema without an
   * identifier, a pointer leads into the file, whose URI is the schema's base (RFC 3986 § 5.1.2).
   */
  named(reference: string, from: SchemaResource, registry?: SchemaRegistry): SchemaTarget | undefined {
    const isPointer = from.base.startsWith(UNNAMED) && from.base.endsWith("/") && /^(?:#(?:\/|$)|$)/.test(reference);
    return isPointer ? undefined : this.find(reference, from, registry);
  }

  #registeredAt(base: string, dialect: JsonSchemaDialect, registry: SchemaRegistry | undefined): SchemaResource | undefined {
    const known = this.#registered.get(base);
    const root = known ? undefined : registry?.(base);
    return root ? this.#open(root, { dialect, base, together: this.#registered }) : known;
  }

  #open(root: Node, { dialect, base, together }: Pick<SchemaResource, "dialect" | "base" | "together">): SchemaResource {
    const made: SchemaResource = { root, dialect, base, together, anchors: new Map(), dynamicAnchors: new Map() };
    if (!together.has(base)) together.set(base, made);
    const pending: ResourceVisit[] = [{ node: root, around: made, names: false }];
    for (let visit = pending.pop(); visit; visit = pending.pop()) {
      const { node, around, names } = visit;
      if (this.#byNode.has(node)) continue;
      if (node.kind === "list") for (const item of node.items) pending.push({ node: item, around, names: false });
      if (node.kind !== "map") continue;
      const here = names ? around : enterSchema(node, around);
      this.#byNode.set(node, here);
      for (const { key, value } of node.entries) {
        if (names || !dataKeywords.has(key)) pending.push({ node: value, around: here, names: !names && mapKeywords.has(key) });
      }
    }
    return this.#byNode.get(root) ?? made;
  }
}
