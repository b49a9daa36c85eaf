import type { Node } from "#text";

interface Parent {
  readonly node: Node;
  readonly token: string;
}

function childrenOf(node: Node): readonly (readonly [string, Node])[] {
  if (node.kind === "map") return node.entries.map(({ key, value }) => [key, value]);
  return node.kind === "list" ? node.items.map((item, index) => [String(index), item]) : [];
}

/**
 * Which value stands inside of which, in the main document and below the targets of references, and where the outermost of them
 * have their place. A value that aliases repeat stands where it is met first.
 */
export class Standing {
  private readonly parents = new Map<Node, Parent>();
  private readonly places = new Map<Node, readonly string[]>();

  constructor(root: Node, targets: readonly Node[]) {
    const wanted = new Set(targets);
    const seen = new Set<Node>();
    this.enter(root, seen, wanted);
    this.places.set(root, []);
    for (const target of wanted) this.enter(target, seen, wanted);
  }

  /** Takes in a value and all below it, the first first. */
  private enter(root: Node, seen: Set<Node>, wanted: ReadonlySet<Node>): void {
    const open = [root];
    for (let node = open.pop(); node; node = open.pop()) {
      if (seen.has(node)) continue;
      seen.add(node);
      for (const [token, child] of childrenOf(node).toReversed()) {
        const counts = child.kind === "map" || child.kind === "list" || wanted.has(child);
        if (!counts) continue;
        if (!this.parents.has(child)) this.parents.set(child, { node, token });
        open.push(child);
      }
    }
  }

  /** The outermost value that a value is moved with; the root for all of the main document. */
  ownerOf(node: Node): Node {
    let at = node;
    for (let up = this.parents.get(at); up && !this.places.has(at); up = this.parents.get(at)) at = up.node;
    return at;
  }

  /** The tokens of a value's place in the document, if it has one. */
  addressOf(node: Node): readonly string[] | undefined {
    const tokens: string[] = [];
    let at = node;
    for (;;) {
      const place = this.places.get(at);
      if (place) return [...place, ...tokens.reverse()];
      const up = this.parents.get(at);
      if (!up) return undefined;
      tokens.push(up.token);
      at = up.node;
    }
  }

  settle(node: Node, tokens: readonly string[]): void {
    this.places.set(node, tokens);
  }

  /** Lets a value go its own way. */
  cut(node: Node): void {
    this.parents.delete(node);
  }
}
