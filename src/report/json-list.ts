/** JSON with two spaces a level, within what stands so far to the right. */
export function indented(value: object, indent: string): string {
  return JSON.stringify(value, undefined, 2).replaceAll("\n", `\n${indent}`);
}

/** A list as JSON, a piece each value: as one text, a report may be many times larger than what it is about. */
export function* jsonList(values: Iterable<object>, indent: string): Generator<string> {
  let before = "[";
  for (const value of values) {
    yield `${before}\n${indent}  ${indented(value, `${indent}  `)}`;
    before = ",";
  }
  yield before === "[" ? "[]" : `\n${indent}]`;
}
