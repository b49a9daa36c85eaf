/** What all steps of linking share: lists, owners, tags, references without a target. */
import type { Documents } from "#documents";
import type { Entry, Node } from "#text";
import { addNew, entriesOf, getOrMake, itemsOf, LONGEST_TEXT_QUOTED, stringOf, valueOf } from "#text";
import type { RequirementPart, SchemePart, NameCandidate } from "../normalize/index.ts";
import type { Operation, Parameter, SecurityRequirement, SecurityScheme, Server, Message } from "./api.ts";
import type { Binding, Entity, EntityKind, DescribedObject, ObjectToRead, ReadContext, NamedValue, Tag, TagUse } from "./entity.ts";
import { displayName, titleOf, externalDocsOf, ObjectFields } from "./entity.ts";

type TagDraft = { -readonly [K in keyof Tag]: Tag[K] } & { readonly taggedBy: (Entity | "api")[]; readonly alsoSaid: TagDetails[] };
type TagDetails = DescribedObject & Pick<TagUse, "externalDocs">;

/** All tags by name. All uses of a name share one tag. */
class TagBook {
  readonly #tags = new Map<string, TagDraft>();
  readonly #source: ReadContext;
  /** The different texts about each tag, as they are written. */
  readonly #said = new Map<TagDraft, Set<string>>();

  constructor(source: ReadContext) {
    this.#source = source;
  }

