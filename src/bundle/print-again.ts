import type { MapNode, Node } from "#json";
import { printJson } from "#json";
import { jsonNumbers } from "./json-numbers.ts";

/** A document as it was printed before some of its values changed. */
export interface Before {
  /** The text, where it is at hand. */
  readonly textOf: () => string | undefined;
  /** Whether a value that is a part by itself says what it said; `undefined` of any other. */
  readonly isSame: (node: Node) => boolean | undefined;
}

/** Thrown where a text is not what the same keys were printed as. */
class Unlike extends Error {}

/** Goes through a printed document beside its values, and takes over what is the same. */
class Again {
  readonly #before: string;
  readonly #isSame: Before["isSame"];
  readonly #pieces: string[] = [];
  #at = 0;

  constructor(before: string, isSame: Before["isSame"]) {
    this.#before = before;
    this.#isSame = isSame;
  }

  print(root: MapNode): string {
    this.#map(root, "");
    this.#expect("\n");
    if (this.#at !== this.#before.length) throw new Unlike();
    return this.#pieces.join("");
  }

  #map(node: MapNode, indent: string): void {
    const inner = `${indent}  `;
    this.#expect("{");
    for (const [index, { key, value }] of node.entries.entries()) {
      this.#expect(`${index > 0 ? "," : ""}\n${inner}${JSON.stringify(key)}: `);
      const isSame = this.#isSame(value);
      if (isSame === undefined && value.kind === "map" && value.entries.length > 0) this.#map(value, inner);
      else {
        // Values are indented further, so that this is the next key or the end of them.
        const end = this.#before.indexOf(index + 1 < node.entries.length ? `,\n${inner}"` : `\n${indent}}`, this.#at);
        if (end < 0) throw new Unlike();
        this.#pieces.push(
          isSame === true ? this.#before.slice(this.#at, end) : printJson(jsonNumbers(value), { most: Infinity, indent: inner }),
        );
        this.#at = end;
      }
    }
    this.#expect(`\n${indent}}`);
  }

  #expect(text: string): void {
    if (!this.#before.startsWith(text, this.#at)) throw new Unlike();
    this.#pieces.push(text);
    this.#at += text.length;
  }
}

/** A document as JSON, what is the same taken from how it was printed before; `undefined` where that was something else. */
export function printAgain(root: MapNode, { textOf, isSame }: Before): string | undefined {
  const text = textOf();
  if (text === undefined) return undefined;
  try {
    return new Again(text, isSame).print(root);
  } catch (error) {
    if (error instanceof Unlike) return undefined;
    throw error;
  }
}
