/** Tags and their groups. */
import type { Node } from "#text";
import { itemsOf, stringOf, valueOf } from "#text";
import type { DescribedObject, Entity, NamedValue, Tag, TagUse } from "./entity.ts";
import type { ReadContext } from "./entity-fields.ts";
import { externalDocsOf, ObjectFields } from "./entity-fields.ts";
import { displayName, titleOf } from "./entity.ts";

type TagDraft = { -readonly [K in keyof Tag]: Tag[K] } & { readonly taggedBy: (Entity | "api")[]; readonly alsoSaid: TagDetails[] };
type TagDetails = DescribedObject & Pick<TagUse, "externalDocs">;

/** All tags by name. All uses of a name share one tag. */
export class TagBook {
  readonly #tags = new Map<string, TagDraft>();
  readonly #source: ReadContext;
  /** The different texts about each tag, as they are written. */
  readonly #said = new Map<TagDraft, Set<string>>();

  constructor(source: ReadContext) {
    this.#source = source;
  }

  /** The tags in an object's `tags`. A value that is not a tag is shown as written. */
  uses(fields: ObjectFields, declared = false): readonly TagUse[] {
    return (fields.list("tags") ?? []).flatMap((item, at) => {
      const use = this.#use(item, declared);
      if (!use) fields.leaveItem("tags", at);
      return use ?? [];
    });
  }

  /** Records each owner of a tag once. */
  tagged(carrier: Entity | "api", uses: readonly TagUse[]): void {
    for (const name of new Set(uses.map((use) => use.name))) this.#tags.get(name)?.taggedBy.push(carrier);
  }

  all(): readonly Tag[] {
    return [...this.#tags.values()];
  }

  /** Reads the use of a tag. It may be a reference (3.x), and a plain string counts as the name. */
  #use(item: Node, declared: boolean): TagUse | undefined {
    const node = this.#source.documents.follow(item);
    if (node?.kind === "string") return this.#add({ name: node.value, node, extensions: [], otherFields: [] }, declared);
    if (node?.kind !== "map") return undefined;
    const fields = new ObjectFields({ object: "Tag", node }, this.#source);
    const name = fields.text("name")?.value;
    if (name === undefined) return undefined;
    const externalDocs = externalDocsOf(fields);
    return this.#add({ name, externalDocs, ...fields.described() }, declared);
  }

  #add(use: Omit<TagUse, "tag">, declared: boolean): TagUse {
    const { name, ...said } = use;
    const shown = displayName(said.node);
    let tag = this.#tags.get(name);
    if (!tag) {
      tag = {
        ...said,
        kind: "tag",
        id: name,
        title: titleOf(name, shown),
        tags: [],
        deprecated: false,
        taggedBy: [],
        alsoSaid: [],
        declared,
      };
      this.#tags.set(name, tag);
      this.#isNew(tag, said);
      return { ...use, tag };
    }
    if (shown !== undefined && tag.title === titleOf(name)) tag.title = titleOf(name, shown);
    if (!this.#isNew(tag, said)) return { ...use, tag };
    else if (!tag.declared && saysMore(said, tag)) {
      const { node, extensions, otherFields } = tag;
      // An earlier use is kept as well, because it also says something.
      if (extensions.length + otherFields.length > 0) tag.alsoSaid.push({ node, extensions, otherFields });
      Object.assign(tag, said);
    } else tag.alsoSaid.push(said);
    return { ...use, tag };
  }

  /** Whether a use has a description or link that no earlier use of the tag has. */
  #isNew(tag: TagDraft, said: TagDetails): boolean {
    const { node, description, externalDocs, extensions, otherFields } = said;
    if (!description && !externalDocs && extensions.length + otherFields.length === 0) return false;
    const known = this.#said.get(tag) ?? new Set();
    this.#said.set(tag, known);
    const written = node.file.text.slice(node.start, node.end);
    if (known.has(written)) return false;
    known.add(written);
    return true;
  }
}

/** A tag without a declaration takes its description from the first use that has one. */
function saysMore(use: TagDetails, tag: Tag): boolean {
  return !tag.description && !tag.externalDocs && (use.description ?? use.externalDocs) !== undefined;
}

/** One group of `x-tagGroups`. */
export interface TagGroup {
  /** Empty for tags without a group. */
  readonly name: string;
  readonly tags: readonly Tag[];
}

/** The tags in the groups of `x-tagGroups`, each once, and those without a group last. Without the extension, all tags form one group. */
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
