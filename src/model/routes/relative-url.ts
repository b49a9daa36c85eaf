/** Characters that need no encoding in a path. */
const PLAIN = /^[\w.~-]*$/;
const PLAIN_PATH = /^[\w.~/-]*$/;
/** Signs of anchors that a fragment may contain as they are (RFC 3986 § 3.5), encoded. */
const OF_FRAGMENTS = /%(?:2B|2F|24|3A|40)/g;

/** Encodes as UTF-8, as RFC 3986 § 2.5 says. Lone surrogates become U+FFFD, as everywhere on the site. */
function encode(text: string): string {
  return PLAIN.test(text) ? text : encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\u{fffd}"));
}

const encodeFragment = (anchor: string): string => encode(anchor).replace(OF_FRAGMENTS, decodeURIComponent);

/** The length of the folders that two paths share. */
function sharedFolders(from: string, to: string): number {
  let same = 0;
  for (let at = 0; at < from.length && from.charCodeAt(at) === to.charCodeAt(at); at += 1) if (from[at] === "/") same = at + 1;
  return same;
}

/**
 * The encoded relative reference (RFC 3986 § 4.2) from one path of the site to another, with an optional anchor. Every segment is
 * encoded, so none can be read as a scheme, query or fragment.
 */
export function relativeUrl(from: string, to: string, anchor?: string): string {
  const fragment = anchor === undefined ? "" : `#${encodeFragment(anchor)}`;
  if (from === to && fragment) return fragment;
  const same = sharedFolders(from, to);
  let up = "";
  for (let at = from.indexOf("/", same); at >= 0; at = from.indexOf("/", at + 1)) up += "../";
  const rest = to.slice(same);
  return up + (PLAIN_PATH.test(rest) ? rest : rest.split("/").map(encode).join("/")) + fragment;
}
