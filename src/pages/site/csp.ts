/** The sources that every page may load: our own scripts and styles, images of the site, and nothing from other hosts. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  "default-src": ["'none'"],
  "script-src": ["'self'"],
  "style-src": ["'self'"],
  "img-src": ["'self'"],
  "form-action": ["'self'"],
  "base-uri": ["'none'"],
  "require-trusted-types-for": ["'script'"],
  // The only policy belongs to the search. It turns names of index files, and nothing else, into script URLs.
  "trusted-types": ["msgdocs-search"],
};

/**
 * The directive that enforces Trusted Types. Third-party scripts seldom support them, so settings may remove it with the single source
 * `'none'`.
 */
const TRUSTED_TYPES = "require-trusted-types-for";

/** The Content Security Policy for a `<meta>` element (CSP 3), with the sources that settings add. */
export function csp(further: Readonly<Record<string, readonly string[]>>): string {
  const directives = new Map(Object.entries(OWN));
  for (const [name, sources] of Object.entries(further)) {
    const own = (directives.get(name) ?? []).filter((source) => source !== "'none'");
    directives.set(name, [...own, ...sources.filter((source) => !/[;,\s]/.test(source))]);
  }
  if (further[TRUSTED_TYPES]?.join() === "'none'") for (const name of [TRUSTED_TYPES, "trusted-types"]) directives.delete(name);
  return [...directives].map(([name, sources]) => `${name} ${sources.join(" ")}`).join("; ");
}
