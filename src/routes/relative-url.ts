/** RFC 3986 § 2.5 wants UTF-8, which has no lone surrogates: they become U+FFFD, as everywhere on the site. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\u{fffd}"));
}

/**
 * The relative reference (RFC 3986 § 4.2) from one path of the site to another, encoded, with an optional anchor.
 * Every segment is encoded, so none can be read as a scheme, a query or a fragment.
 */
export function relativeUrl(from: string, to: string, anchor?: string): string {
  const fragment = anchor === undefined ? "" : `#${encode(anchor)}`;
  if (from === to && fragment) return fragment;
  const here = from.split("/").slice(0, -1);
  const there = to.split("/");
  let same = 0;
  while (same < here.length && same < there.length - 1 && here[same] === there[same]) same += 1;
  const up = Array.from({ length: here.length - same }, () => "..");
  return [...up, ...there.slice(same).map(encode)].join("/") + fragment;
}
