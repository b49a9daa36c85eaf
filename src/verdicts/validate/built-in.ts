import type { Entry, Node, TextFile } from "#text";

/** What JavaScript can say of JSON. */
export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain };

/** A value of our own as a tree; it has no place in any document, so all its places are the start of a named empty text. */
export function builtIn(name: string, value: Plain): Node {
  const file: TextFile = { id: name, name, text: "", language: "json" };
  const place = { file, start: 0, end: 0 };
  const node = (from: Plain): Node => {
    if (from === null) return { ...place, kind: "null" };
    if (typeof from === "string") return { ...place, kind: "string", value: from };
    if (typeof from === "number") return { ...place, kind: "number", value: from, raw: String(from) };
    if (typeof from === "boolean") return { ...place, kind: "boolean", value: from };
    if (Array.isArray(from)) return { ...place, kind: "list", items: from.map((item: Plain) => node(item)) };
    const entries = Object.entries(from).map(([key, each]): Entry => ({ ...place, key, value: node(each) }));
    return { ...place, kind: "map", entries };
  };
  return node(value);
}
