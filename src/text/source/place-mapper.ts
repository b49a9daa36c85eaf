/** Maps offsets of the library's YAML to those of the text. */
import type { Diagnostic } from "../diagnostics/index.ts";
import type { Entry, ListNode, MapNode, Node, Place, TextFile } from "../json/index.ts";
import { partitionPoint } from "../json/index.ts";

/**
 * Maps the places of values that were read from a changed text to the file's own text. Aliased values stay shared.
 * The recursion is as deep as the value.
 */
export class PlaceMapper {
  readonly #file: TextFile;
  readonly #offset: (changed: number) => number;
  readonly #collections = new Map<Node, Node>();

  /** `offset` maps an offset of the changed text to one of the file's own text. */
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

/**
 * Reads a text with CRLF line ends as if they were LF. The places of the result are those of the file's own text.
 * Returns `undefined` if `read` does.
 */
export function withLineFeeds(file: TextFile, read: (file: TextFile) => Node | undefined): Node | undefined {
  const { text } = file;
  if (!text.includes("\r\n")) return read(file);
  // Offsets, in the shorter text, of the line feeds that lost a carriage return.
  const shortened: number[] = [];
  for (let at = text.indexOf("\r\n"); at !== -1; at = text.indexOf("\r\n", at + 2)) shortened.push(at - shortened.length);
  const node = read({ ...file, text: text.replaceAll("\r\n", "\n") });
  const offset = (short: number): number => short + partitionPoint(shortened.length, (index) => (shortened[index] ?? 0) < short);
  return node && new PlaceMapper(file, offset).node(node);
}
