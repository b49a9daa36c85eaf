import { itemsOf, stringOf, valueOf } from "#text";
import type { NamedValue, Tag } from "./entity.ts";

/** Tags that stand together. */
export interface TagGroup {
  /** Empty for the tags that no group names. */
  readonly name: string;
  readonly tags: readonly Tag[];
}

/** The tags as `x-tagGroups` groups them, each once, those that it does not name last; all of them as one group where there is none. */
export function groupTags(tags: readonly Tag[], extensions: readonly NamedValue[]): readonly TagGroup[] {
  const left = new Map(tags.map((tag) => [tag.id, tag]));
  const written = itemsOf(extensions.find(({ key }) => key === "x-tagGroups")?.value);
  const groups = written.map((group): TagGroup => {
    const names = itemsOf(valueOf(group, "tags")).flatMap((name) => (name.kind === "string" ? [name.value] : []));
    const found = [...new Set(names)].flatMap((name) => left.get(name) ?? []);
    for (const { id } of found) left.delete(id);
    return { name: stringOf(group, "name")?.trim() ?? "", tags: found };
  });
  const named = groups.filter((group) => group.tags.length > 0);
  return left.size > 0 ? [...named, { name: "", tags: [...left.values()] }] : named;
}
