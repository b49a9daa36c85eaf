import type { Leaves } from "../../support/format-document.ts";
import type { Plain } from "../../support/plain.ts";

/** Objects that hold themselves: in full so often, after that only what names them. */
const FULL: Readonly<Record<string, number>> = {
  Schema: 3,
  Message: 3,
  MessageTrait: 2,
  Operation: 3,
  OperationTrait: 2,
  Channel: 2,
  Server: 2,
};
const NAMING = ["title", "name", "description", "x-"];

/** What the format wants of a text, with a marker in it. */
function shaped(marker: string, kind: string | undefined): string {
  if (kind === "uri" || kind === "absolute-url") return `https://${marker}.example/`;
  if (kind === "email") return `${marker}@example.com`;
  if (kind === "media-type") return `application/${marker}`;
  return kind === "runtime-expression" ? `$message.header#/${marker}` : marker;
}

/** Leaves with a word of its own in every field (`mk12x`), and a number of its own (`90012`) where a number must stand. */
export function markerLeaves(): Leaves {
  let at = 0;
  const next = (): string => `mk${(at += 1)}x`;
  const number = (): bigint => BigInt(90_000 + (at += 1));
  return {
    text: (name, { oneOf, text }) => {
      // Schemas of other languages have tests of their own.
      if (name === "schemaFormat") return undefined;
      return oneOf ? oneOf[(at += 1) % oneOf.length] : shaped(next(), text);
    },
    key: next,
    number: (shape) => shape.oneOf?.[0] ?? (shape.maximum === undefined ? number() : (shape.minimum ?? 0)),
    boolean: () => true,
    any: () => (at % 5 === 0 ? new Map<string, Plain>([[next(), [next(), number(), true, null]]]) : next()),
    choose: (count) => (at += 1) % count,
    count: () => 1,
    includes: (object, field, nth) => nth < (FULL[object] ?? 6) || NAMING.includes(field),
  };
}
