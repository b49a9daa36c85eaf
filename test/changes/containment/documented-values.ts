import type { Node } from "../../../src/text/index.ts";
import { entriesOf } from "../../../src/text/index.ts";
import type { Schema } from "../../../src/schema/index.ts";
import type { ReadSchema } from "./compare.ts";

/** One way in which a value can be of a schema: the schemas that hold together, with one branch of each choice. */
type Alternative = ReadonlySet<Schema>;

/**
 * Whether a value is certainly one that a schema documents. There is a way to choose one branch of each `anyOf`, `oneOf` and `if` so that
 * all chosen schemas accept it, and
 * - one of them names a type (`type`, `enum`, `const`), or their keywords are about its type, or about none;
 * - each property is named or matched by one of them or by a branch that holds too, or is admitted by `additionalProperties`, or none of
 *   them names any;
 * - each property and item is a documented value in the same way.
 */
export function isDocumentedValue(read: ReadSchema, schemas: readonly Schema[], value: Node): boolean {
  const accepts = (schema: Schema): boolean => {
    if (schema.always !== undefined) return schema.always;
    const { failures, unknown } = read.side.check(schema, value);
    return failures.length === 0 && unknown === undefined;
  };
  const names = new Set(entriesOf(value).map(({ key }) => key));
  const choicesOf = (schema: Schema): readonly (readonly (readonly Schema[])[])[] => {
    const { anyOf, oneOf, if: condition, then, else: otherwise } = schema;
    const branches = [anyOf, oneOf].filter((list) => list.length > 0).map((list) => list.filter(accepts).map((each) => [each]));
    if (!condition || !(then ?? otherwise)) return branches;
    return [...branches, [(accepts(condition) ? [condition, then] : [otherwise]).filter((each) => each !== undefined)]];
  };
  const expand = (taken: Alternative, open: readonly (readonly Schema[])[]): readonly Alternative[] => {
    const [first = [], ...later] = open;
    if (open.length === 0) return [taken];
    const added = first.filter((schema) => !taken.has(schema));
    if (added.length === 0) return expand(taken, later);
    const choices = added.flatMap(choicesOf);
    const all = [added.flatMap(({ allOf }) => allOf), ...later];
    const picked = choices.reduce<readonly (readonly (readonly Schema[])[])[]>(
      (lists, choice) => lists.flatMap((list) => choice.map((each) => [...list, each])),
      [all],
    );
    return picked.flatMap((each) => expand(new Set([...taken, ...added]), each));
  };
  const alternatives = expand(new Set(), [schemas]);
  const holding = new Set(alternatives.flatMap((each) => [...each]));
  for (const schema of holding)
    for (const each of schema.dependencies) if (each.schema && names.has(each.name) && accepts(each.schema)) holding.add(each.schema);
  return alternatives.some((parts) => {
    if (!isOfDocumentedType([...parts], value)) return false;
    if (value.kind === "list")
      return value.items.every((item, at) =>
        isDocumentedValue(
          read,
          [...parts].flatMap((part) => itemSchemas(part, at)),
          item,
        ),
      );
    return entriesOf(value).every(({ key, value: member }) => {
      const below = (among: Iterable<Schema>): readonly Schema[] => [...among].flatMap((part) => memberSchemas(read, part, key));
      const isDeclared = (part: Schema): boolean => part.required.some((name) => name.value === key) || below([part]).length > 0;
      const others = [...holding].filter((each) => !parts.has(each) && isDeclared(each));
      if ([...parts].every(isSilent) || [...parts].some(isDeclared)) return isDocumentedValue(read, below(parts), member);
      return others.length > 0 && others.every((each) => isDocumentedValue(read, below([each]), member));
    });
  });
}

function isOfDocumentedType(parts: readonly Schema[], value: Node): boolean {
  if (parts.some((part) => part.types.length > 0 || part.enum !== undefined || part.const !== undefined)) return true;
  const has = (...keywords: string[]): boolean => parts.some(({ facts }) => facts.some(({ keyword }) => keywords.includes(keyword)));
  const about: Record<string, boolean> = {
    map:
      has("minProperties", "maxProperties") ||
      parts.some((part) => part.properties.length + part.patternProperties.length + part.required.length > 0 || part.additionalProperties),
    list: has("minItems", "maxItems", "uniqueItems") || parts.some((part) => part.items ?? part.tuple ?? part.contains),
    string: has("minLength", "maxLength", "pattern"),
    number: has("multipleOf", "minimum", "maximum"),
  };
  return about[value.kind] === true || !Object.values(about).includes(true);
}

/** Whether a schema says nothing of the properties that an object may have. */
function isSilent(part: Schema): boolean {
  const named = part.properties.length + part.patternProperties.length + part.required.length + part.dependencies.length;
  return named === 0 && !part.additionalProperties && !part.unevaluatedProperties;
}

function itemSchemas({ tuple, items, additionalItems }: Schema, at: number): readonly Schema[] {
  const own = tuple?.[at] ?? (tuple ? additionalItems : items);
  return own ? [own] : [];
}

function memberSchemas({ side }: ReadSchema, part: Schema, name: string): readonly Schema[] {
  const own = part.properties.filter((each) => each.name === name);
  const matching = part.patternProperties.filter((each) => side.matches(each.name, name) !== false);
  const found = [...own, ...matching].map(({ schema }) => schema);
  return found.length === 0 && part.additionalProperties ? [part.additionalProperties] : found;
}
