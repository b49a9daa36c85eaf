import type { Node, StringNode } from "#text";
import { protoTexts } from "#schema";

/** Matches .proto texts, whose comments are texts too. */
const PROTO = /\b(?:message|enum)\b/;

function isProto({ value }: StringNode): boolean {
  return (value.includes("//") || value.includes("/*")) && PROTO.test(value);
}

const TEXT_KEYS = /desc|summary|doc|title|comment|note/i;

/** Searches values for texts. Each value is visited at most twice: once under a key for texts, once elsewhere. */
class TextSearch {
  readonly found: StringNode[] = [];
  readonly #seen = { text: new Set<Node>(), other: new Set<Node>() };
  /** The nodes still to visit. Two parallel lists avoid recursion and an object for each step. */
  readonly #open: Node[] = [];
  readonly #isText: boolean[] = [];
  /** Whether keys sound like text. Documents have many entries but few different keys. */
  readonly #keys = new Map<string, boolean>();

  /** @param text whether it is under a key that sounds like text */
  add(node: Node, text: boolean): void {
    this.#open.push(node);
    this.#isText.push(text);
  }

  run(): StringNode[] {
    for (let node = this.#open.pop(); node; node = this.#open.pop()) this.#look(node, this.#isText.pop() === true);
    return this.found;
  }

  #look(node: Node, text: boolean): void {
    // Elsewhere only collections and .proto texts matter.
    if (!text && node.kind !== "map" && node.kind !== "list" && (node.kind !== "string" || !isProto(node))) return;
    if (!this.#isNew(node, text)) return;
    if (node.kind === "string") this.#take(node, text);
    else this.#enter(node, text);
  }

  /** Adds a text, and the comments of a .proto text, which are shown as texts of their own. */
  #take(node: StringNode, text: boolean): void {
    if (text) this.found.push(node);
    if (isProto(node)) for (const value of protoTexts(node.value)) this.found.push({ ...node, value });
  }

  /** Whether a node must be visited. One that was visited as text needs no second visit. */
  #isNew(node: Node, text: boolean): boolean {
    const { text: texts, other } = this.#seen;
    if (texts.has(node) || (!text && other.has(node))) return false;
    (text ? texts : other).add(node);
    return true;
  }

  #enter(node: Node, text: boolean): void {
    if (node.kind === "map") for (const { key, value } of node.entries) this.add(value, text || this.#sounds(key));
    else if (node.kind === "list") for (const item of node.items) this.add(item, text);
  }

  #sounds(key: string): boolean {
    let sounds = this.#keys.get(key);
    if (sounds === undefined) this.#keys.set(key, (sounds = TEXT_KEYS.test(key)));
    return sounds;
  }
}

/**
 * All strings that might be shown as Markdown: those under a key that sounds like text or in a map under such a key, and comments in
 * .proto texts. There may be too many: it decides what to load before pages are made, not what is Markdown. Aliased values are visited
 * once.
 */
export function findTexts(roots: Iterable<Node>): StringNode[] {
  const finding = new TextSearch();
  for (const root of roots) finding.add(root, false);
  return finding.run();
}
