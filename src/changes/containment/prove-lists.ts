import { generated } from "#verdicts";
import type { Schema } from "#schema";
import { factOf, sizesOf } from "#schema";
import type { Node } from "#text";
import { isTrue, sizeIn } from "#text";
import type { Cell, Term, Proof, ProofResult, SchemaInterpretation } from "./proof.ts";
import { evaluatesNothingElse, together } from "./proof.ts";

/** The schemas that an item at a position must meet. */
function itemSchemas(part: Schema, at: number): readonly Schema[] {
  const own = part.tuple?.[at] ?? (part.tuple ? part.additionalItems : part.items);
  if (own) return [own];
  return part.unevaluatedItems && evaluatesNothingElse(part) ? [part.unevaluatedItems] : [];
}

/** The schemas that a cell has for the item at a position. */
export function itemOf(cell: Cell, at: number): Term {
  return { schemas: cell.parts.flatMap((part) => itemSchemas(part, at)) };
}

export function listsWithin(proof: Proof, cell: Cell, b: Schema, reading: SchemaInterpretation): ProofResult {
  const results: ProofResult[] = [];
  const size = sizesOf(cell.parts, "Items");
  const { least, most } = sizesOf([b], "Items");
  if (size.least < least) results.push(proof.gap(cell, "minItems", b.node, listOf(proof, cell, least - 1)));
  if (size.most > most) results.push(proof.gap(cell, "maxItems", b.node, listOf(proof, cell, most + 1)));
  const positions = [...cell.parts, b].reduce((most, part) => Math.max(most, part.tuple?.length ?? 0), 0);
  for (let at = 0; at <= positions && at < size.most; at += 1) {
    const term = itemOf(cell, at);
    for (const schema of itemSchemas(b, at)) {
      const gap = proof.below(term, schema, reading);
      if (gap) results.push({ ...gap, candidates: gap.candidates.flatMap((item) => listWith(proof, cell, at, item)) });
    }
  }
  if (isTrue(factOf(b, "uniqueItems")) && size.most > 1 && !cell.parts.some((part) => isTrue(factOf(part, "uniqueItems")))) {
    const [item] = proof.samples(itemOf(cell, 0).schemas);
    const count = Math.max(2, size.least);
    results.push(proof.gap(cell, "uniqueItems", b.node, item ? [generated.list(Array.from({ length: count }, () => item))] : []));
  }
  if (b.contains && !isContained(proof, cell, b, reading)) results.push(proof.gap(cell, "contains", b.node, [generated.list([])]));
  if (b.unevaluatedItems && b.unevaluatedItems.always !== true && !evaluatesNothingElse(b))
    results.push(proof.gap(cell, "unevaluatedItems", b.node));
  return together(results);
}

function isContained(proof: Proof, cell: Cell, b: Schema, reading: SchemaInterpretation): boolean {
  const { contains } = b;
  if (!contains) return true;
  const countsOf = (schema: Schema): { readonly least: number; readonly most: number } => ({
    least: sizeIn(factOf(schema, "minContains")) ?? 1,
    most: sizeIn(factOf(schema, "maxContains")) ?? Infinity,
  });
  const { least, most } = countsOf(b);
  if (least === 0 && most === Infinity) return true;
  const same = cell.parts.some((part) => {
    const own = countsOf(part);
    const isWithin = part.contains && own.least >= least && !proof.below({ schemas: [part.contains] }, contains, reading);
    return isWithin && (most === Infinity || (own.most <= most && !proof.below({ schemas: [contains] }, part.contains, "strict")));
  });
  if (same) return true;
  const size = sizesOf(cell.parts, "Items");
  const isAll = size.least >= least && cell.parts.every((part) => !part.tuple) && !proof.below(itemOf(cell, 0), contains, reading);
  return isAll && size.most <= most;
}

/** An array of this length. */
function listOf(proof: Proof, cell: Cell, length: number): readonly Node[] {
  if (length < 0 || length > 1_000) return [];
  proof.spend(length / 10);
  const items: Node[] = [];
  for (let at = 0; at < length; at += 1) {
    const made = proof.samples(itemOf(cell, at).schemas);
    const item = made[at % Math.max(1, made.length)];
    if (!item) return [];
    items.push(item);
  }
  return [generated.list(items)];
}

function listWith(proof: Proof, cell: Cell, at: number, item: Node): readonly Node[] {
  const { least } = sizesOf(cell.parts, "Items");
  const [around] = listOf(proof, cell, Math.max(at + 1, Math.min(least, 1_000)));
  if (around?.kind !== "list") return [];
  return [generated.list(around.items.map((each, index) => (index === at ? item : each)))];
}
