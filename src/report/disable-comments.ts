import { codesNamed, entriesOf, itemsOf, partitionPoint } from "#text";
import type { Code, Node, Place, TextFile } from "#text";

/** `# msgdocs-disable-next-line code, code`: switches rules off for the node that comes next. */
const COMMENT = /#[ \t]*msgdocs-disable-next-line[ \t]+([^\r\n#]*)/g;

/** One name of one comment. */
export interface Disabled {
  readonly comment: Place;
  readonly name: string;
  readonly codes: readonly Code[];
  /** What the comment covers: from the next key or item to the end of its value. */
  readonly from: number;
  readonly to: number;
  used: boolean;
}

interface Part {
  readonly start: number;
  readonly end: number;
  readonly node: Node;
}

/** Keys and values of a node in text order. Of an alias only the place where it was written counts. */
function partsOf(node: Node): readonly Part[] {
  const entries = entriesOf(node).map((entry) => {
    const own = entry.value.start >= entry.start;
    return { start: entry.start, end: own ? Math.max(entry.end, entry.value.end) : entry.end, node: entry.value };
  });
  return [...entries, ...itemsOf(node).map((item) => ({ start: item.start, end: item.end, node: item }))].sort((a, b) => a.start - b.start);
}

/** How many parts start at or before an offset; they are sorted. */
function countUpTo(starts: readonly { readonly start: number }[], offset: number): number {
  return partitionPoint(starts.length, (index) => (starts[index]?.start ?? 0) <= offset);
}

type Parts = (node: Node) => readonly Part[];

/** The parts of each node, gathered once however many comments there are. */
function rememberedParts(): Parts {
  const known = new Map<Node, readonly Part[]>();
  return (node) => {
    const parts = known.get(node) ?? partsOf(node);
    known.set(node, parts);
    return parts;
  };
}

/** The outermost key or item that starts after a comment; `undefined` inside of a text, where it is no comment, and at the end. */
function nextNode(root: Node, offset: number, parts: Parts): { from: number; to: number } | undefined {
  let node = root;
  for (;;) {
    const children = parts(node);
    const count = countUpTo(children, offset);
    const inside = children[count - 1];
    if (!inside || offset >= inside.end) {
      const next = children[count];
      return next && { from: next.start, to: next.end };
    }
    const block = (inside.node.kind === "map" || inside.node.kind === "list") && !/[[{]/.test(root.file.text[inside.node.start] ?? "");
    if (!block && inside.node.start > offset) return { from: inside.node.start, to: inside.end };
    if (inside.node.kind !== "map" && inside.node.kind !== "list") return undefined;
    node = inside.node;
  }
}

/** Every name in the comments of a file, in text order. */
export function disableComments(file: TextFile, root: Node): Disabled[] {
  const parts = rememberedParts();
  const found: Disabled[] = [];
  for (const match of file.text.matchAll(COMMENT)) {
    const next = nextNode(root, match.index, parts);
    if (!next) continue;
    const comment = { file, start: match.index, end: match.index + match[0].trimEnd().length };
    for (const name of (match[1] ?? "").split(/[\s,]+/).filter(Boolean)) {
      found.push({ comment, name, codes: codesNamed(name) ?? [], from: next.from, to: next.to, used: false });
    }
  }
  return found;
}
