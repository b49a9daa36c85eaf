import type { Entry, MapNode, Node, StringNode } from "#text";
import { entryOf, formatPointer } from "#text";
import type { Fate, Homes } from "./homes.ts";

/** A change of one value of the main document's text. */
export type Change =
  | { readonly kind: "ref"; readonly at: StringNode; readonly value: string }
  | { readonly kind: "value"; readonly at: Node; readonly value: Node };

/** Tokens as the fragment of a URI (RFC 6901 § 6): what a fragment may hold stays readable. */
export function fragment(tokens: readonly string[]): string {
  const kept = /%(?:2F|7E|21|24|26|27|28|29|2A|2B|2C|3B|3D|3A|40|3F)/g;
  const encoded = encodeURIComponent(formatPointer(tokens).toWellFormed());
  return `#${encoded.replace(kept, (code) => decodeURIComponent(code))}`;
}

/** What a reference says in the one document, where that may be something else than in its own file. */
function writtenAs(fate: Fate | undefined): string | undefined {
  if (fate?.kind === "local") return fragment(fate.tokens);
  return fate?.kind === "left" ? fate.ref : undefined;
}

/** Makes the values of the one document, each once; what does not change stays the same node. */
export class Emitter {
  /** What changes in the text of the main document, in no order. */
  readonly changes: Change[] = [];
  /** References whose targets found no place. */
  readonly tooDeep: Node[] = [];
  private readonly homes: Homes;
  private readonly main: string;
  private readonly done = new Map<Node, Node>();

  constructor(homes: Homes, main: string) {
    this.homes = homes;
    this.main = main;
  }

  /** Recursive: values are as deep as a file may be, and twice that where they were put in place. */
  emit(node: Node): Node {
    if (node.kind !== "map" && node.kind !== "list") return node;
    const known = this.done.get(node);
    if (known) return known;
    const made = this.make(node);
    this.done.set(node, made);
    return made;
  }

  private make(node: Node): Node {
    const fate = this.homes.fateOf(node);
    if (fate?.kind === "inlined") {
      const value = this.emit(fate.target);
      this.note(node, { kind: "value", at: node, value });
      return value;
    }
    if (fate?.kind === "left" && fate.deep) this.tooDeep.push(node);
    if (node.kind === "list") {
      const items = node.items.map((item) => this.emit(item));
      return items.every((item, index) => item === node.items[index]) ? node : { ...node, items };
    }
    return node.kind === "map" ? this.map(node, fate) : node;
  }

  private map(node: MapNode, fate: Fate | undefined): Node {
    const value = writtenAs(fate);
    const ref = value === undefined ? undefined : entryOf(node, "$ref")?.value;
    const entries = node.entries.map((entry): Entry => {
      if (value !== undefined && entry.value === ref && ref.kind === "string" && ref.value !== value)
        return { ...entry, value: this.ref(ref, value) };
      const made = this.emit(entry.value);
      return made === entry.value ? entry : { ...entry, value: made };
    });
    return entries.every((entry, index) => entry === node.entries[index]) ? node : { ...node, entries };
  }

  private ref(ref: StringNode, value: string): StringNode {
    this.note(ref, { kind: "ref", at: ref, value });
    return { ...ref, value };
  }

  private note(node: Node, change: Change): void {
    if (node.file.id === this.main) this.changes.push(change);
  }
}
