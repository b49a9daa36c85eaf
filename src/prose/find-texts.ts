import type { Node, StringNode } from "#json";

const TEXT_KEYS = /desc|summary|doc|title|comment|note/i;

/**
 * Every string of the values that anybody might show as Markdown: under a key that sounds like text, or in a map under such
 * a key. A superset: it decides what to load before pages are made, not what is prose. Aliases are walked once.
 */
export function findTexts(roots: Iterable<Node>): StringNode[] {
  const found: StringNode[] = [];
  const seen = { text: new Set<Node>(), other: new Set<Node>() };
  const open = [...roots].map((node) => ({ node, text: false }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, text } = next;
    if (seen.text.has(node) || (!text && seen.other.has(node))) continue;
    seen[text ? "text" : "other"].add(node);
    if (node.kind === "map") for (const { key, value } of node.entries) open.push({ node: value, text: text || TEXT_KEYS.test(key) });
    else if (node.kind === "list") for (const item of node.items) open.push({ node: item, text });
    else if (text && node.kind === "string") found.push(node);
  }
  return found;
}
