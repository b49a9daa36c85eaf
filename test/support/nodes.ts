import type { Entry, Node, TextFile } from "../../src/text/json/index.ts";

/** A file for nodes that no text was read for. */
export const nowhere: TextFile = { id: "/nowhere", name: "nowhere.json", text: "", language: "json" };

/** A number with the digits it is to be printed with, which a JavaScript number does not keep. */
export class Digits {
  readonly raw: string;
  constructor(raw: string) {
    this.raw = raw;
  }
}

/** A placed tree of a plain value, all places empty: for rooms whose tests are not about places. */
export function nodeOf(value: unknown, file: TextFile = nowhere): Node {
  const place = { file, start: 0, end: 0 };
  if (value === null || value === undefined) return { ...place, kind: "null" };
  if (typeof value === "string") return { ...place, kind: "string", value };
  if (typeof value === "boolean") return { ...place, kind: "boolean", value };
  if (typeof value === "number") return { ...place, kind: "number", raw: String(value), value };
  if (value instanceof Digits) return { ...place, kind: "number", raw: value.raw, value: Number(value.raw) };
  if (Array.isArray(value)) return { ...place, kind: "list", items: value.map((item) => nodeOf(item, file)) };
  const entries: Entry[] = Object.entries(value).map(([key, item]) => ({ ...place, key, value: nodeOf(item, file) }));
  return { ...place, kind: "map", entries };
}
