import type { Leaves } from "../support/format-document.ts";
import type { Plain } from "../support/plain.ts";

/** What texts of a kind look like, with a number that no other text of the document has. */
const forms: Readonly<Record<string, (n: number) => string>> = {
  uri: (n) => `urn:example:u${n}`,
  "absolute-url": (n) => `https://u${n}.example/p${n}`,
  email: (n) => `e${n}@mail${n}.example`,
  "media-type": (n) => `application/vnd.m${n}+json`,
  "runtime-expression": (n) => `$message.header#/h${n}`,
};

/** Leaves of which each is another text, key or number than all others: whatever is missing on the site is missed. */
export function markerLeaves(): Leaves {
  let count = 1000;
  let at = 0;
  const next = (): number => (count += 1);
  const any = (): Plain =>
    new Map<string, Plain>([
      [`k${next()}`, `any ${next()}`],
      [`n${next()}`, BigInt(next())],
      ["list", [`item ${next()}`, BigInt(next())]],
    ]);
  return {
    text: (name, { oneOf, text }) => {
      if (name === "schemaFormat" || name === "$schema" || name === "$id") return undefined;
      if (oneOf) return oneOf[at++ % oneOf.length];
      if (name === "pattern") return `^p${next()}$`;
      return forms[text ?? ""]?.(next()) ?? `${name === "" ? "text" : name} ${next()}`;
    },
    key: () => `key${next()}`,
    number: ({ oneOf }) => oneOf?.[0] ?? BigInt(next()),
    boolean: () => true,
    any,
    choose: (alternatives) => alternatives - 1 - (at++ % alternatives),
    count: () => 2,
    includes: (_, field, nth) => nth < 3 || ["title", "name", "description"].includes(field),
  };
}
