import type { Entry, ListNode, MapNode, Node, NumberNode, StringNode, TextFile } from "#text";

/** The file of generated values. They are written nowhere, so all have the start of one empty text as their place. */
const nowhere: TextFile = { id: "generated", name: "generated", text: "", language: "json" };
const place = { file: nowhere, start: 0, end: 0 };

export function text(value: string): StringNode {
  return { ...place, kind: "string", value };
}

/** A number by its digits. */
export function number(raw: string): NumberNode {
  return { ...place, kind: "number", raw, value: Number(raw) };
}

export function boolean(value: boolean): Node {
  return { ...place, kind: "boolean", value };
}

export function nothing(): Node {
  return { ...place, kind: "null" };
}

export function list(items: readonly Node[]): ListNode {
  return { ...place, kind: "list", items };
}

export function object(members: Iterable<readonly [string, Node]>): MapNode {
  const entries = [...members].map(([key, value]): Entry => ({ ...place, key, value }));
  return { ...place, kind: "map", entries };
}
