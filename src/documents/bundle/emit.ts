import { isLikelyAvro } from "#format";
import type { Entry, MapNode, Node, StringNode } from "#text";
import { entryOf, formatPointer } from "#text";
import type { Documents } from "../references/index.ts";
import { standaloneAvro } from "../references/index.ts";
import type { ReferenceAction, Placement } from "./placement.ts";

/** A change of one value in the text of the main document. */
export type ValueChange =
  | { readonly kind: "ref"; readonly at: StringNode; readonly value: string }
  | { readonly kind: "value"; readonly at: Node; readonly value: Node };

/** A pointer as a URI fragment (RFC 6901 § 6). Characters that a fragment may contain are not encoded. */
function fragment(tokens: readonly string[]): string {
  const kept = /%(?:2F|7E|21|24|26|27|28|29|2A|2B|2C|3B|3D|3A|40|3F)/g;
  const encoded = encodeURIComponent(formatPointer(tokens).toWellFormed());
  return `#${encoded.replace(kept, (code) => decodeURIComponent(code))}`;
}

/** The new text of a reference in the bundle, if it may differ from the old one. */
function rewrittenRef(fate: ReferenceAction | undefined): string | undefined {
  if (fate?.kind === "local") return fragment(fate.tokens);
  return fate?.kind === "left" ? fate.ref : undefined;
}

/** Creates the values of the bundle, each once. An unchanged value is the same node. */
export class BundleEmitter {
  /** The changes in the text of the main document, unordered. */
  readonly changes: ValueChange[] = [];
  /** References whose targets could not be placed. */
  readonly tooDeep: Node[] = [];
  private readonly homes: Placement;
  private readonly main: string;
  private readonly documents: Documents;
  private readonly done = new Map<Node, Node>();
  private readonly alone = new Map<Node, Node>();

  constructor(homes: Placement, documents: Documents) {
    this.homes = homes;
    this.main = documents.main.id;
    this.documents = documents;
  }

  /** Recursive. The depth is limited by that of a file, and twice that with inlined values. */
  emit(node: Node): Node {
    if (node.kind !== "map" && node.kind !== "list") return node;
    const known = this.done.get(node);
    if (known) return known;
    const made = this.make(node);
    this.done.set(node, made);
    return made;
  }

  private make(node: Node): Node {
    const fate = this.homes.actionFor(node);
    if (fate?.kind === "inlined") {
      const value = this.emit(this.standing(fate.target));
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

  /**
   * The value to write for a target. A type of an Avro file is made self-contained, because it depends on its namespace and on other
   * types of the file.
   */
  private standing(target: Node): Node {
    const root = this.documents.rootOf(target.file);
    const known = this.alone.get(target);
    if (known || !root || root === target || !isLikelyAvro(root)) return known ?? target;
    const made = standaloneAvro(target, root);
    this.alone.set(target, made);
    return made;
  }

  private map(node: MapNode, fate: ReferenceAction | undefined): Node {
    const value = rewrittenRef(fate);
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

  private note(node: Node, change: ValueChange): void {
    if (node.file.id === this.main) this.changes.push(change);
  }
}
