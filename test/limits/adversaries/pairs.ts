import { head, many, quoted } from "./adversary.ts";

/** Two versions of a document that are made to cost more to compare than they weigh. */
export interface AdversaryPair {
  readonly name: string;
  /** A version of about so many bytes; the word differs between the versions. */
  readonly make: (bytes: number, word: "x" | "y") => string;
}

/** A channel for each schema. */
const channels = (bytes: number, schema: (at: number) => string): string =>
  `${head}channels:\n${many(bytes, (at) => `  c${at}: { publish: { message: { payload: ${schema(at)} } } }\n`)}`;

/** One object; each line is a property. */
const object = (lines: string, more = ""): string =>
  `${head}channels:\n  c:\n    publish:\n      message:\n        payload:\n          type: object\n${more}          properties:\n${lines}`;
const property = (name: string, schema: string): string => `            ${name}: ${schema}\n`;

/** A pattern that goes back through a run of `a` from each of its characters. */
const back = (end: string): string => `type: string, pattern: ${quoted(`^((a|b|ab)+)+${end}$`)}`;
const numbered = (count: number, make: (at: number) => string): string => Array.from({ length: count }, (_, at) => make(at)).join(", ");

/** Names that patterns go through, as properties: each name is held against each pattern. */
const names = (bytes: number, word: string): string => {
  const patterns = many(bytes / 2, (at) => `            "^(a+)+${at}": { type: string }\n`);
  const most = word === "x" ? 9 : 8;
  return object(
    many(bytes / 2, (at) => property("a".repeat(30) + String(at), `{ type: string, maxLength: ${most} }`)),
    `          patternProperties:\n${patterns}`,
  );
};

export const pairs: readonly AdversaryPair[] = [
  { name: "patterns that go back", make: (bytes, word) => channels(bytes, (at) => `{ ${back(word + String(at))} }`) },
  {
    name: "alternatives of patterns",
    make: (bytes, word) => channels(bytes, () => `{ anyOf: [${numbered(20, (at) => `{ ${back(word + String(at))} }`)}] }`),
  },
  {
    name: "excluded patterns",
    make: (bytes, word) => object(many(bytes, (at) => property(`p${at}`, `{ type: string, not: { ${back(word + String(at))} } }`))),
  },
  {
    name: "values against patterns",
    make: (bytes, word) =>
      channels(bytes, (at) =>
        word === "x" ? `{ enum: [${numbered(1_000, (each) => quoted("a".repeat(29) + String(each)))}] }` : `{ ${back(String(at))} }`,
      ),
  },
  { name: "names and patterns of names", make: names },
  { name: "long texts", make: (bytes, word) => channels(bytes, () => `{ type: string, maxLength: ${word === "x" ? 99_999 : 99_998} }`) },
  {
    name: "long lists of patterns",
    make: (bytes, word) =>
      channels(bytes, (at) => `{ type: array, maxItems: ${word === "x" ? 990 : 980}, items: { ${back(String(at))} } }`),
  },
  {
    name: "large objects",
    make: (bytes, word) =>
      channels(bytes, () => `{ type: object, additionalProperties: { type: string }, maxProperties: ${word === "x" ? 990 : 980} }`),
  },
];
