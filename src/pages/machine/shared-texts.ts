import type { View } from "./view-text.ts";

/** A part that several pages show. It is printed once. */
interface Shared {
  readonly key: object;
  /** The placeholder for the prefix of anchors, and the prefix on this page. */
  readonly mark: string;
  readonly as: string;
  readonly view: () => View;
}

/** The Markdown of parts that pages of a site share. */
export class SharedTexts {
  readonly #texts = new WeakMap<object, string>();

  /** Prints a shared part once, although its anchors differ between pages. */
  once(view: View, print: (view: View) => string): string {
    const { shared } = view as { shared?: Shared };
    if (!shared) return print(view);
    let known = this.#texts.get(shared.key);
    if (known === undefined) this.#texts.set(shared.key, (known = print(shared.view())));
    // Only slots of fields hold anchors.
    return known.includes(shared.mark) ? known.replaceAll(shared.mark, shared.as) : known;
  }
}
