import type { ChangeSubject } from "#report";
import type { Node, Place } from "#text";
import { entriesOf, entryOf, itemsOf, listSome, stringOf, valueOf } from "#text";
import type { Comparison } from "./comparison.ts";

/** An object with descriptions for readers. */
export interface TextOwner {
  readonly node: Node;
}

export const ENTITY_WORDS = ["title", "summary", "description", "externalDocs", "deprecated", "examples"] as const;

/** Reports changed descriptions of an object. Programs do not read them, so nobody is affected. */
export function compareWords(
  old: TextOwner,
  now: TextOwner,
  { what, subject, fields }: { readonly what: string; readonly subject: ChangeSubject; readonly fields: readonly string[] },
  comparison: Comparison,
): void {
  if (comparison.areSame(old.node, now.node)) return;
  const extensions = [old, now].flatMap(({ node }) => entriesOf(node).flatMap(({ key }) => (key.startsWith("x-") ? [key] : [])));
  const changed = [...new Set([...fields, ...extensions])].filter(
    (field) => !comparison.areSame(worded(old.node, field), worded(now.node, field)),
  );
  if (tagNames(old.node, comparison.old) !== tagNames(now.node, comparison.new)) changed.push("tags");
  if (changed.length === 0) return;
  const placeOf = ({ node }: TextOwner): Place =>
    changed.map((field) => entryOf(node, field)?.value).find((each) => each !== undefined) ?? node;
  const message = `Words of ${what} changed: ${listSome(changed, 8)}.`;
  comparison.add({ code: "change/words", verdict: "annotation", message, subject, old: placeOf(old), new: placeOf(now) });
}

/** The value of a field, unless it is `false` or an empty list, which mean the same as no field. */
function worded(node: Node, field: string): Node | undefined {
  const value = valueOf(node, field);
  if (value?.kind === "boolean" && !value.value) return undefined;
  return value?.kind === "list" && value.items.length === 0 ? undefined : value;
}

function tagNames(node: Node, { documents }: Comparison["old"]): string {
  const names = itemsOf(valueOf(node, "tags")).map((tag) => stringOf(documents.follow(tag), "name") ?? "");
  return JSON.stringify([...new Set(names)].sort());
}
