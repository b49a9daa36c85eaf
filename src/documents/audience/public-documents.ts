import { dataKeywords, mapKeywords, SchemaResources } from "#format";
import type { Entry, ListNode, MapNode, Node } from "#text";
import type { Documents, Edge } from "../references/index.ts";
import type { Audience } from "./hidden.ts";
import { Hidden, reachable } from "./hidden.ts";
import { hiddenNames } from "./hidden-names.ts";
import { withoutOrphans } from "./without-orphans.ts";
import { withoutOtherTags } from "./without-other-tags.ts";

export type { Audience } from "./hidden.ts";

/** Whether nothing is left out for an audience. */
export function isForAll({ hideInternal, onlyTags }: Audience): boolean {
  return !hideInternal && onlyTags.length === 0;
}

interface Spot {
  /** Inside of an example or the like, in which properties that are left out are left out too. */
  readonly data: boolean;
  /** The map's keys are names that the author chose. */
  readonly names: boolean;
}

const TOP: Spot = { data: false, names: false };

/** Copies what may be seen; what nothing is missing from stays the same node. Each node is looked at once in each role. */
class Copy {
  readonly #hidden: Hidden;
  readonly #names: ReadonlySet<string>;
  readonly #made = [new Map<Node, Node>(), new Map<Node, Node>(), new Map<Node, Node>()];
  readonly originals = new WeakMap<Node, Node>();

  constructor(hidden: Hidden, names: ReadonlySet<string>) {
    this.#hidden = hidden;
    this.#names = names;
  }

  of(node: Node, spot: Spot = TOP): Node {
    if (node.kind !== "map" && node.kind !== "list") return node;
    const made = this.#made[spot.data ? 2 : spot.names ? 1 : 0] ?? new Map<Node, Node>();
    const known = made.get(node);
    if (known) return known;
    const copy = node.kind === "map" ? this.#map(node, spot) : this.#list(node, spot);
    made.set(node, copy);
    if (copy !== node) this.originals.set(copy, node);
    return copy;
  }

  #map(node: MapNode, spot: Spot): Node {
    const lost = new Set<string>();
    const entries = node.entries.flatMap((entry): Entry[] => {
      if (spot.data ? this.#names.has(entry.key) : this.#hidden.has(entry.value)) {
        lost.add(entry.key);
        return [];
      }
      const data = spot.data || (!spot.names && dataKeywords.has(entry.key));
      const value = this.of(entry.value, { data, names: !spot.names && mapKeywords.has(entry.key) });
      return [value === entry.value ? entry : { ...entry, value }];
    });
    const changed = lost.size > 0 || entries.some((entry, at) => entry !== node.entries[at]);
    return changed ? { ...node, entries: entries.map((entry) => this.#required(entry, node, spot)) } : node;
  }

  /** `required` asks for no property that is left out. */
  #required(entry: Entry, node: MapNode, spot: Spot): Entry {
    if (spot.names || entry.key !== "required" || entry.value.kind !== "list") return entry;
    const properties = node.entries.find(({ key }) => key === "properties")?.value;
    const gone = properties?.kind === "map" ? properties.entries.filter(({ value }) => this.#hidden.has(value)).map(({ key }) => key) : [];
    const items = entry.value.items.filter((item) => item.kind !== "string" || !gone.includes(item.value));
    return { ...entry, value: { ...entry.value, items } };
  }

  #list(node: ListNode, spot: Spot): Node {
    const items = node.items.filter((item) => spot.data || !this.#hidden.has(item)).map((item) => this.of(item, spot));
    return items.length === node.items.length && items.every((item, at) => item === node.items[at]) ? node : { ...node, items };
  }
}

/**
 * The documents as an audience may see them, values only: their texts are still whole, and must not be shown. References to what
 * is left out are left out where they stand.
 */
export function publicDocuments(documents: Documents, audience: Audience): Documents {
  const hidden = new Hidden(documents, audience);
  const copy = new Copy(hidden, hiddenNames(documents, hidden));
  const follow = (node: Node): Node | undefined => {
    const target = documents.follow(copy.originals.get(node) ?? node);
    return target && !hidden.has(target) ? copy.of(target) : undefined;
  };
  const whole = copy.of(documents.root);
  const root = whole.kind === "map" ? needed(whole) : documents.root;
  const kept = reachable(root, follow);
  const edges = documents.edges.flatMap((edge): Edge[] => {
    const from = copy.of(edge.from);
    if (from.kind !== "map" || !kept.has(from) || (edge.target && hidden.has(edge.target))) return [];
    return [{ ...edge, from, ...(edge.target ? { target: copy.of(edge.target) } : {}) }];
  });
  // The copies have an index of their own: the other one leads to what is left out.
  const resources = new SchemaResources();
  return { ...documents, root, edges, follow, resources, rootOf: (file) => (file === documents.main ? root : rootOf(file)) };

  function needed(all: MapNode): MapNode {
    const isWanted = (node: Node): boolean => audience.onlyTags.length === 0 || hidden.isWanted(node);
    const rest = withoutOrphans(all, { documents, follow, isWanted });
    return audience.onlyTags.length === 0 ? rest : withoutOtherTags(rest, audience.onlyTags, follow);
  }

  function rootOf(file: Documents["main"]): Node | undefined {
    const node = documents.rootOf(file);
    return node && copy.of(node);
  }
}
