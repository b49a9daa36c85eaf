/** What every page may load: our own script and style files, images of the site, and nothing from anywhere else. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  "default-src": ["'none'"],
  "script-src": ["'self'"],
  "style-src": ["'self'"],
  "img-src": ["'self'"],
  "form-action": ["'self'"],
  "base-uri": ["'none'"],
  "require-trusted-types-for": ["'script'"],
  // The one policy is the search's: it turns names of index parts, and nothing else, into script addresses.
  "trusted-types": ["msgdocs-search"],
};

/** What holds scripts to Trusted Types: programs of others seldom know them, so settings may take this back with the one source `'none'`. */
const TRUSTED_TYPES = "require-trusted-types-for";

/** The Content Security Policy as the text of a `<meta>` (CSP 3), with the sources that settings add for what hooks bring. */
export function csp(further: Readonly<Record<string, readonly string[]>>): string {
  const directives = new Map(Object.entries(OWN));
  for (const [name, sources] of Object.entries(further)) {
    const own = (directives.get(name) ?? []).filter((source) => source !== "'none'");
    directives.set(name, [...own, ...sources.filter((source) => !/[;,\s]/.test(source))]);
  }
  if (further[TRUSTED_TYPES]?.join() === "'none'") for (const name of [TRUSTED_TYPES, "trusted-types"]) directives.delete(name);
  return [...directives].map(([name, sources]) => `${name} ${sources.join(" ")}`).join("; ");
}
