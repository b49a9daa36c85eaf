import type { Entry, MapNode, Node, Place, TextFile } from "#json";
import { partitionPoint } from "#json";

/** Where the line breaks of two characters were, so that what is read of a text with those of one is put back to its place. */
class Breaks {
  readonly #file: TextFile;
  /** Offsets into the shorter text of its line feeds that had a carriage return before them. */
  readonly #shortened: readonly number[];

  constructor(file: TextFile, shortened: readonly number[]) {
    this.#file = file;
    this.#shortened = shortened;
  }

  /** An offset into the file's own text: one further for each line break before it that has two characters. */
  #offset(short: number): number {
    return short + partitionPoint(this.#shortened.length, (index) => (this.#shortened[index] ?? 0) < short);
  }

  #place({ start, end }: Place): Place {
    return { file: this.#file, start: this.#offset(start), end: this.#offset(end) };
  }

  /** A value with its places in the file's own text. Recursion is as deep as the value. */
  node(node: Node): Node {
    if (node.kind === "list") return { ...node, ...this.#place(node), items: node.items.map((item) => this.node(item)) };
    return node.kind === "map" ? this.#map(node) : { ...node, ...this.#place(node) };
  }

  #map(node: MapNode): MapNode {
    const entries = node.entries.map((entry): Entry => ({ ...entry, ...this.#place(entry), value: this.node(entry.value) }));
    return { ...node, ...this.#place(node), entries };
  }
}

/**
 * Reads a text whose lines end in CRLF, all or some, as one whose lines end in LF. A reader sees a text of the same lines; what it
 * reads has its places in the file's own text. `undefined` is passed on.
 */
export function withLineFeeds(file: TextFile, read: (file: TextFile) => Node | undefined): Node | undefined {
  const { text } = file;
  if (!text.includes("\r\n")) return read(file);
  const shortened: number[] = [];
  for (let at = text.indexOf("\r\n"); at !== -1; at = text.indexOf("\r\n", at + 2)) shortened.push(at - shortened.length);
  const node = read({ ...file, text: text.replaceAll("\r\n", "\n") });
  return node && new Breaks(file, shortened).node(node);
}
