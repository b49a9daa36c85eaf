import type { NamedSchema } from "#model";
import type { SharedPart } from "#theme";
import type { Child } from "./schema-children.ts";
import { childrenOf } from "./schema-children.ts";
import type { Effective } from "./schema-effective.ts";
import { effective } from "./schema-effective.ts";
import type { RowFace, RowSpot } from "./schema-row-view.ts";
import { descriptionsOf, rowFace } from "./schema-row-view.ts";
import { summaryOf } from "./schema-summary.ts";
import { toldItems } from "./schema-told.ts";
import type { TreeContext } from "./schema-tree-context.ts";
import { bytesOf, weightOf } from "./schema-weight.ts";

/** What is to stand below a row, wherever it is. */
export interface Plan {
  readonly children: readonly Child[];
  readonly summary: string;
  /** The one child that gives way to what is below it, where the type says all of it already. */
  readonly told?: { readonly child: Child; readonly items: Effective };
}

function planned(context: TreeContext, made: Effective): Plan {
  const children = childrenOf(context, made);
  const items = toldItems(context, children, made);
  const [child] = children;
  if (!items || !child) return { children, summary: summaryOf(context, children) };
  const inner = childrenOf(context, items);
  if (children.length > 1) {
    const kept = inner.length > 0 ? children : children.slice(1);
    return { children: kept, summary: summaryOf(context, kept) };
  }
  const key = child.step === "[]" ? "schema.show.eachItem" : "schema.show.eachValue";
  return { children: inner, summary: context.words(key, { what: summaryOf(context, inner) }), told: { child, items } };
}

/** A row's face as far as it is the same wherever the row stands, and what that takes of a page's budget. */
interface Known {
  readonly face: RowFace;
  readonly bytes: number;
  /** Whether texts have anchors of their own, which begin with the row's. */
  readonly anchored: boolean;
}

interface Noted<T> {
  readonly value: T;
  /** Named schemas that making it asked for. */
  readonly mentions: readonly NamedSchema[];
}

/** Stands for the row's own anchor: a control character, which no text of a page holds. */
const ANCHOR = "\u0002";

/**
 * What trees of one site know of rows that they have met before: a schema that many others refer to says the same in each.
 * Kept from the second time on, so that what is met once is not held. The context must be one that is alike in all these trees.
 */
export class RowMemo {
  readonly #plans = new WeakMap<Effective, Noted<Plan> | "met">();
  /** Children of kept plans alone are met again as the same objects. */
  readonly #kept = new WeakSet<Child>();
  readonly #faces = new WeakMap<Child, Noted<Known>>();

  plan(context: TreeContext, made: Effective): Plan {
    let known = this.#plans.get(made);
    if (known === undefined) {
      this.#plans.set(made, "met");
      return planned(context, made);
    }
    if (known === "met") {
      known = noted(context, (within) => planned(within, made));
      this.#plans.set(made, known);
      for (const child of known.value.children) this.#kept.add(child);
    }
    return told(context, known);
  }

  face(context: TreeContext, child: Child): Known | undefined {
    if (!this.#kept.has(child)) return undefined;
    let known = this.#faces.get(child);
    if (!known) this.#faces.set(child, (known = noted(context, (within) => faceOnce(within, child))));
    return told(context, known);
  }
}

/** Makes something, with what it mentions on the way. */
function noted<T>(context: TreeContext, make: (context: TreeContext) => T): Noted<T> {
  const mentions = new Set<NamedSchema>();
  const isHere = (named: NamedSchema): boolean => {
    mentions.add(named);
    return context.isHere(named);
  };
  const value = make({ ...context, isHere });
  return { value, mentions: [...mentions] };
}

/** Mentions it all again. */
function told<T>(context: TreeContext, { value, mentions }: Noted<T>): T {
  for (const named of mentions) context.isHere(named);
  return value;
}

function faceOnce(context: TreeContext, child: Child): Known {
  const row = effective(child.schemas);
  const made = rowFace(context, { child, row, id: ANCHOR, path: "", anchor: () => undefined });
  const face = { ...made, id: "" };
  return { face, bytes: bytesOf(face), anchored: face.descriptions.some(({ html }) => html.includes(ANCHOR)) };
}

/** What the rows of a tree are made with; the memo where the tree is one that pages share. */
export interface Making {
  readonly context: TreeContext;
  readonly memo?: RowMemo | undefined;
}

/** What is below a row. */
export function planOf({ context, memo }: Making, made: Effective): Plan {
  return memo?.plan(context, made) ?? planned(context, made);
}

/** A row's face, its weight, and how its facts are shared with rows that say the same. */
export interface MadeFace {
  readonly face: RowFace;
  readonly weight: number;
  readonly shared: SharedPart | undefined;
}

/** The face of a row. One that says less than its schema does, since that stands above, is its own. */
export function faceOf({ context, memo }: Making, spot: RowSpot): MadeFace {
  const known = spot.child && !spot.again ? memo?.face(context, spot.child) : undefined;
  if (!known) {
    const face = rowFace(context, spot);
    return { face, weight: weightOf(face), shared: undefined };
  }
  const { id, path } = spot;
  if (known.anchored) {
    const face = { ...known.face, id, path, descriptions: descriptionsOf(context, spot) };
    return { face, weight: weightOf(face), shared: undefined };
  }
  const view = (): object => ({ ...known.face, links: [] });
  return { face: { ...known.face, id, path }, weight: weightOf({ id, path }, known.bytes), shared: { key: known, mark: "", as: "", view } };
}
