/** Names that begin alike would all look the same in a narrow column: the length of what they share, up to a separator, or 0. */
export function sharedStart(names: readonly string[]): number {
  const [first = "", ...others] = names;
  let length = others.length === 0 ? 0 : first.length;
  for (const name of others) {
    let same = 0;
    while (same < length && name.charCodeAt(same) === first.charCodeAt(same)) same += 1;
    length = same;
  }
  const start = first.slice(0, length).search(/[./:_-][^./:_-]*$/);
  return start < 8 ? 0 : start + 1;
}
