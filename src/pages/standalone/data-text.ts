import type { Node } from "#text";
import { jsonScalar } from "#text";
import { TooLarge } from "./parts.ts";

/** The most values in one file. Only aliases can lead to more. */
const MOST_VALUES = 200_000;

/** A JSON object from printed members, indented by two spaces a level. */
export function objectText(members: readonly (readonly [key: string, json: string])[], indent: string): string {
  if (members.length === 0) return "{}";
  const inner = `${indent}  `;
  return `{\n${members.map(([key, json]) => `${inner}${JSON.stringify(key.toWellFormed())}: ${json}`).join(",\n")}\n${indent}}`;
}

/** A JSON array from printed items. Short ones of scalars take one line. */
export function listText(items: readonly string[], indent: string): string {
  const line = `[${items.join(", ")}]`;
  if (line.length <= 100 && !line.includes("\n")) return line;
  const inner = `${indent}  `;
  return `[\n${items.map((item) => `${inner}${item}`).join(",\n")}\n${indent}]`;
}

/** Prints values as JSON with digits as written. */
export class DataText {
  #left = MOST_VALUES;

  /** Throws {@link TooLarge} if a file would have too many values. */
  print(node: Node, indent: string): string {
    this.#left -= 1;
    if (this.#left < 0) throw new TooLarge();
    const inner = `${indent}  `;
    if (node.kind === "list") {
      return listText(
        node.items.map((item) => this.print(item, inner)),
        indent,
      );
    }
    if (node.kind !== "map") return jsonScalar(node);
    return objectText(
      node.entries.map(({ key, value }) => [key, this.print(value, inner)]),
      indent,
    );
  }
}
