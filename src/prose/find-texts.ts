import type { Node, StringNode } from "#json";

const TEXT_KEYS = /desc|summary|doc|title|comment|note/i;

interface Step {
  readonly node: Node;
  /** Whether it stands under a key that sounds like text. */
  readonly text: boolean;
}

function stepsInto({ node, text }: Step): Step[] {
  if (node.kind === "map") return node.entries.map(({ key, value }) => ({ node: value, text: text || TEXT_KEYS.test(key) }));
  return node.kind === "list" ? node.items.map((item) => ({ node: item, text })) : [];
}

/**
 * Every string of the values that anybody might show as Markdown: under a key that sounds like text, or in a map under such
 * a key. A superset: it decides what to load before pages are made, not what is prose. Aliases are walked once.
 */
export function findTexts(roots: Iterable<Node>): StringNode[] {
  const found: StringNode[] = [];
  const seen = { text: new Set<Node>(), other: new Set<Node>() };
  const open: Step[] = [...roots].map((node) => ({ node, text: false }));
  for (let step = open.pop(); step; step = open.pop()) {
    const { node, text } = step;
    if (seen.text.has(node) || (!text && seen.other.has(node))) continue;
    seen[text ? "text" : "other"].add(node);
    if (text && node.kind === "string") found.push(node);
    for (const next of stepsInto(step)) open.push(next);
  }
  return found;
}
