/** Names are compared only up to this length. No column shows more, and titles may have thousands of characters. */
const LONGEST = 1000;

/**
 * The length of what names share at their beginning, up to a separator; 0 for nothing. Without cutting it, they would look the same in
 * a narrow column.
 */
export function commonPrefixLength(names: readonly string[]): number {
  const [first = "", ...others] = names;
  let length = others.length === 0 ? 0 : Math.min(first.length, LONGEST);
  for (const name of others) {
    let same = 0;
    while (same < length && name.charCodeAt(same) === first.charCodeAt(same)) same += 1;
    length = same;
  }
  const start = first.slice(0, length).search(/[./:_-][^./:_-]*$/);
  return start < 8 ? 0 : start + 1;
}
