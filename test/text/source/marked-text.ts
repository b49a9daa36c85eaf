import type { Diagnostic, Node, TextFile } from "#text";
import { parseText, readLimits } from "#text";

export interface Read {
  readonly node: Node | undefined;
  /** `code "the text at its place"`, or with the message where one is asked for. */
  readonly problems: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a text and tells each problem with the text that it is placed at. */
export function read(text: string, language: TextFile["language"] = "yaml", depth = readLimits.depth): Read {
  const file: TextFile = { id: "/t", name: "t", text, language };
  const diagnostics: Diagnostic[] = [];
  const node = parseText(file, { limits: { ...readLimits, depth }, report: (each) => diagnostics.push(each) });
  const problems = diagnostics.map(({ code, place }) => `${code} @${place.start} ${JSON.stringify(text.slice(place.start, place.end))}`);
  return { node, problems, diagnostics };
}

/** A tree as plain data, keys in order; numbers as their digits marked with `#`. */
export function plain(node: Node | undefined): unknown {
  if (!node) return undefined;
  switch (node.kind) {
    case "map":
      return new Map(node.entries.map(({ key, value }) => [key, plain(value)]));
    case "list":
      return node.items.map(plain);
    case "number":
      return `#${node.raw}`;
    case "null":
      return null;
    default:
      return node.value;
  }
}
