import type { Node } from "./node.ts";
import { entryOf } from "./node.ts";

/** One reference token escaped for a pointer. RFC 6901 § 3: `~` first, or `~1` would be escaped twice. */
export function escapeToken(token: string): string {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Tokens joined to a pointer; no token gives the empty pointer, which is the whole document. */
export function formatPointer(tokens: readonly string[]): string {
  return tokens.map((token) => `/${escapeToken(token)}`).join("");
}

/**
 * A JSON Pointer (RFC 6901, without `#`) as its tokens, or `undefined` where it is not one
 * (does not start with `/`, or holds `~` before anything but `0` and `1`).
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

/** The member or item that one token names. RFC 6901 § 4: an index has no leading zero, `-` names nothing. */
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
