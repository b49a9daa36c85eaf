import { dataKeywords } from "#format";
import type { MapNode, Node } from "#text";
import { entriesOf, evaluatePointer, parsePointer, stringOf, valueOf } from "#text";
import { metaschemas } from "./metaschemas.ts";

/** A schema with an identity of its own: what references inside it are relative to (2020-12 § 4.3.5). */
export interface Resource {
  readonly root: Node;
  /** Without a fragment; made up where the schema gives none. */
  readonly base: string;
  readonly anchors: Map<string, Node>;
  readonly dynamicAnchors: Map<string, Node>;
}

/** Where the identifiers of a dialect stand. */
export interface Identifiers {
  readonly keyword: "id" | "$id";
  /** Whether an identifier beside `$ref` counts (2019-09 and later). */
  readonly siblings: boolean;
}

export interface Resources {
  /** The resource that a schema belongs to; the first time, the tree below it is read for identifiers. */
  at(schema: Node, around: Resource | undefined, identifiers: Identifiers): Resource;
  /** What a URI reference leads to, from inside a resource. */
  resolve(reference: string, from: Resource, identifiers: Identifiers): { readonly schema: Node; readonly resource: Resource } | undefined;
}

function absolute(reference: string, base: string): URL | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base) : undefined;
}

function split(url: URL): { readonly base: string; readonly fragment: string } {
  const at = url.href.indexOf("#");
  return at < 0 ? { base: url.href, fragment: "" } : { base: url.href.slice(0, at), fragment: url.href.slice(at + 1) };
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

interface Found {
  readonly byBase: Map<string, Resource>;
  readonly byNode: Map<Node, Resource>;
}

function resource(root: Node, base: string): Resource {
  return { root, base, anchors: new Map(), dynamicAnchors: new Map() };
}

/** 2019-09 § 8.2.4, 2020-12 § 8.2.2. */
function noteAnchors(schema: MapNode, here: Resource): void {
  const anchor = stringOf(schema, "$anchor");
  if (anchor !== undefined) here.anchors.set(anchor, schema);
  const dynamic = stringOf(schema, "$dynamicAnchor");
  if (dynamic !== undefined) here.dynamicAnchors.set(dynamic, schema);
  if (dynamic !== undefined) here.anchors.set(dynamic, schema);
  const recursive = valueOf(schema, "$recursiveAnchor");
  if (here.root === schema && recursive?.kind === "boolean" && recursive.value) here.dynamicAnchors.set("", schema);
}

/** The resource that an identifier opens, or the one around where it only names a place in it. */
function identified(schema: MapNode, around: Resource, { id, found }: { id: string; found: Found }): Resource {
  const url = absolute(id, around.base);
  if (!url) return around;
  const { base, fragment } = split(url);
  const here = id.startsWith("#") || base === around.base ? around : resource(schema, base);
  if (here !== around && !found.byBase.has(base)) found.byBase.set(base, here);
  if (fragment !== "") here.anchors.set(decode(fragment), schema);
  return here;
}

/** The resource that a schema object opens or stays in; notes its anchors. */
function enter(schema: MapNode, around: Resource, { identifiers, found }: { identifiers: Identifiers; found: Found }): Resource {
  const hidden = !identifiers.siblings && stringOf(schema, "$ref") !== undefined;
  const id = hidden ? undefined : stringOf(schema, identifiers.keyword);
  const here = id === undefined ? around : identified(schema, around, { id, found });
  if (identifiers.siblings) noteAnchors(schema, here);
  return here;
}

/** Reads a tree for identifiers, each node once. */
function read(root: Node, around: Resource, { identifiers, found }: { identifiers: Identifiers; found: Found }): void {
  const open: { node: Node; around: Resource }[] = [{ node: root, around }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node } = next;
    if (found.byNode.has(node)) continue;
    if (node.kind === "list") for (const item of node.items) open.push({ node: item, around: next.around });
    if (node.kind !== "map") continue;
    const here = enter(node, next.around, { identifiers, found });
    found.byNode.set(node, here);
    for (const { key, value } of entriesOf(node)) if (!dataKeywords.has(key)) open.push({ node: value, around: here });
  }
}

/** Finds schemas by identifier. `registry`: further schemas by the URI they are known under. */
export function resources(registry: ReadonlyMap<string, Node>): Resources {
  const found: Found = { byBase: new Map(), byNode: new Map() };
  const open = (root: Node, base: string, identifiers: Identifiers): Resource => {
    const made = resource(root, base);
    if (!found.byBase.has(base)) found.byBase.set(base, made);
    read(root, made, { identifiers, found });
    return found.byNode.get(root) ?? made;
  };
  let unnamed = 0;
  const at: Resources["at"] = (schema, around, identifiers) => {
    const known = found.byNode.get(schema) ?? around;
    if (known) return known;
    unnamed += 1;
    return open(schema, `schema://unnamed/${unnamed}/`, identifiers);
  };
  const byBase = (base: string, identifiers: Identifiers): Resource | undefined => {
    const known = found.byBase.get(base);
    if (known) return known;
    const far = registry.get(base) ?? metaschemas().get(base);
    return far && open(far, base, identifiers);
  };
  const resolve: Resources["resolve"] = (reference, from, identifiers) => {
    const url = absolute(reference, from.base);
    if (!url) return undefined;
    const { base, fragment } = split(url);
    const target = base === from.base ? from : byBase(base, identifiers);
    if (!target) return undefined;
    const text = decode(fragment);
    const tokens = parsePointer(text);
    const schema = tokens ? evaluatePointer(target.root, tokens) : target.anchors.get(text);
    return schema && { schema, resource: found.byNode.get(schema) ?? target };
  };
  return { at, resolve };
}
