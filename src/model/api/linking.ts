/** What all steps of linking share, and references without a target. */
import type { Entry, Node } from "#text";
import { entriesOf, itemsOf, stringOf, valueOf } from "#text";
import type { Documents } from "#documents";
import type { RequirementPart, SchemePart, NameCandidate } from "../normalize/index.ts";
import type { Binding, Entity, EntityKind, DescribedObject } from "./entity.ts";
import { displayName, titleOf } from "./entity.ts";
import type { ObjectToRead, ReadContext } from "./entity-fields.ts";
import { externalDocsOf, ObjectFields } from "./entity-fields.ts";
import type { Operation, Parameter, SecurityRequirement, SecurityScheme, Server, Message } from "./linked.ts";
import { TagBook } from "./tags.ts";

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
    const known = this.#lists.get(parts);
    if (known) return known;
    const list = parts.map((part) => this.#made.get(part)).filter((made) => made !== undefined);
    this.#lists.set(parts, list);
    return list;
  }
}

/** A suffix to a longer name is put at its beginning: engines do not hash strings of more than about 16,000 characters by their end. */
const LONGEST = 10_000;

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
    const name = each.id.slice(0, LONGEST);
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
    const owners = this.#groups.get(things);
    if (owners) owners.push(owner);
    else this.#groups.set(things, [owner]);
    this.#memberships = undefined;
  }

  /** The owners of a thing, once each and in the order they were first added. */
  of(thing: Thing): readonly Owner[] {
    const groups = [...((this.#memberships ?? this.#index()).get(thing) ?? [])];
    const id = groups.join(" ");
    const known = this.#merged.get(id);
    if (known) return known;
    const merged = this.#merge(groups);
    this.#merged.set(id, merged);
    return merged;
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
