import type { Entry, Node } from "#text";
import type { RequirementPart, SchemePart } from "../normalize/index.ts";
import type { Binding, Entity, EntityKind } from "./entity.ts";
import { displayName, titleOf } from "./names.ts";
import { externalDocsOf, ObjectFields } from "./fields.ts";
import type { ObjectToRead, ReadContext } from "./fields.ts";
import type { Operation, Parameter, SecurityRequirement, SecurityScheme, Server } from "./linked.ts";
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
