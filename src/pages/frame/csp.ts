/** The sources that every page may load: our own scripts and styles, images of the site, and nothing from other hosts. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  "default-src": ["'none'"],
  "script-src": ["'self'"],
  "style-src": ["'self'"],
  "img-src": ["'self'"],
  "form-action": ["'self'"],
  "base-uri": ["'none'"],
  "require-trusted-types-for": ["'script'"],
  // The only policy on most pages belongs to the search. It turns names of index files, and nothing else, into script URLs.
  "trusted-types": ["msgdocs-search"],
};

/**
 * The directive that enforces Trusted Types. Third-party scripts seldom support them, so settings may remove it with the single source
 * `'none'`.
 */
const TRUSTED_TYPES = "require-trusted-types-for";

/** The policy of the page for addresses that do not exist: it turns the path of a list of homes, and nothing else, into a script URL. */
const HOMES = "msgdocs-homes";

/** The Content Security Policy of the page for addresses that do not exist, and of hosts, which send one for all pages. */
export function widestCsp(further: Readonly<Record<string, readonly string[]>>): string {
  return csp({ ...further, "trusted-types": [...(further["trusted-types"] ?? []), HOMES] });
}

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
