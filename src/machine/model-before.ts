/** The lists of `model.json` that have an entity a line. */
const LISTS = new Set(["channels", "operations", "messages", "schemas"]);

/** A line that begins a list, the last of the fields on it. */
const OPENING = /"(\w+)":[[{]$/;

/** The entities of a `model.json` as they were written, by list, in its order. */
export function entityLines(text: string): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, readonly string[]>();
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    const name = OPENING.exec(lines[at] ?? "")?.[1];
    if (name === undefined || !LISTS.has(name)) continue;
    const first = at + 1;
    // No text has a line break in JSON, and no entity is written as a bracket alone.
    while (at + 1 < lines.length && !/^[\]}]/.test(lines[at + 1] ?? "")) at += 1;
    lists.set(
      name,
      lines.slice(first, at + 1).map((line) => line.replace(/,$/, "")),
    );
  }
  return lists;
}
