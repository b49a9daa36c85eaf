import type { TextFormat } from "./text-format.ts";
import { hostFormats } from "./format-hosts.ts";

/** RFC 3986 Appendix B. */
const PARTS = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;
const ALLOWED = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[\dA-Fa-f]{2})*$/;
/** RFC 3987 § 2.2: letters of all scripts, no controls, no surrogates on their own. */
const WIDE =
  /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[\dA-Fa-f]{2}|[\u{A0}-\u{D7FF}\u{E000}-\u{FDCF}\u{FDF0}-\u{FFEF}\u{10000}-\u{10FFFD}])*$/u;

function isAuthority(text: string, allowed: RegExp): boolean {
  const match = /^(?:([^@]*)@)?(\[[^\]]*\]|[^:[\]@]*)(?::\d*)?$/.exec(text);
  if (!match) return false;
  const [, user = "", host = ""] = match;
  if (!allowed.test(user) || /[/?]/.test(user)) return false;
  if (!host.startsWith("[")) return allowed.test(host);
  const inside = host.slice(1, -1);
  return hostFormats.ipv6?.accepts(inside) === true || /^v[\da-f]+\.[\w\-.~!$&'()*+,;=:]+$/i.test(inside);
}

interface Kind {
  readonly allowed: RegExp;
  readonly absolute: boolean;
}

function isReference(text: string, { allowed, absolute }: Kind): boolean {
  const match = PARTS.exec(text);
  if (!match) return false;
  const [, scheme, authority, path = "", query = "", fragment = ""] = match;
  if (scheme === undefined ? absolute : !/^[A-Za-z][A-Za-z0-9+.-]*$/.test(scheme)) return false;
  if (authority !== undefined && !isAuthority(authority, allowed)) return false;
  // RFC 3986 § 4.2: the first segment of a relative path holds no colon; that would have been a scheme.
  if (scheme === undefined && authority === undefined && /^[^/]*:/.test(path)) return false;
  return [path, query, fragment].every((part) => allowed.test(part));
}

const VARIABLE = /^(?:\w|%[\dA-Fa-f]{2})+(?:\.(?:\w|%[\dA-Fa-f]{2})+)*(?:\*|:[1-9]\d{0,3})?$/;

function isExpression(inside: string): boolean {
  return inside
    .replace(/^[+#./;?&=,!@|]/, "")
    .split(",")
    .every((variable) => VARIABLE.test(variable));
}

/** RFC 6570 § 2. */
function isTemplate(text: string): boolean {
  const bare = text.replace(/\{([^{}]*)\}/g, (whole, inside: string) => (isExpression(inside) ? "" : whole));
  return !/[{}"<>\\^`|\s\p{Cc}]/u.test(bare) && !/%(?![\dA-Fa-f]{2})/.test(bare);
}

/** Formats of RFC 3986, 3987, 6570, 6901 and 4122. */
export const uriFormats: Readonly<Record<string, TextFormat>> = {
  uri: { name: "a URI", accepts: (text) => isReference(text, { allowed: ALLOWED, absolute: true }) },
  "uri-reference": { name: "a URI reference", accepts: (text) => isReference(text, { allowed: ALLOWED, absolute: false }) },
  iri: { name: "an IRI", accepts: (text) => isReference(text, { allowed: WIDE, absolute: true }) },
  "iri-reference": { name: "an IRI reference", accepts: (text) => isReference(text, { allowed: WIDE, absolute: false }) },
  "uri-template": { name: "a URI template (RFC 6570)", accepts: isTemplate },
  uuid: { name: "a UUID", accepts: (text) => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text) },
  "json-pointer": { name: "a JSON Pointer (RFC 6901)", accepts: (text) => /^(?:\/(?:[^~/]|~[01])*)*$/s.test(text) },
  "relative-json-pointer": {
    name: "a relative JSON Pointer",
    accepts: (text) => /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/s.test(text),
  },
};
