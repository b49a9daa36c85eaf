/** RFC 3986 § 2 and 3.1: a scheme, then only characters that a URI may hold, and whole percent escapes. */
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/;

/** A URI with its scheme (RFC 3986 § 3); a relative reference is none. At most one `#`. */
export function isUri(text: string): boolean {
  return URI.test(text) && text.split("#").length <= 2;
}

/**
 * A URL with its scheme (RFC 3986 § 4.3). A fragment is let pass: the text of § 4.3 has none, but links into a page
 * are what everybody writes, and a reader can follow them. http and https need a host (RFC 9110 § 4.2).
 */
export function isAbsoluteUrl(text: string): boolean {
  return isUri(text) && (!/^https?:/i.test(text) || /^https?:\/\/[^/?#]/i.test(text));
}

/** RFC 9110 § 8.3.1: type "/" subtype, then parameters with a token or a quoted string. */
const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const MEDIA_TYPE = new RegExp(`^${TOKEN}/${TOKEN}(?:\\s*;\\s*(?:${TOKEN}=(?:${TOKEN}|"(?:[^"\\\\]|\\\\.)*"))?)*\\s*$`);

/** A media type, or a range of them with `*`, as people write for "any". */
export function isMediaType(text: string): boolean {
  return text.length < 1000 && MEDIA_TYPE.test(text.trim());
}

/** An address as HTML forms accept it: what a mail program can be opened with. */
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u;

/** A mail address, internationalized ones too (RFC 6531). */
export function isEmail(text: string): boolean {
  return text.length <= 320 && EMAIL.test(text);
}
