import type { Entry, Node } from "#text";
import { entriesOf, isIntegerNode, itemsOf } from "#text";
import { brokenFormat } from "./formats.ts";
import type { KeywordCheck } from "./visit.ts";
import { fail } from "./visit.ts";
import { inWords, listed, listedOf, typeInWords } from "./wording.ts";

const names: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "a boolean",
  null: "null",
  object: "an object",
  array: "an array",
};

function isOfType(instance: Node, type: string): boolean {
  switch (type) {
    case "object":
      return instance.kind === "map";
    case "array":
      return instance.kind === "list";
    case "integer":
      return instance.kind === "number" && isIntegerNode(instance);
    default:
      return instance.kind === type;
  }
}

/** The known types in a `type` keyword. The structure check reports others. */
function typesOf(value: Node): string[] {
  const written = value.kind === "list" ? value.items : [value];
  return written.flatMap((each) => (each.kind === "string" && Object.hasOwn(names, each.value) ? [each.value] : []));
}

const type: KeywordCheck = (visit, entry) => {
  const { value } = entry;
  if (value.kind === "string" && Object.hasOwn(names, value.value) && isOfType(visit.instance, value.value)) return;
  const types = typesOf(entry.value);
  if (types.length === 0 || types.some((each) => isOfType(visit.instance, each))) return;
  fail(visit, entry, {
    expected: `must be ${listed(
      types.map((each) => names[each] ?? each),
      "or",
    )}`,
    found: typeInWords(visit.instance),
    hint: () => visit.run.hints?.ofType(visit, types),
  });
};

/** In OpenAPI 3.0, `nullable: true` beside a `type` allows null. */
const nullableType: KeywordCheck = (visit, entry) => {
  const nullable = entriesOf(visit.schema).find((each) => each.key === "nullable")?.value;
  if (visit.instance.kind === "null" && nullable?.kind === "boolean" && nullable.value) return;
  type(visit, entry);
};

function allowed(entry: Entry): string {
  return listedOf(itemsOf(entry.value), inWords, "or");
}

/** For long enums, the numbers of their values are kept, so that a list of 10,000 is searched once. */
const enumValues: KeywordCheck = (visit, entry) => {
  if (entry.value.kind !== "list") return;
  const { items } = entry.value;
  const { identities } = visit.run;
  const wanted = identities.of(visit.instance);
  if (!identities.list(entry.value).has(wanted))
    fail(visit, entry, {
      expected: `must be ${allowed(entry)}`,
      found: inWords(visit.instance),
      hint: () => visit.run.hints?.ofValues(visit.instance, items),
    });
};

const constant: KeywordCheck = (visit, entry) => {
  const { identities } = visit.run;
  if (identities.of(visit.instance) === identities.of(entry.value)) return;
  fail(visit, entry, {
    expected: `must be ${inWords(entry.value)}`,
    found: inWords(visit.instance),
    hint: () => visit.run.hints?.ofValues(visit.instance, [entry.value]),
  });
};

const format: KeywordCheck = (visit, entry) => {
  if (entry.value.kind !== "string") return;
  const broken = brokenFormat(entry.value.value, visit.instance);
  const { value } = entry.value;
  if (broken === undefined) return;
  fail(visit, entry, {
    expected: `must be ${broken}`,
    found: inWords(visit.instance),
    hint: () => visit.run.hints?.ofFormat(value, visit.instance),
  });
};

/** Keywords for any value. `const` came with draft 06. */
export const typeKeywords = { type, enum: enumValues, const: constant, format } satisfies Record<string, KeywordCheck>;

/** Keywords that differ in OpenAPI 3.0. */
export const nullableKeywords = { type: nullableType } satisfies Record<string, KeywordCheck>;
