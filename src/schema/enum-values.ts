import type { Entry, MapNode, Node, StringNode } from "#text";
import { entriesOf, entryOf } from "#text";
import type { EnumValue } from "./schema.ts";

/** Extensions by which documents describe the values of an `enum`: a map by value, or a list by position. */
const descriptionKeywords = ["x-enumDescriptions", "x-enum-descriptions", "x-enumNames", "x-enum-varnames"];

/** The value as the key of a map of descriptions: a string as it is, anything else as written. */
function keyOf(value: Node): string | undefined {
  if (value.kind === "string") return value.value;
  if (value.kind === "number") return value.raw;
  if (value.kind === "boolean") return String(value.value);
  return value.kind === "null" ? "null" : undefined;
}

function described(value: Node, at: number, descriptions: Node): StringNode | undefined {
  const key = keyOf(value);
  const found = descriptions.kind === "list" ? descriptions.items[at] : key === undefined ? undefined : entryOf(descriptions, key)?.value;
  return found?.kind === "string" ? found : undefined;
}

/** Whether every description belongs to a value, so that nothing is lost when they are shown with the values only. */
function allUsed(values: readonly EnumValue[], descriptions: Node): boolean {
  const size = descriptions.kind === "list" ? descriptions.items.length : entriesOf(descriptions).length;
  return values.filter((value) => value.description).length === size;
}

/**
 * The values of an `enum` with their descriptions; `used` is the extension that holds these, and only these,
 * so that it need not be shown a second time.
 */
export function enumOf(list: Node | undefined, schema: MapNode): { readonly values?: readonly EnumValue[]; readonly used?: Entry } {
  if (list?.kind !== "list") return {};
  const entry = descriptionKeywords.map((keyword) => entryOf(schema, keyword)).find((each) => each !== undefined);
  if (!entry) return { values: list.items.map((value) => ({ value })) };
  const values = list.items.map((value, at) => ({ value, description: described(value, at, entry.value) }));
  return allUsed(values, entry.value) ? { values, used: entry } : { values };
}