  /** The tags in an object's `tags`. A value that is not a tag is shown as written. */
  uses(fields: ObjectFields, declared = false): readonly TagUse[] {
    const uses = (fields.list("tags") ?? []).map((item) => this.#use(item, declared));
    fields.leaveItems("tags", (at) => !uses[at]);
    return uses.filter((use) => use !== undefined);
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
    const known = getOrMake(this.#said, tag, () => new Set<string>());
    return addNew(known, node.file.text.slice(node.start, node.end));
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

type EntityHeader<K extends EntityKind> = Pick<Entity, "id" | "title" | "summary" | "tags" | "externalDocs" | "deprecated"> & {
  readonly kind: K;
};

/** The state that all steps of linking share: entities by node, tags by name, schemes by part. */
export class LinkContext {
  readonly source: ReadContext;
  readonly tags: TagBook;
  /** Bindings by their map and parameters by their entries, because thousands of objects may refer to the same ones. */
  readonly bindings: Readonly<Record<Binding["kind"], Map<Node, readonly Binding[]>>> = {
    server: new Map(),
    channel: new Map(),
    operation: new Map(),
    message: new Map(),
  };
  readonly parameters = new Map<readonly Entry[], readonly Parameter[]>();
  readonly #byNode = new Map<Node, Entity>();
  readonly #schemes = new Map<SchemePart, { readonly entity: SecurityScheme; readonly usedBy: (Server | Operation)[] }>();

  constructor(source: ReadContext) {
    this.source = source;
    this.tags = new TagBook(source);
  }

  fields(part: ObjectToRead): ObjectFields {
    return new ObjectFields(part, this.source);
  }

  /**
   * The fields of every entity besides its description. `name` is the second choice for its title; `made` replaces an id that is not a
   * name.
   */
  named<K extends EntityKind>(
    kind: K,
    fields: ObjectFields,
    { id, name, made }: { id: string; name?: Parameters<typeof titleOf>[1]; made?: string | undefined },
  ): EntityHeader<K> {
    return {
      kind,
      id,
      title: titleOf(made ?? id, displayName(fields.node), fields.text("title"), name),
      summary: fields.text("summary"),
      tags: this.tags.uses(fields),
      externalDocs: externalDocsOf(fields),
      deprecated: fields.flag("deprecated"),
    };
  }

  /** Records the entity of some nodes. If a node already has one, that one stays. */
  enter(entity: Entity, nodes: readonly Node[]): void {
    for (const node of nodes) if (!this.#byNode.has(node)) this.#byNode.set(node, entity);
  }

  entityAt(node: Node): Entity | undefined {
    const own = this.#byNode.get(node);
    if (own) return own;
    const target = this.source.documents.follow(node);
    return target && this.#byNode.get(target);
  }

  enterScheme(part: SchemePart, entity: SecurityScheme, usedBy: (Server | Operation)[]): void {
    this.#schemes.set(part, { entity, usedBy });
    this.enter(entity, part.nodes);
  }

  security(alternatives: readonly RequirementPart[] | undefined): readonly SecurityRequirement[] | undefined {
    return alternatives?.map(({ node, schemes }) => ({
      node,
      schemes: schemes.map(({ name, scheme, scopes }) => ({ name, scopes, scheme: scheme && this.#schemes.get(scheme)?.entity })),
    }));
  }

  /** Adds an owner to the users of each scheme that it requires. */
  secured(owner: Server | Operation, alternatives: readonly RequirementPart[] = []): void {
    const parts = alternatives.flatMap(({ schemes }) => schemes.map(({ scheme }) => scheme));
    for (const part of new Set(parts)) if (part) this.#schemes.get(part)?.usedBy.push(owner);
  }
}

/** Turns lists of parts into lists of entities. The same input list gives the same output list. */
export class LinkedLists<Part, Made> {
  readonly #made: ReadonlyMap<Part, Made>;
  readonly #lists = new Map<readonly Part[], readonly Made[]>();

  constructor(made: ReadonlyMap<Part, Made>) {
    this.#made = made;
  }

  of(parts: readonly Part[]): readonly Made[] {
    return getOrMake(this.#lists, parts, () => parts.map((part) => this.#made.get(part)).filter((made) => made !== undefined));
  }
}

/**
 * Gives each candidate a unique id. The one with the lowest rank, and among these the first, keeps its name; others get the first free
 * suffix of `.2`, `.3` and so on. Duplicates are reported elsewhere; here they only must not share a page.
 */
export function uniqueIds<T extends NameCandidate>(named: readonly T[]): ReadonlyMap<T, string> {
  const byRight = named.toSorted((a, b) => a.rank - b.rank);
  const ids = new Map<T, string>();
  const taken = new Set<string>();
  for (const each of byRight) {
    if (taken.has(each.id)) continue;
    taken.add(each.id);
    ids.set(each, each.id);
  }
  const counts = new Map<string, number>();
  for (const each of byRight) {
    if (ids.has(each)) continue;
    // Engines hash long strings without their end, where the suffixes are.
    const name = each.id.slice(0, LONGEST_TEXT_QUOTED);
    let count = counts.get(name) ?? 1;
    do count += 1;
    while (taken.has(`${name}.${count}`));
    counts.set(name, count);
    taken.add(`${name}.${count}`);
    ids.set(each, `${name}.${count}`);
  }
  return ids;
}

/**
 * Finds the owners of things. Owners that share one list form one group, because all operations of a channel have its messages and most
 * channels are on all servers. So the size is never owners × things.
 */
export class Owners<Thing, Owner> {
  readonly #groups = new Map<readonly Thing[], Owner[]>();
  readonly #order = new Map<Owner, number>();
  readonly #merged = new Map<string, readonly Owner[]>();
  #memberships: ReadonlyMap<Thing, ReadonlySet<number>> | undefined;
  #lists: readonly (readonly Owner[])[] = [];

  /** Records that an owner has the things of a list. Owners of the same list object form one group. */
  add(things: readonly Thing[], owner: Owner): void {
    if (!this.#order.has(owner)) this.#order.set(owner, this.#order.size);
    getOrMake(this.#groups, things, () => []).push(owner);
    this.#memberships = undefined;
  }

  /** The owners of a thing, once each and in the order they were first added. */
  of(thing: Thing): readonly Owner[] {
    const groups = [...((this.#memberships ?? this.#index()).get(thing) ?? [])];
    return getOrMake(this.#merged, groups.join(" "), () => this.#merge(groups));
  }

  #index(): ReadonlyMap<Thing, ReadonlySet<number>> {
    const memberships = new Map<Thing, Set<number>>();
    for (const [index, things] of [...this.#groups.keys()].entries()) {
      for (const thing of things) memberships.set(thing, (memberships.get(thing) ?? new Set()).add(index));
    }
    this.#lists = [...this.#groups.values()];
    this.#merged.clear();
    this.#memberships = memberships;
    return memberships;
  }

  #merge(groups: readonly number[]): readonly Owner[] {
    const position = (owner: Owner): number => this.#order.get(owner) ?? 0;
    const owners = new Set(groups.flatMap((group) => this.#lists[group] ?? []));
    return [...owners].sort((a, b) => position(a) - position(b));
  }
}

/**
 * The values under a field that may be references: the value itself, list items, branches of `oneOf`, or the values of a map of
 * messages.
 */
function candidates(value: Node | undefined, field: string): readonly Node[] {
  if (!value || stringOf(value, "$ref") !== undefined) return value ? [value] : [];
  const branches = valueOf(value, "oneOf");
  if (branches || value.kind === "list") return itemsOf(branches ?? value);
  return field === "messages" ? entriesOf(value).map((entry) => entry.value) : [];
}

/** The references under a field that could not be followed, as written. */
export function unresolvedUnder(node: Node, field: string, documents: Documents): readonly string[] {
  return candidates(valueOf(node, field), field).flatMap((each) => {
    const ref = stringOf(each, "$ref");
    return ref !== undefined && documents.follow(each) === undefined ? [ref] : [];
  });
}

/**
 * The reference that stands in place of an object but could not be followed; `undefined` if there is none. It explains everything else
 * that is missing.
 */
export function lostReference({ otherFields }: Pick<DescribedObject, "otherFields">): string | undefined {
  const reference = otherFields.find(({ key, unread }) => unread && key === "$ref")?.value;
  return reference?.kind === "string" ? reference.value : undefined;
}

/** Whether it is unknown which channel an operation or its reply uses: it may be any. */
export function isAstray(operation: Operation): boolean {
  return (
    [operation.unresolved, operation.reply?.unresolved].some((each) => each?.channel !== undefined) ||
    lostReference(operation) !== undefined
  );
}

/** What the author wrote for a payload, or for a whole message, that could not be read. */
export function unreadPayload({ payload, node, otherFields }: Message): readonly Node[] {
  if (payload) return [];
  const given = valueOf(node, "payload");
  const whole = otherFields.filter(({ value, unread }) => unread && value.start === node.start && value.end === node.end);
  return [...(given ? [given] : []), ...whole.map(({ value }) => value)];
}
