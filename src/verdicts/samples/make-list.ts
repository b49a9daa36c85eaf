import type { Node } from "#text";
import { printJson, reason, isTrue } from "#text";
import type { Schema } from "#schema";
import type { Conjunction } from "./conjunction.ts";
import { factsOf, sizeOf } from "./conjunction.ts";
import { list, number, text } from "./generated.ts";
import type { SampleAttempt, SamplePosition } from "./sample-attempt.ts";
import { without } from "./sample-attempt.ts";

/** The schemas for the item at an index: its place in a tuple, the schema for further items, or the one for all. */
function schemasAt({ parts }: Conjunction, index: number): readonly Schema[] {
  return parts.flatMap((part) => {
    const own = part.tuple ? (part.tuple[index] ?? part.additionalItems) : part.items;
    return own ? [own] : [];
  });
}

interface ItemCounts {
  readonly wanted: number;
  readonly least: number;
}

const MOST_ITEMS = 50;

function sizesOf(conjunction: Conjunction): ItemCounts {
  const least = sizeOf(conjunction, "minItems", "largest") ?? 0;
  const most = sizeOf(conjunction, "maxItems", "smallest") ?? Infinity;
  const tuple = conjunction.parts.reduce((most, part) => Math.max(most, part.tuple?.length ?? 0), 0);
  return { wanted: Math.min(Math.max(least, tuple, 1), most), least };
}

/** Makes items that differ, as `uniqueItems` requires. It tries as many variants as it takes, up to a limit. */
function different(
  schemas: readonly Schema[],
  spot: SamplePosition,
  { making, met }: { making: SampleAttempt; met: Set<string> },
): Node | undefined {
  for (let variant = spot.variant; variant < spot.variant + 10; variant += 1) {
    const value = making.make(schemas, { ...spot, variant });
    if (!value || !met.has(printJson(value))) return value;
  }
  return undefined;
}

/** A short value for a schema without constraints. */
function anything(index: number): Node {
  return index % 2 === 0 ? text("sample") : number(String(index));
}

/** A list of one item, or as many as the schema needs. A recursive item is left out if the list may be empty. */
export function makeList(conjunction: Conjunction, spot: SamplePosition, making: SampleAttempt): Node | undefined {
  const { wanted, least } = sizesOf(conjunction);
  if (least > MOST_ITEMS) return without(making, reason("long-list", { size: least }));
  const mustDiffer = factsOf(conjunction, "uniqueItems").some(isTrue);
  const contained = conjunction.parts.flatMap((part) => part.contains ?? []);
  const met = new Set<string>();
  const items: Node[] = [];
  for (let index = 0; index < wanted; index += 1) {
    const schemas = [...schemasAt(conjunction, index), ...(index === 0 ? contained : [])];
    const below: SamplePosition = { name: spot.name.replace(/s$/, ""), depth: spot.depth + 1, variant: mustDiffer ? index : 0 };
    const before = making.reason;
    const item = schemas.length === 0 ? anything(index) : different(schemas, below, { making, met });
    if (!item) {
      if (index < least || contained.length > 0) return without(making, reason("no-item"));
      making.reason = before;
      break;
    }
    if (mustDiffer) met.add(printJson(item));
    items.push(item);
  }
  return list(items);
}
