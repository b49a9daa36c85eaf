import type { Node } from "#json";
import { printTokens } from "#json";

/** A scalar as it is written without quotes. */
export function scalar(node: Node | undefined): string | undefined {
  if (node?.kind === "string") return node.value;
  if (node?.kind === "number") return node.raw;
  return node?.kind === "boolean" ? String(node.value) : undefined;
}

/** The first scalar of some lists, which may be long: no further one is looked at. */
export function firstScalar(...lists: readonly (readonly (Node | undefined)[])[]): string | undefined {
  for (const list of lists) {
    for (const node of list) {
      const text = scalar(node);
      if (text !== undefined) return text;
    }
  }
  return undefined;
}

/** `{name}` replaced where a value is known; never twice. */
export function filled(text: string, values: ReadonlyMap<string, string | undefined>): string {
  return text.replace(/\{([^{}]*)\}/g, (whole, name: string) => values.get(name) ?? whole);
}

/** Whether a value may have a text of so many characters: each value and key has one at least. Aliases are counted wherever they stand. */
function mayFit(node: Node, longest: number): boolean {
  const open: Node[] = [node];
  let least = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    least += next.kind === "string" ? next.value.length : 1;
    if (least > longest) return false;
    if (next.kind === "map") for (const { value } of next.entries.slice(0, longest)) open.push(value);
    else if (next.kind === "list") for (const item of next.items.slice(0, longest)) open.push(item);
  }
  return true;
}

/** JSON on one line, digit for digit: some tools send a message a line. `undefined` for what is longer than is asked for. */
export function compact(node: Node, longest: number): string | undefined {
  if (!mayFit(node, longest)) return undefined;
  const text = printTokens(node)
    .map((token) => (token.type === "plain" ? token.text.replace(/\s+/g, "") : token.text))
    .join("");
  return text.length <= longest ? text : undefined;
}
