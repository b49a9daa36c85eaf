import type { StringNode } from "#text";

/** What a reader calls a thing: the first of its names that is not blank, else its id; a blank id is quoted. */
export function titleOf(id: string, ...names: readonly (StringNode | undefined)[]): string {
  for (const name of names) {
    const text = name?.value.trim();
    if (text) return text;
  }
  return id.trim() === "" ? JSON.stringify(id) : id;
}
