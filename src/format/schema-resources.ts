import type { MapNode, Node } from "#text";
import { evaluatePointer, parsePointer, stringOf, valueOf, percentDecoded } from "#text";
import type { JsonSchemaDialect } from "./schema-vocabulary.ts";
import { addressing, dataKeywords, draftOf, mapKeywords } from "./schema-vocabulary.ts";

/** A schema with an identity of its own: references inside of it are relative to it (2020-12 § 4.3.5). */
export interface SchemaResource {
  readonly root: Node;
  readonly dialect: JsonSchemaDialect;
  /** Its URI without a fragment; made up where the schema gives none. */
  readonly base: string;
  /** By fragment: `$anchor`, and until draft 07 an identifier that is a fragment. */
  readonly anchors: Map<string, Node>;
  /** `$dynamicAnchor`; under the empty name the root, where it has `$recursiveAnchor`. */
  readonly dynamicAnchors: Map<string, Node>;
  /** All resources of the schema that this one is a part of, by URI. Real files repeat one another's, so no other schema sees them. */
  readonly together: Map<string, SchemaResource>;
}

/** What a reference leads to, and the resource that it stands in. */
export interface SchemaTarget {
  readonly schema: Node;
  readonly resource: SchemaResource;
}

/** Begins the made-up URIs of schemas without an identifier. */
const UNNAMED = "schema://";

function split({ href }: URL): { readonly base: string; readonly fragment: string } {
  const at = href.indexOf("#");
  return at < 0 ? { base: href, fragment: "" } : { base: href.slice(0, at), fragment: percentDecoded(href.slice(at + 1)) };
}

/** `$anchor` and its relatives (2019-09 § 8.2.4, 2020-12 § 8.2.2). */
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

/** The resource that an identifier opens; the one around it where it only names a place there. */
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

/** The resource that a schema opens or stays in. */
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
  /** The keys of this map are names that the author chose. */
  readonly names: boolean;
}

/** Gives a schema that no file of the document holds, by its URI. */
export type SchemaRegistry = (uri: string) => Node | undefined;

/**
 * The schemas that identifiers name: `$id` (`id` in draft 04), `$anchor` and their relatives. All who follow references of JSON Schema
 * ask this one index. In dialects without identifiers, references are JSON References and the index knows nothing.
 */
export class SchemaResources {
  readonly #byNode = new Map<Node, SchemaResource>();
  /** Schemas of a registry that were asked for, by URI. */
  readonly #registered = new Map<string, SchemaResource>();
  #unnamed = 0;

  /** Whether no schema was entered. */
  get isEmpty(): boolean {
    return this.#byNode.size === 0;
  }

  /** Reads the identifiers of a schema and all below it, once; the resource that the schema belongs to. */
  enter(root: Node, dialect: JsonSchemaDialect): SchemaResource | undefined {
    if (addressing[dialect].identifier === undefined) return undefined;
    this.#unnamed += 1;
    return this.#byNode.get(root) ?? this.#open(root, { dialect, base: `${UNNAMED}${this.#unnamed}/`, together: new Map() });
  }

  /** The resource that a schema belongs to, where it was entered. */
  of(schema: Node): SchemaResource | undefined {
    return this.#byNode.get(schema);
  }

  /** What a reference means inside a resource, pointers into the resource too. */
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
   * What identifiers name, or `undefined`: then the reference is one of the document. A pointer inside a schema that has no identifier
   * is one into the file, whose URI is the schema's base (RFC 3986 § 5.1.2).
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
