import type { Node } from "#text";
import { entriesOf, itemsOf, stringOf, valueOf } from "#text";

/** A checked settings file as plain values. Keys of strangers end in objects without a prototype. */

export function flagOf(root: Node | undefined, key: string): boolean | undefined {
  const value = valueOf(root, key);
  return value?.kind === "boolean" ? value.value : undefined;
}

export function numberOf(root: Node | undefined, key: string): number | undefined {
  const value = valueOf(root, key);
  return value?.kind === "number" ? value.value : undefined;
}

export function textsOf(node: Node | undefined): string[] {
  return itemsOf(node).flatMap((item) => (item.kind === "string" ? [item.value] : []));
}

/** A map with what `read` makes of each value. */
export function recordOf<T>(node: Node | undefined, read: (value: Node) => T | undefined): Readonly<Record<string, T>> {
  const record = Object.create(null) as Record<string, T>;
  for (const { key, value } of entriesOf(node)) {
    const found = read(value);
    if (found !== undefined) record[key] = found;
  }
  return record;
}

/** Texts of a map by key, such as the two of a link. */
export function linksOf(node: Node | undefined): { readonly text: string; readonly url: string }[] {
  return itemsOf(node).flatMap((item) => {
    const [text, url] = [stringOf(item, "text"), stringOf(item, "url")];
    return text === undefined || url === undefined ? [] : [{ text, url }];
  });
}
