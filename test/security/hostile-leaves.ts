import type { Leaves } from "../support/format-document.ts";
import type { Plain } from "../support/plain.ts";
import { keys } from "./payloads.ts";

/** How often an object is generated with all of its fields; after that, with those that name it. */
const FULL = 2;
const NAMING = ["title", "name", "description", "operationId", "messageId", "x-"];

/**
 * Leaves that put hostile texts into every field, the next one each time, beginning with the `first`: over as many documents
 * as there are texts, each text stands in each field. Names that the format fixes are kept, or there would be no page to attack.
 */
export function hostileLeaves(texts: readonly string[], first: number): Leaves {
  let at = first;
  let names = first;
  const next = (): string => texts[at++ % texts.length] ?? "";
  // A key is long only where it says which it is, or equal keys would be one.
  const key = (): string => `${next()}${(names += 1)}`;
  const any = (): Plain =>
    new Map<string, Plain>([
      [key(), next()],
      ["__proto__", new Map([["polluted", next()]])],
      ["list", [next(), 1n, true, null]],
    ]);
  return {
    text: (name, { oneOf }) => {
      if (name === "schemaFormat" && at % 4 !== 0) return undefined;
      return oneOf ? oneOf[at++ % oneOf.length] : next();
    },
    key: (pattern) => (pattern && names++ % 2 === 0 ? `${keys[names % keys.length] ?? ""}${names < 40 ? "" : names}` : key()),
    number: ({ oneOf }) => oneOf?.[0] ?? 3,
    boolean: () => at % 2 === 0,
    any,
    choose: (count) => count - 1 - (at % count),
    count: () => 2,
    includes: (_, field, nth) => nth < FULL || NAMING.includes(field),
  };
}
