/** Elements that paper has no use for: controls, lines of the source, the narrow form of a picture, a schema once more as it is written. */
const OF_SCREEN: ReadonlySet<string> = new Set([
  ...["copy", "bar", "tabs", "twist", "variant-bar"],
  ...["source-link", "source-row", "flow-narrow", "schema-parts", "schema-written"],
]);

const TAG = /<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|[^">])*)>/g;
const CLASS = / class="([^"]*)"/;
const ID = / id="([^"]*)"/;
const TO_SCHEMA = / href="\.\.\/schemas\/| href="[^"/#]+\.html"/;

/** Elements without an end tag. */
const EMPTY: ReadonlySet<string> = new Set(["br", "hr", "img", "input", "wbr"]);

/** Decides what of a page stays on paper, tag by tag. Markup of other templates than ours stays. */
class Sieve {
  readonly #hasMessages: boolean;
  /** For each open list item: whether it is a row of a tree whose type links to the page of a schema. */
  readonly #items: boolean[] = [];
  /** The same of the root of a tree. */
  #isRootLinked = false;
  #isTypeInHead = false;
  #isInType = false;
  #samples = 0;
  #hasOwnCode = false;

  constructor(hasMessages: boolean) {
    this.#hasMessages = hasMessages;
  }

  /** Takes an end tag. */
  end(tag: string): void {
    if (tag === "li") this.#items.pop();
    if (tag === "p") this.#isInType = false;
  }

  /** Takes a start tag. Returns whether the element stays. */
  start(tag: string, attributes: string): boolean {
    const classes = (CLASS.exec(attributes)?.[1] ?? "").split(" ");
    if (!classes.every((name) => this.#isKept(name)) || (this.#samples > 1 && attributes.includes(" data-sample="))) return false;
    for (const name of classes) this.#enter(name);
    if (tag === "li") this.#items.push(false);
    if (tag === "a" && this.#isInType && TO_SCHEMA.test(attributes)) {
      if (this.#items.length === 0) this.#isRootLinked = true;
      else this.#items[this.#items.length - 1] = true;
    }
    return true;
  }

  #isKept(name: string): boolean {
    if (OF_SCREEN.has(name)) return false;
    if (name === "sample") return (this.#samples += 1) === 1;
    if (name === "at") return !this.#hasOwnCode;
    if (name === "schema-below") return this.#items.at(-1) !== true;
    const isOfRoot = (name === "schema-rows" || name === "schema-section") && this.#items.length === 0;
    return !(isOfRoot && this.#hasMessages && this.#isRootLinked);
  }

  #enter(name: string): void {
    if (name === "schema-type") this.#isInType = true;
    if (name === "commands") this.#hasOwnCode = false;
    if (name === "own") this.#hasOwnCode = true;
    if (name === "own" || name === "at" || name === "commands") this.#samples = 0;
    if (name === "fields-head" || (name === "schema-root" && !this.#isTypeInHead)) this.#isRootLinked = false;
    if (name === "fields-head" || name === "schema-root") this.#isTypeInHead = name === "fields-head";
  }
}

/**
 * The HTML of a page as it stands on paper. Of code in several languages there is the first. A schema is printed once: where a type
 * links to the page of a schema, what is below is left out, for the section of that schema has it.
 */
export function onPaper(html: string, { hasMessages }: { readonly hasMessages: boolean }): string {
  const sieve = new Sieve(hasMessages);
  const kept: string[] = [];
  let from = 0;
  let left: { readonly tag: string; depth: number } | undefined;
  let isInCode = false;
  let id = "";
  // For each open link: whether it stays.
  const links: boolean[] = [];
  for (const { 0: whole, 1: slash, 2: tag = "", 3: attributes = "", index } of html.matchAll(TAG)) {
    const isEmpty = EMPTY.has(tag) || attributes.endsWith("/");
    if (left) {
      if (tag !== left.tag || isEmpty) continue;
      left.depth += slash === "/" ? -1 : 1;
      if (left.depth > 0) continue;
      left = undefined;
      from = index + whole.length;
    } else if (tag === "a" && (slash === "/" ? links.pop() === false : isInCode || attributes.includes(` href="#${id}"`))) {
      // The names of an example lead to fields, and headings to themselves, which paper cannot.
      if (slash === "") links.push(false);
      kept.push(html.slice(from, index));
      from = index + whole.length;
    } else if (slash === "/") {
      if (tag === "pre") isInCode = false;
      sieve.end(tag);
    } else if (!sieve.start(tag, attributes)) {
      kept.push(html.slice(from, index));
      if (isEmpty) from = index + whole.length;
      else left = { tag, depth: 1 };
    } else {
      if (tag === "a") links.push(true);
      if (tag === "pre") isInCode = true;
      id = ID.exec(attributes)?.[1] ?? id;
    }
  }
  kept.push(left ? "" : html.slice(from));
  return kept.join("");
}
