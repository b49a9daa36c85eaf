/** The partials that look for a shared part of a page. */
export const shareable: readonly string[] = ["schema-rows", "schema-facts", "example-panel", "nav-section"];

/** A path that leads out of a partial to what differs from page to page; the words of the interface and their language do not. */
const OUTWARD = /@root\b(?!\.t\.|\.language\b)/;
const PARTIAL = /\{\{~?#?>\s*([\w/-]+)/g;

/**
 * Whether a partial shows nothing but its own view, itself and by the partials in it: only then is it alike on all pages.
 * A changed partial with a step to its caller is not trusted to be.
 */
export function isClosed(
  name: string,
  textOf: (name: string) => { readonly text: string; readonly builtIn: boolean } | undefined,
): boolean {
  const reached = new Set([name]);
  // What is found is added at the end, and met by the same loop.
  for (const each of reached) {
    const partial = textOf(each);
    if (!partial || OUTWARD.test(partial.text) || (!partial.builtIn && partial.text.includes("../"))) return false;
    for (const [, inner = ""] of partial.text.matchAll(PARTIAL)) reached.add(inner);
  }
  return true;
}
