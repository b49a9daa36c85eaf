import type { Diagnostic, Node, Place, TextFile } from "#text";
import { entriesOf, nodesAt, partitionPoint, valueOf } from "#text";
import type { Api, Entity } from "#model";
import type { Documents } from "#documents";

/** A range of the problems of one file, sorted by place. `to` is exclusive. */
interface ProblemRange {
  readonly problems: readonly Diagnostic[];
  readonly from: number;
  readonly to: number;
  /**
   * The end of the node's place. A problem that ends behind it belongs to a value around the node, although both begin at the same
   * offset.
   */
  readonly end: number;
}

/** A node to search, and the entry with its key. */
interface NodeStep {
  readonly node: Node;
  readonly key?: Place | undefined;
}

function rangeIn(problems: readonly Diagnostic[], { start, end }: Place): ProblemRange {
  const from = partitionPoint(problems.length, (at) => (problems[at]?.place.start ?? 0) < start);
  // A problem of an empty value stands at its start.
  const to = partitionPoint(problems.length, (at) => (problems[at]?.place.start ?? 0) < Math.max(end, start + 1));
  return { problems, from, to, end };
}

function stepsBelow(node: Node): readonly NodeStep[] {
  if (node.kind === "map") return node.entries.map((entry) => ({ node: entry.value, key: entry }));
  return node.kind === "list" ? node.items.map((item) => ({ node: item })) : [];
}

/** Nodes that define something under a name. They may be references to what they name. */
function definitionsOf({ root }: Documents): ReadonlySet<Node> {
  const groups = [...entriesOf(root), ...entriesOf(valueOf(root, "components"))];
  return new Set(groups.flatMap(({ value }) => entriesOf(value).map((entry) => entry.value)));
}

/** Finds the problems of the documents by node and by entity. */
export class PlacedProblems {
  readonly #byFile = new Map<TextFile, readonly Diagnostic[]>();
  /** Values with problems, and their keys. Ranges are looked up when asked for: those of 500,000 values take 150 MB. */
  readonly #within = new Map<Node, Place | undefined>();
  readonly #of = new Map<Entity, ProblemRange[]>();
  readonly #owners = new Map<Diagnostic, Entity>();
  readonly #entityOf: (node: Node) => Entity | undefined;

  constructor(problems: readonly Diagnostic[], { api, documents }: { readonly api: Api; readonly documents: Documents }) {
    const definitions = definitionsOf(documents);
    // A reference that uses an entity is not part of it, unless it defines a name.
    this.#entityOf = (node) => (definitions.has(node) || (documents.follow(node) ?? node) === node ? api.entityAt(node) : undefined);
    for (const file of documents.files) {
      const own = problems.filter(({ place }) => place.file === file).sort((a, b) => a.place.start - b.place.start);
      const root = documents.rootOf(file);
      if (!root || own.length === 0) continue;
      this.#byFile.set(file, own);
      this.#enter(root);
    }
    this.#addReferenced(documents);
    this.#addUnmet(api);
  }

  /** The problems in a value or at its key. */
  #rangesOf(node: Node, key: Place | undefined): ProblemRange[] {
    const problems = this.#byFile.get(node.file) ?? [];
    return [...(key ? [rangeIn(problems, key)] : []), rangeIn(problems, node)].filter(({ from, to }) => from < to);
  }

  /** Visits every value with problems once. */
  #enter(root: Node): void {
    const pending: NodeStep[] = [{ node: root }];
    for (let next = pending.pop(); next; next = pending.pop()) {
      const { node, key } = next;
      if (this.#within.has(node)) continue;
      const ranges = this.#rangesOf(node, key);
      if (ranges.length === 0) continue;
      this.#within.set(node, key);
      const entity = this.#entityOf(node);
      if (entity) {
        this.#own(entity, ranges);
        for (const problem of listed(ranges)) this.#owners.set(problem, entity);
      }
      for (const step of stepsBelow(node).toReversed()) pending.push(step);
    }
  }

  #found(node: Node): readonly ProblemRange[] | undefined {
    return this.#within.has(node) ? this.#rangesOf(node, this.#within.get(node)) : undefined;
  }

  #own(entity: Entity, ranges: readonly ProblemRange[]): void {
    const own = this.#of.get(entity) ?? [];
    for (const range of ranges) own.push(range);
    this.#of.set(entity, own);
  }

  /** Assigns problems of parts without their own page, such as traits and bindings, to an entity that refers to them: the last one. */
  #addReferenced(documents: Documents): void {
    const owners = new Map<Node, Entity>();
    for (const { from, target } of documents.edges) {
      const ranges = target && this.#found(target);
      const root = ranges && documents.rootOf(from.file);
      if (!ranges || !root || this.#entityOf(target)) continue;
      const entity = nodesAt(root, from).findLast((node) => this.#entityOf(node));
      const owner = entity && this.#entityOf(entity);
      if (!owner) continue;
      this.#own(owner, ranges);
      owners.delete(target);
      owners.set(target, owner);
    }
    // Once for each part, because thousands of things may refer to one with thousands of problems.
    for (const [target, owner] of owners) for (const problem of this.within(target)) this.#owners.set(problem, owner);
  }

  /** Adds entities that the walk did not meet: tags, and all but the first of those that YAML aliases make of one value. */
  #addUnmet({ servers, channels, operations, messages, schemas, securitySchemes, allTags }: Api): void {
    const written = [...operations, ...messages].map((entity) => [entity, entity.written] as const);
    const plain = [...servers, ...channels, ...securitySchemes, ...allTags].map((entity) => [entity, entity.node] as const);
    for (const [entity, node] of [...written, ...plain, ...schemas.map((each) => [each, each.source.node] as const)]) {
      const ranges = this.#of.has(entity) ? undefined : this.#found(node);
      if (!ranges) continue;
      this.#of.set(entity, [...ranges]);
      for (const problem of listed(ranges)) if (!this.#owners.has(problem)) this.#owners.set(problem, entity);
    }
  }

  /** The problems in a value or at its key, in the order of the text. */
  within(node: Node): readonly Diagnostic[] {
    return listed(this.#found(node) ?? []);
  }

  /** The problems in some entities, each once. */
  of(entities: readonly Entity[]): readonly Diagnostic[] {
    return [...new Set(entities.flatMap((entity) => listed(this.#of.get(entity) ?? [])))];
  }

  /** The innermost entity that contains a problem. */
  ownerOf(problem: Diagnostic): Entity | undefined {
    return this.#owners.get(problem);
  }
}

function listed(ranges: readonly ProblemRange[]): Diagnostic[] {
  return ranges.flatMap(({ problems, from, to, end }) => problems.slice(from, to).filter(({ place }) => place.end <= end));
}
