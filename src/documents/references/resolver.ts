import type { SchemaResources } from "#format";
import type { MapNode, Node, TextFile } from "#text";
import { childAt } from "#text";
import { avroNames } from "./avro-names.ts";
import type { FileStore, Request, Stored } from "./file-store.ts";
import { isDocument } from "./locate-kind.ts";
import type { BadReference, Target } from "./parse-reference.ts";
import { parseReference } from "./parse-reference.ts";
import { referenceOf } from "./found-reference.ts";
import type { ReferenceNode } from "./found-reference.ts";

/** Why a reference does not resolve. `elsewhere`: another reference on the way is at fault, and reported itself. */
export type Failure =
  | { readonly kind: "bad"; readonly bad: BadReference }
  | { readonly kind: "outside-root"; readonly path: string }
  | { readonly kind: "not-read"; readonly stored: Exclude<Stored, { kind: "read" }>; readonly target: Target }
  | { readonly kind: "no-value"; readonly parent: Node; readonly tokens: readonly string[]; readonly failed: number }
  | { readonly kind: "loop"; readonly chain: readonly ReferenceNode[] }
  | { readonly kind: "too-far" }
  | { readonly kind: "elsewhere" };

/** A reference and where its own pointer leads: one step, which may be a reference again. */
export interface Step {
  readonly kind: "step";
  readonly node: Node;
  /** Where it was looked for; absent where a JSON Schema's own `$id` named it. */
  readonly target?: Target;
}

interface Needs {
  readonly kind: "needs";
  readonly request: Request;
}

export type Outcome = { readonly kind: "target"; readonly node: Node } | Needs | { readonly kind: "broken" };

/** A pointer may lead through so many references inside references; more is no document but an attack on the stack. */
const THROUGH = 64;

/**
 * Follows references in memory and remembers every answer. Asks for a file that is not read yet by answering `needs`;
 * the caller loads it and asks again.
 */
export class Resolver {
  readonly failures = new Map<MapNode, Failure>();
  private readonly store: FileStore;
  private readonly resources: SchemaResources;
  private readonly steps = new Map<MapNode, Step>();
  private readonly finals = new Map<MapNode, Node | undefined>();
  private readonly open = new Set<MapNode>();
  /** What a text means in a file, and where it leads: most references say what others have said before. */
  private readonly targets = new WeakMap<TextFile, Map<string, Target | BadReference>>();
  private readonly reached = new WeakMap<Target, Step>();
  private readonly names = new WeakMap<Node, ReadonlyMap<string, readonly string[]>>();
  /** Steps that lead to no further reference. */
  private readonly ends = new WeakSet<Step>();

  constructor(store: FileStore, resources: SchemaResources) {
    this.store = store;
    this.resources = resources;
  }

  /** Where the pointer of a reference itself leads, once it is resolved. */
  stepOf(node: MapNode): Step | undefined {
    return this.steps.get(node);
  }

  finalOf(node: MapNode): Node | undefined {
    return this.finals.get(node);
  }

  /** Makes a reference lead nowhere, whatever was found: what stands there cannot be used. */
  refuse(node: MapNode): void {
    this.finals.set(node, undefined);
  }

  /** Resolves a reference that says what one before it said, where that leads to its end at once: most do. `undefined` for any other. */
  resolveAgain(node: MapNode, ref: string): Step | undefined {
    if (!this.resources.isEmpty || this.finals.has(node)) return undefined;
    const target = this.targets.get(node.file)?.get(ref);
    const step = target && "at" in target ? this.reached.get(target) : undefined;
    if (!step || !this.ends.has(step)) return undefined;
    this.steps.set(node, step);
    this.finals.set(node, step.node);
    return step;
  }

  /** The end of a chain of references. */
  resolve(start: ReferenceNode, through = 0): Outcome {
    const chain: ReferenceNode[] = [];
    const outcome = this.follow(start, chain, through);
    for (const { node } of chain) this.open.delete(node);
    if (outcome.kind === "needs") return outcome;
    const final = outcome.kind === "target" ? outcome.node : undefined;
    for (const { node } of chain) {
      this.finals.set(node, final);
      if (final === undefined && !this.failures.has(node)) this.failures.set(node, { kind: "elsewhere" });
    }
    return outcome;
  }

