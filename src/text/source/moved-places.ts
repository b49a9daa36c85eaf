import type { Diagnostic } from "../diagnostics/index.ts";
import type { Entry, ListNode, MapNode, Node, Place, TextFile } from "../json/index.ts";

/**
 * Puts what was read of a changed text back to its places in the file's own text. Values that aliases share stay shared.
 * Recursion is as deep as the value.
 */
export class MovedPlaces {
  readonly #file: TextFile;
  readonly #offset: (changed: number) => number;
  readonly #collections = new Map<Node, Node>();

  /** `offset` gives the place in the file's own text of one in the changed text. */
  constructor(file: TextFile, offset: (changed: number) => number) {
    this.#file = file;
    this.#offset = offset;
  }

  #place({ start, end }: Place): Place {
    return { file: this.#file, start: this.#offset(start), end: this.#offset(end) };
  }

  node(node: Node): Node {
    if (node.kind !== "list" && node.kind !== "map") return { ...node, ...this.#place(node) };
    const known = this.#collections.get(node);
    if (known) return known;
    const moved = node.kind === "list" ? this.#list(node) : this.#map(node);
    this.#collections.set(node, moved);
    return moved;
  }

  #list(node: ListNode): ListNode {
    return { ...node, ...this.#place(node), items: node.items.map((item) => this.node(item)) };
  }

  #map(node: MapNode): MapNode {
    const entries = node.entries.map((entry): Entry => ({ ...entry, ...this.#place(entry), value: this.node(entry.value) }));
    return { ...node, ...this.#place(node), entries };
  }

  diagnostic(diagnostic: Diagnostic): Diagnostic {
    const related = diagnostic.related.map(({ message, place }) => ({ message, place: this.#place(place) }));
    const inserts = diagnostic.inserts?.map(({ at, text }) => ({ at: this.#offset(at), text }));
    return { ...diagnostic, place: this.#place(diagnostic.place), related, inserts };
  }
}
