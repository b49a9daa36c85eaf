import { dataKeywords } from "#format";
import type { MapNode, Node } from "#text";
import { evaluatePointer, parsePointer, stringOf } from "#text";

/** A schema with a base of its own (JSON Schema draft 07 core § 8.2), and the ids of the schema it is part of. */
interface Resource {
  readonly root: Node;
  /** Its base URI; empty where no `$id` gives one. */
  readonly base: string;
  readonly ids: Map<string, Node>;
}

function resolveUri(reference: string, base: string): string | undefined {
  try {
    return new URL(reference, base === "" ? undefined : base).href.replace(/#$/, "");
  } catch {
    return base === "" && reference.startsWith("#") ? reference : undefined;
  }
}

/**
 * The schemas that say they are JSON Schema: there `$id` is a base, and what it names can be referred to. Everywhere else
 * references resolve by JSON Reference. Ids count within one schema only, since real files repeat one another's.
 */
export class SchemaResources {
  private readonly known = new Set<Node>();
  private readonly resources = new Map<MapNode, Resource>();

  /** Whether nothing is named by an `$id` at all. */
  get isEmpty(): boolean {
    return this.resources.size === 0;
  }

  /** Takes in a schema and all below it, once. */
  add(root: Node): void {
    const pending: { node: Node; resource: Resource }[] = [{ node: root, resource: { root, base: "", ids: new Map() } }];
    for (let each = pending.pop(); each; each = pending.pop()) {
      const { node } = each;
      if (this.known.has(node) || (node.kind !== "map" && node.kind !== "list")) continue;
      this.known.add(node);
      if (node.kind === "list") for (const item of node.items) pending.push({ node: item, resource: each.resource });
      if (node.kind !== "map") continue;
      const resource = this.enter(node, each.resource);
      for (const { key, value } of node.entries) if (!dataKeywords.has(key)) pending.push({ node: value, resource });
    }
  }

  /** The resource that a schema's parts belong to. Beside a `$ref`, `$id` means nothing (§ 8.3). */
  private enter(node: MapNode, outer: Resource): Resource {
    if (stringOf(node, "$ref") !== undefined) {
      this.resources.set(node, outer);
      return outer;
    }
    const id = stringOf(node, "$id");
    const uri = id === undefined ? undefined : resolveUri(id, outer.base);
    if (id === undefined || uri === undefined) return outer;
    if (!outer.ids.has(uri)) outer.ids.set(uri, node);
    return id.startsWith("#") ? outer : { root: node, base: uri, ids: outer.ids };
  }

  /** What a reference inside such a schema names there, or `undefined`: then it is as any other reference. */
  find(node: MapNode, ref: string): Node | undefined {
    const resource = this.resources.get(node);
    const uri = resource && resolveUri(ref, resource.base);
    if (uri === undefined) return undefined;
    const named = resource?.ids.get(uri);
    if (named) return named;
    const [document = "", fragment = ""] = uri.split("#");
    const root = document === resource?.base ? resource.root : resource?.ids.get(document);
    return root && document !== "" ? this.below(root, fragment) : undefined;
  }

  private below(root: Node, fragment: string): Node | undefined {
    try {
      const tokens = parsePointer(decodeURIComponent(fragment));
      return tokens && evaluatePointer(root, tokens);
    } catch {
      return undefined;
    }
  }
}
