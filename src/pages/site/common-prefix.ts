/** No column shows more of a name: titles of thousands of characters are not compared to their ends. */
const LONGEST = 1000;

/** Names that begin alike would all look the same in a narrow column: the length of what they share, up to a separator, or 0. */
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
