import type { NamedSchema } from "#model";
import { MetAgain } from "./met-again.ts";
import type { Child } from "./schema-children.ts";
import { childrenOf } from "./schema-children.ts";
import type { Effective } from "./schema-effective.ts";
import { effective } from "./schema-effective.ts";
import type { OwnFace, RowFace, RowSpot } from "./schema-row.ts";
import { descriptionsOf, isTitledAs, nameOf, rowFace } from "./schema-row.ts";
import { summaryOf } from "./schema-summary.ts";
import type { TreeContext } from "./schema-tree-context.ts";
import { bytesOf, weightOf } from "./schema-weight.ts";
import type { SharedPart } from "./shared-view.ts";

const containers = ["array", "repeated", "map"];

/** The child that is all that a container holds: its items, or the values of a map. */
function itemsOf([child]: readonly Child[], { merged }: Effective): Child | undefined {
  if (child?.schemas.length !== 1 || !merged.types.some((type) => containers.includes(type))) return undefined;
  return child.step === "[]" || (child.step === "{*}" && merged.types.includes("map")) ? child : undefined;
}

/** Whether a row says nothing but its type and name. */
function saysTypeOnly(context: TreeContext, row: Effective): boolean {
  const face = rowFace(context, { child: undefined, row, id: "", path: "", anchor: () => undefined });
  const lists = [face.descriptions, face.facts, face.values, face.notes, face.others, face.docs, face.access];
  const saysMore = lists.some((list) => list.length > 0) || face.parts !== undefined || face.contradictions !== undefined || face.title !== "" || face.deprecated !== "";
  return !saysMore && !row.merged.parts.some((part) => part.schema.format);
}

/**
 * The items of a container (`array of LineItem`) whose type already says all that a row of their own would say, but for what
 * is below them: that can then stand directly below the container.
 */
function toldItems(context: TreeContext, children: readonly Child[], parent: Effective): Effective | undefined {
  const child = itemsOf(children, parent);
  if (!child) return undefined;
  const row = effective(child.schemas, context);
  const isNamed = row.own.some((schema) => schema.named ?? schema.name);
  return (row.nullable && isNamed) || !saysTypeOnly(context, row) ? undefined : row;
}

/** What is to stand below a row, wherever it is. */
interface Plan {
  readonly children: readonly Child[];
  readonly summary: string;
  /** The one child that gives way to what is below it, where the type says all of it already. */
  readonly told?: { readonly child: Child; readonly items: Effective };
}

function planned(context: TreeContext, made: Effective): Plan {
  const children = childrenOf(context, made);
  context.look(children.length);
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

/** What a row says of its schemas, wherever it stands. */
interface Known {
  readonly face: RowFace;
  /** What that takes of a page's budget, but for what is the row's own. */
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
 * What trees of one site know of schemas that they have met before: one that many others refer to says the same in each.
 * Kept from the second time on, so that what is met once is not held. The context must be one that is alike in all these trees.
 */
export class RowMemo {
  readonly #plans = new MetAgain<Effective, Noted<Plan>>();
  readonly #faces = new MetAgain<Effective, Noted<Known>>();

  plan(context: TreeContext, made: Effective): Plan | undefined {
    return kept(this.#plans, made, { context, make: planned });
  }

  face(context: TreeContext, row: Effective): Known | undefined {
    return kept(this.#faces, row, { context, make: faceOnce });
  }
}

/** What is made of a row, from the second time on. */
function kept<T>(
  memo: MetAgain<Effective, Noted<T>>,
  row: Effective,
  { context, make }: { context: TreeContext; make: (context: TreeContext, row: Effective) => T },
): T | undefined {
  const known = memo.of(row, () => noted(context, (within) => make(within, row)));
  return known && mentioned(context, known);
}

/** What was made, unless it would say something else here: what is mentioned is so again. */
function mentioned<T>(context: TreeContext, { value, mentions }: Noted<T>): T | undefined {
  // Each is to be told of.
  const here = mentions.filter((named) => context.isHere(named));
  return here.length > 0 ? undefined : value;
}

/** Makes something, with what it mentions on the way; `undefined` where it speaks of the page that it is made for. */
function noted<T>(context: TreeContext, make: (context: TreeContext) => T): Noted<T> | undefined {
  const mentions = new Set<NamedSchema>();
  const isHere = (named: NamedSchema): boolean => {
    mentions.add(named);
    return context.isHere(named);
  };
  const value = make({ ...context, isHere });
  return [...mentions].some((named) => context.isHere(named)) ? undefined : { value, mentions: [...mentions] };
}

function faceOnce(context: TreeContext, row: Effective): Known {
  const made = rowFace(context, { child: undefined, row, id: ANCHOR, path: "", anchor: () => undefined });
  const face = { ...made, id: "" };
  return { face, bytes: bytesOf({ ...face, kind: "" }), anchored: face.descriptions.some(({ html }) => html.includes(ANCHOR)) };
}

/** Whether a child says nothing that its schemas do not say, but its name and whether it must be there. */
function isBare({ kind, step, property }: Child): boolean {
  if (kind === "choice" || kind === "condition" || step === "{names}") return false;
  if (!property) return true;
  const [only, another] = property.stated;
  if (!only || another || only.part.within) return false;
  const { description, default: fallback, deprecated, facts } = only.property;
  return description === undefined && fallback === undefined && deprecated !== true && facts.length === 0;
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
interface MadeFace {
  readonly face: RowFace;
  /** What of it is the row's own, where the rest is what other rows say too. */
  readonly own: OwnFace;
  readonly weight: number;
  readonly shared: SharedPart | undefined;
}

/** The face of a row. One that says less than its schema does, since that stands above, is its own. */
export function faceOf({ context, memo }: Making, spot: RowSpot): MadeFace {
  const { id, path, child, row, again } = spot;
  const known = child && !again && isBare(child) && !isTitledAs(row, child, context.memo) ? memo?.face(context, row) : undefined;
  if (!known) {
    const face = rowFace(context, spot);
    return { face, own: face, weight: weightOf(face), shared: undefined };
  }
  const own = { id, path, ...nameOf(context, spot) };
  if (known.anchored) {
    const face = { ...known.face, ...own, descriptions: descriptionsOf(context, spot) };
    return { face, own, weight: weightOf(face), shared: undefined };
  }
  const view = (): object => ({ ...known.face, links: [] });
  return { face: known.face, own, weight: weightOf(own, known.bytes), shared: { key: known, mark: "", as: "", view } };
}
