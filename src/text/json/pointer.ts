import type { Node } from "./node.ts";
import { entryOf } from "./node.ts";

/** Escapes a reference token for a pointer. `~` comes first, otherwise `~1` would be escaped twice (RFC 6901 § 3). */
export function escapeToken(token: string): string {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Joins tokens to a pointer. No tokens give the empty pointer, which means the whole document. */
export function formatPointer(tokens: readonly string[]): string {
  return tokens.map((token) => `/${escapeToken(token)}`).join("");
}

/**
 * The tokens of a JSON Pointer (RFC 6901, without `#`); `undefined` if the text does not start with `/`, or has `~` before anything but
 * `0` and `1`.
 */
export function parsePointer(pointer: string): string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/") || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A URI fragment or path without its percent escapes (RFC 3986 § 2.1, RFC 6901 § 6); as it is where they are broken. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The member or item that a token names. An index has no leading zero, and `-` names nothing (RFC 6901 § 4). */
export function childAt(node: Node, token: string): Node | undefined {
  if (node.kind === "map") return entryOf(node, token)?.value;
  if (node.kind !== "list" || !/^(0|[1-9]\d*)$/.test(token)) return undefined;
  return node.items[Number(token)];
}

/** The value that the tokens lead to, or `undefined`. References on the way are not followed. */
export function evaluatePointer(root: Node, tokens: readonly string[]): Node | undefined {
  let node: Node | undefined = root;
  for (const token of tokens) {
    if (!node) return undefined;
    node = childAt(node, token);
  }
  return node;
}

/** The value that a URI fragment without its `#` leads to (RFC 6901 § 6). */
export function evaluateFragment(root: Node, fragment: string): Node | undefined {
  const tokens = parsePointer(percentDecoded(fragment));
  return tokens && evaluatePointer(root, tokens);
}
