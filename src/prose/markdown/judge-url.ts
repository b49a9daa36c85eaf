/** The kind of a link's target. An `unsafe` one is shown as text. */
export type UrlKind = "external" | "entity" | "anchor" | "relative" | "unsafe";

/** The kinds of entities that a link can name, as in `message:lightMeasured`. */
const ENTITY_SCHEMES = ["channel", "operation", "message", "schema", "server", "security", "tag"] as const;

/**
 * Characters that browsers remove from a URL before they look for its scheme, and further ones: controls (which are U+FFFD by now),
 * spaces, invisible characters.
 */
const IGNORED = /[\p{Cc}\p{Cf}\p{Z}\u{fffd}]/gu;
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const EXTERNAL = /^(?:https?:\/\/|mailto:)/i;

/**
 * Judges a target as written, with character references decoded. http, https and mailto are allowed. `//host` is not relative, because
 * it means another host (RFC 3986 § 4.2). `\` counts as `/`, as in browsers.
 */
export function judgeUrl(url: string): UrlKind {
  const seen = url.replace(IGNORED, "");
  if (seen.startsWith("#")) return "anchor";
  if (/^[\\/]{2}/.test(seen)) return "unsafe";
  const scheme = SCHEME.exec(seen)?.[1]?.toLowerCase();
  if (scheme === undefined) return "relative";
  if (EXTERNAL.test(url)) return "external";
  return ENTITY_SCHEMES.some((name) => name === scheme) && url.toLowerCase().startsWith(`${scheme}:`) ? "entity" : "unsafe";
}

/** An external target with its scheme in lower case, as the list of allowed schemes has it. */
export function lowerScheme(url: string): string {
  return url.replace(SCHEME, (scheme) => scheme.toLowerCase());
}
