import type { Node } from "#text";

/** Characters that a bundled document may have at least, and how many times as large as what it is made of it may be. */
const ROOM = 8_000_000;
const TIMES = 8;

/** About what a value takes beside its own characters: a key's quotes, punctuation, some indentation. */
const AROUND = 8;

/** The most characters of a document that is made of texts of so many. What aliases repeat is written out, which has no end otherwise. */
export function mostWrittenOut(characters: number): number {
  return Math.max(ROOM, TIMES * characters);
}

function own(node: Node): number {
  if (node.kind === "map") return node.entries.reduce((sum, { key }) => sum + key.length + AROUND, AROUND);
  return AROUND + (node.kind === "string" ? node.value.length : node.kind === "number" ? node.raw.length : 0);
}

function childrenOf(node: Node): readonly Node[] {
  if (node.kind === "map") return node.entries.map(({ value }) => value);
  return node.kind === "list" ? node.items : [];
}

/**
 * Whether a tree has at most so many characters by {@link writtenOut}. Values are counted as often as they will be written, which is
 * quicker than telling which of them are the same, and ends where there are too many.
 */
export function isWithin(root: Node, most: number): boolean {
  let count = own(root);
  const open = [root];
  for (let node = open.pop(); node && count <= most; node = open.pop()) {
    for (const child of childrenOf(node)) {
      count += own(child);
      if (child.kind === "map" || child.kind === "list") open.push(child);
    }
  }
  return count <= most;
}

/** About how many characters a tree has once every alias is written out. Each map and list is counted once, so that this is quick for any. */
export function writtenOut(root: Node): number {
  const counts = new Map<Node, number>();
  const open = [root];
  for (let node = open.at(-1); node; node = open.at(-1)) {
    // What is there a second time was put on the stack as often, before it was known.
    if (counts.has(node)) {
      open.pop();
      continue;
    }
    const inside = childrenOf(node);
    const unknown = inside.filter((each) => !counts.has(each) && (each.kind === "map" || each.kind === "list"));
    for (const each of unknown) open.push(each);
    if (unknown.length > 0) continue;
    counts.set(
      node,
      inside.reduce((sum, each) => sum + (counts.get(each) ?? own(each)), own(node)),
    );
    open.pop();
  }
  return counts.get(root) ?? own(root);
}
