import type { Heading as HeadingNode } from "mdast";
import { PREFIX_MARKER } from "./marker.ts";
import { plainText } from "./plain-text.ts";
import type { Heading, TextProblem } from "./rendered.ts";
import type { Range } from "./rewriting.ts";

/** The fragment that authors expect of a heading: lower case, letters and digits of any script, spaces as hyphens. */
function slug(text: string): string {
  const kept = text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
    .replaceAll(" ", "-");
  return kept || "section";
}

interface Open {
  readonly depth: number;
  readonly id: string;
}

/**
 * The headings of one text as an outline under the page's own: levels without gaps from `base` on, at most 6, and ids.
 * A later heading of the same words is named with the heading above it, so that only a namesake can change an id.
 */
export class Outline {
  readonly headings: Heading[] = [];
  readonly problems: TextProblem[] = [];
  readonly #base: number;
  readonly #open: Open[] = [];
  readonly #taken = new Map<string, number>();

  constructor(base: number) {
    this.#base = base;
  }

  /** The level and id of the next heading in the text. */
  add(text: string, depth: number, range: Range): Heading {
    while ((this.#open.at(-1)?.depth ?? 0) >= depth) this.#open.pop();
    const above = this.#open.at(-1);
    if (above && depth > above.depth + 1) {
      const what = `The heading “${text}” is of level ${depth} right below one of level ${above.depth}`;
      this.problems.push({ code: "text/structure", blanks: { what }, ...range });
    }
    const id = this.#unique(slug(text), above);
    this.#open.push({ depth, id });
    const heading = { depth: Math.min(6, this.#base + this.#open.length - 1), text, id };
    this.headings.push(heading);
    return heading;
  }

  #unique(wanted: string, above: Open | undefined): string {
    const id = this.#taken.has(wanted) && above ? `${above.id}--${wanted}` : wanted;
    const count = (this.#taken.get(id) ?? 0) + 1;
    this.#taken.set(id, count);
    if (count === 1) return id;
    return this.#unique(`${id}-${count}`, undefined);
  }
}

/** A heading, children already rewritten, at its level on the page and with its id. */
export function rewriteHeading(node: HeadingNode, range: Range, outline: Outline): HeadingNode {
  const { depth, id } = outline.add(plainText(node).trim(), node.depth, range);
  return { ...node, depth: depth as HeadingNode["depth"], data: { hProperties: { id: PREFIX_MARKER + id } } };
}
