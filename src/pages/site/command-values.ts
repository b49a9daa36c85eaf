import type { Node } from "#text";
import { fits, printTokens } from "#text";

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

/** Characters that a value has at least, without those in it. */
const leastOf = (node: Node): number => (node.kind === "string" ? Math.max(1, node.value.length) : 1);

/** JSON on one line, digit for digit: some tools send a message a line. `undefined` for what is longer than is asked for. */
export function compact(node: Node, longest: number): string | undefined {
  if (!fits(node, longest, leastOf)) return undefined;
  const text = printTokens(node)
    .map((token) => (token.type === "plain" ? token.text.replace(/\s+/g, "") : token.text))
    .join("");
  return text.length <= longest ? text : undefined;
}
