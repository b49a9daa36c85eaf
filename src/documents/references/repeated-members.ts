import type { PlainShape, Shape, Tables, TraversalContext } from "#format";
import { isSchemaObject, matchingShape, mayRefer, visitParts, tablesOf } from "#format";
import type { MapNode, Node, StringNode } from "#text";
import { memberCount, valueOf } from "#text";
import type { Documents } from "./file-store.ts";

/** This many characters of data count as one member. */
const CHARACTERS_OF_DATA = 10;

interface RepeatContext {
  readonly tables: Tables;
  readonly follow: (node: Node) => Node | undefined;
  /** How many members may be repeated. */
  readonly most: number;
}

/** The first reference or alias beyond the limit. */
export interface Excess {
  readonly at: Node;
  readonly size: number;
}

/**
 * Counts the members that references and aliases repeat: by how much the document would grow if each value were written where it is
 * used. Schemas and messages are not counted where they are used. They have pages of their own, and other limits bound what pages
 * repeat.
 */
class RepeatCount {
  private readonly context: RepeatContext;
  private readonly weights = new Map<Node, number>();
  /** Values that were visited. */
  private readonly seen = new Set<Node>();
  /** The messages of channels that an operation has. */
  private readonly used = new Set<Node>();
  private repeated = 0;
  excess: Excess | undefined;

  constructor(context: RepeatContext) {
    this.context = context;
  }

  /** Counts the members of the document. The first use of a component does not count as a repetition. */
  count(root: MapNode): Excess | undefined {
    const others: (readonly [Node, Shape])[] = [];
    this.parts(root, { kind: "object", object: "Root" }, (node, shape) => {
      if (shape.kind === "object" && shape.object === "Components") this.components(node, shape, others);
      else this.weigh(node, shape);
    });
    for (const [node, shape] of others) if (!this.weights.has(this.context.follow(node) ?? node)) this.weigh(node, shape);
    return this.excess;
  }

  private components(node: Node, shape: PlainShape, found: (readonly [Node, Shape])[]): void {
    this.parts(node, shape, (group, groupShape) => {
      const fitted = matchingShape(groupShape, group);
      if (fitted) this.parts(group, fitted, (each, own) => found.push([each, own]));
    });
  }

  private parts(node: Node, shape: PlainShape, visit: (node: Node, shape: Shape) => void): void {
    visitParts(shape, node, { reading: this.context, visit });
  }

  private weigh(node: Node, shape: Shape): number {
    const target = mayRefer(shape, node) ? this.context.follow(node) : node;
    if (target?.kind !== "map" && target?.kind !== "list") return memberCount(node);
    const fitted = matchingShape(shape, target);
    if (!fitted) return 1;
    if (fitted.kind === "object") {
      if (fitted.reference === "required" || isSchemaObject(fitted.object)) return 1;
      if (fitted.object === "Payload" || fitted.object === "MultiFormatSchema") return 1;
      if (fitted.object === "Message") return this.message(target, fitted);
      if (fitted.object === "Operation") this.messagesOf(target);
    }
    return this.weighTarget(target, fitted, node);
  }

  private message(node: Node, shape: PlainShape): number {
    if (!this.seen.has(node)) {
      this.seen.add(node);
      this.parts(node, shape, (part, own) => this.weigh(part, own));
    }
    return 1;
  }

  /** An operation that lists no messages repeats all of its channel's, unless it is the first of the channel. */
  private messagesOf(operation: Node): void {
    const reference = valueOf(operation, "messages") ? undefined : valueOf(operation, "channel");
    const messages = valueOf(reference && this.context.follow(reference), "messages");
    if (messages?.kind !== "map") return;
    if (this.used.has(messages)) this.repeat(messages.entries.length, operation);
    this.used.add(messages);
  }

  private weighTarget(node: Node, shape: PlainShape, user: Node): number {
    const known = this.weights.get(node);
    if (known !== undefined) return this.repeat(known, user);
    // A value that contains itself is refused elsewhere.
    if (this.seen.has(node)) return 1;
    this.seen.add(node);
    // Data is not walked; its length stands for its members.
    let weight = shape.kind === "any" ? Math.ceil((node.end - node.start) / CHARACTERS_OF_DATA) : 1;
    this.parts(node, shape, (part, own) => {
      weight += this.weigh(part, own);
    });
    this.weights.set(node, weight);
    return weight;
  }

  private repeat(weight: number, at: Node): number {
    this.repeated += weight;
    if (this.repeated > this.context.most) this.excess ??= { at, size: this.repeated };
    return weight;
  }
}

/** The place where references and aliases repeat more members than the limit; `undefined` if they do not. */
export function findExcess(root: MapNode, context: RepeatContext): Excess | undefined {
  return new RepeatCount(context).count(root);
}

type StringShape = Extract<Shape, { readonly kind: "string" }>;

/** A string, what the format says of it, and the field that has it. */
interface ShapedString {
  readonly node: StringNode;
  readonly shape: StringShape;
  readonly field: string;
}

/** Which strings are looked for. */
interface StringSearch {
  readonly wants: (shape: StringShape) => boolean;
  /** Values that are not searched, nor what is in them. */
  readonly skips?: (shape: PlainShape) => boolean;
}

/**
 * The strings of all files that the tables of the format give a wanted shape. It uses a worklist, because references and aliases make
 * the values a graph. A value is visited once as each object.
 */
export function* shapedStrings(documents: Documents, { wants, skips }: StringSearch): Generator<ShapedString> {
  const reading: TraversalContext = { tables: tablesOf(documents.dialect), follow: (node) => documents.follow(node) };
  const seen = new Map<unknown, Set<Node>>();
  const open: { readonly node: Node; readonly shape: Shape; readonly field: string }[] = [];
  open.push({ node: documents.root, shape: { kind: "object", object: "Root" }, field: "" });
  const isFirst = (node: Node, shape: PlainShape): boolean => {
    const what = shape.kind === "object" && !shape.binding ? shape.object : shape;
    const known = seen.get(what) ?? new Set();
    seen.set(what, known);
    return !known.has(node) && known.add(node).size > 0;
  };
  /** Most of a document is other text, numbers and data. */
  const mayHold = (node: Node, shape: Shape): boolean => {
    if (shape.kind === "string") return wants(shape);
    return shape.kind !== "any" && node.kind !== "number" && node.kind !== "boolean" && node.kind !== "null";
  };
  for (let next = open.pop(); next; next = open.pop()) {
    const node = mayRefer(next.shape, next.node) ? documents.follow(next.node) : next.node;
    const shape = node && matchingShape(next.shape, node);
    if (!shape) continue;
    const { field } = next;
    if (node.kind === "string") {
      if (shape.kind === "string" && wants(shape)) yield { node, shape, field };
    } else if (isFirst(node, shape) && skips?.(shape) !== true) {
      visitParts(shape, node, {
        reading,
        visit(inner, own, entry) {
          if (mayHold(inner, own)) open.push({ node: inner, shape: own, field: entry?.key ?? field });
        },
      });
    }
  }
}