  private follow(start: ReferenceNode, chain: ReferenceNode[], through: number): Outcome {
    let at: ReferenceNode = start;
    for (;;) {
      if (this.finals.has(at.node)) {
        const node = this.finals.get(at.node);
        return node ? { kind: "target", node } : { kind: "broken" };
      }
      if (this.open.has(at.node)) return this.loop(at, chain);
      this.open.add(at.node);
      chain.push(at);
      const step = this.steps.get(at.node) ?? this.step(at, through);
      if (step.kind === "needs") return step;
      if (step.kind !== "step") {
        // A loop through a pointer's own steps is at fault here already.
        if (!this.failures.has(at.node)) this.failures.set(at.node, step);
        return { kind: "broken" };
      }
      this.steps.set(at.node, step);
      const next = referenceOf(step.node);
      if (!next) {
        this.ends.add(step);
        return { kind: "target", node: step.node };
      }
      at = next;
    }
  }

  /** A loop is the fault of all its references and reported once, at the one that was met first. */
  private loop(at: ReferenceNode, chain: readonly ReferenceNode[]): Outcome {
    const from = chain.findIndex(({ node }) => node === at.node);
    const circle = from === -1 ? chain : chain.slice(from);
    const first = circle[0] ?? at;
    this.failures.set(first.node, { kind: "loop", chain: circle.length === 0 ? [at] : circle });
    return { kind: "broken" };
  }

  private step({ node, ref }: ReferenceNode, through: number): Step | Needs | Failure {
    const resource = this.resources.of(node);
    const named = resource && this.resources.named(ref.value, resource);
    if (named) return { kind: "step", node: named.schema };
    const target = this.targetOf(ref.value, node.file);
    if (!("at" in target)) return { kind: "bad", bad: target };
    const reached = this.reached.get(target);
    if (reached) return reached;
    if (target.kind === "file" && !this.store.allows(target.at)) return { kind: "outside-root", path: target.at };
    const stored = this.store.get(target);
    if (!stored) return { kind: "needs", request: { kind: target.kind, at: target.at } };
    if (stored.kind !== "read") return { kind: "not-read", stored, target };
    const step = this.evaluate(stored.root, target, through);
    if (step.kind === "step") this.reached.set(target, step);
    return step;
  }

  private targetOf(ref: string, file: TextFile): Target | BadReference {
    let known = this.targets.get(file);
    if (!known) this.targets.set(file, (known = new Map<string, Target | BadReference>()));
    let target = known.get(ref);
    if (!target) known.set(ref, (target = parseReference(ref, file)));
    return target;
  }

  /** Where the named type of an Avro schema stands in its file. */
  private namedIn(root: Node, name: string): readonly string[] | undefined {
    if (isDocument(root)) return undefined;
    let names = this.names.get(root);
    if (!names) this.names.set(root, (names = avroNames(root)));
    return names.get(name);
  }

  /** RFC 6901 § 4, and where a step meets a reference that has no such member itself, it goes on in what that leads to. */
  private evaluate(root: Node, target: Target, through: number): Step | Needs | Failure {
    let node = root;
    for (const [index, token] of target.tokens.entries()) {
      let next = childAt(node, token);
      const reference = next ? undefined : referenceOf(node);
      if (reference) {
        if (through >= THROUGH) return { kind: "too-far" };
        const outcome = this.resolve(reference, through + 1);
        if (outcome.kind === "needs") return outcome;
        if (outcome.kind === "broken") return { kind: "elsewhere" };
        node = outcome.node;
        next = childAt(node, token);
      }
      const named = next || target.tokens.length > 1 ? undefined : this.namedIn(root, token);
      if (named) return this.evaluate(root, { ...target, tokens: named }, through);
      if (!next) return { kind: "no-value", parent: node, tokens: target.tokens, failed: index };
      node = next;
    }
    return { kind: "step", node, target };
  }
}
