import type { Documents } from "#documents";
import type { Entry, Node } from "#text";
import { printYaml, stringOf } from "#text";
import { TooLarge } from "./parts.ts";

/** RAML 1.0, "RAML Fragments". */
const HEAD = "#%RAML 1.0 DataType\n";
const MOST_VALUES = 20_000;

/** Replaces references by their targets, since RAML has no references. A recursive reference becomes the type `any`. */
class RamlInliner {
  readonly #documents: Documents;
  readonly #above = new Set<Node>();
  #left = MOST_VALUES;

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  of(written: Node): Node {
    this.#left -= 1;
    if (this.#left < 0) throw new TooLarge();
    const node = this.#documents.follow(written) ?? written;
    if (this.#above.has(node)) return { kind: "string", value: "any", file: node.file, start: node.start, end: node.end };
    this.#above.add(node);
    const made = this.#inside(node);
    this.#above.delete(node);
    return made;
  }

  #inside(node: Node): Node {
    if (node.kind === "list") return { ...node, items: node.items.map((item) => this.of(item)) };
    if (node.kind !== "map" || stringOf(node, "$ref") !== undefined) return node;
    return { ...node, entries: node.entries.map((entry): Entry => ({ ...entry, value: this.of(entry.value) })) };
  }
}

/** The text of a RAML type: as written if the document has it as a string, printed as YAML otherwise. Throws `TooLarge`. */
export function ramlText(documents: Documents, root: Node): string {
  if (root.kind === "string") return root.value.startsWith("#%RAML") ? root.value : `${HEAD}type: ${JSON.stringify(root.value)}\n`;
  return HEAD + printYaml(new RamlInliner(documents).of(root));
}
