import { entriesOf, entryOf, itemsOf, reason, valueOf, quoted } from "#text";
import type { Entry, MapNode, Node } from "#text";
import { memberCount } from "./type-keywords.ts";
import type { KeywordCheck, KeywordVisit } from "./visit.ts";
import { adopt, affords, child, fail, same } from "./visit.ts";
import { listed, listedOf } from "./wording.ts";

/** The required names that an object lacks. */
function missing(object: MapNode, names: readonly Node[]): string[] {
  return names.flatMap((name) => (name.kind === "string" && !entryOf(object, name.value) ? [name.value] : []));
}

function lacks(names: readonly string[]): string {
  return `must have the ${names.length > 1 ? "properties" : "property"} ${listed(names.map(quoted))}`;
}

/**
 * `required` is reported at the object that lacks the property. In draft 04, `required: true` inside a property is not a list and means
 * nothing.
 */
const required: KeywordCheck = (visit, entry) => {
  const names = itemsOf(entry.value);
  if (visit.instance.kind !== "map" || !affords(visit, names.length)) return;
  const absent = missing(visit.instance, names);
  if (absent.length > 0) fail(visit, entry, { expected: lacks(absent), missing: absent });
};

const properties: KeywordCheck = (visit, entry) => {
  if (visit.instance.kind !== "map") return;
  for (const { key, value } of visit.instance.entries) {
    const schema = valueOf(entry.value, key);
    if (!schema) continue;
    child(visit, schema, { token: key, instance: value });
    visit.outcome.seen?.keys.add(key);
  }
};

/** Trying a pattern costs as much as looking up this many names. */
const LOOKUPS_PER_PATTERN = 16;

/** Whether a pattern of `patternProperties` matches a key. An invalid pattern matches nothing. */
function takes(visit: KeywordVisit, pattern: string, key: string): boolean {
  const compiled = visit.run.patterns.of(pattern);
  if ("invalid" in compiled) return false;
  const matches = compiled.test(key);
  if (matches === undefined) visit.outcome.unknown ??= reason("slow-pattern", { pattern: quoted(pattern) });
  return matches === true;
}

/** Each pattern is tried on each key. The attempts are counted as steps, so that thousands of both come to an end. */
const patternProperties: KeywordCheck = (visit, entry) => {
  const patterns = entriesOf(entry.value);
  for (const { key, value } of entriesOf(visit.instance)) {
    if (!affords(visit, LOOKUPS_PER_PATTERN * patterns.length)) return;
    for (const pattern of patterns) {
      if (!takes(visit, pattern.key, key)) continue;
      child(visit, pattern.value, { token: key, instance: value });
      visit.outcome.seen?.keys.add(key);
    }
  }
};

/** The entries that match neither `properties` nor `patternProperties` of the same schema. */
function extras(visit: KeywordVisit): readonly Entry[] {
  const listedHere = valueOf(visit.schema, "properties");
  const patterns = entriesOf(valueOf(visit.schema, "patternProperties"));
  return entriesOf(visit.instance).filter(
    ({ key }) =>
      !entryOf(listedHere, key) &&
      affords(visit, LOOKUPS_PER_PATTERN * patterns.length) &&
      !patterns.some((pattern) => takes(visit, pattern.key, key)),
  );
}

/** The declared names that an object does not use yet. */
function freeNames({ schema, instance }: KeywordVisit): string[] {
  return entriesOf(valueOf(schema, "properties")).flatMap(({ key }) => (entryOf(instance, key) ? [] : key));
}

/** Returns a function that reports a refused key at its place. What is the same for all keys is made once, since there may be many. */
export function refusing(visit: KeywordVisit, entry: Entry): (extra: Entry) => void {
  const known = entriesOf(valueOf(visit.schema, "properties"));
  let free: readonly string[] | undefined;
  const found = known.length === 0 ? "no property is allowed" : `the schema lists ${listedOf(known, ({ key }) => quoted(key))}`;
  return (extra) =>
    fail(visit, entry, {
      expected: "must not be there",
      found,
      place: extra,
      below: extra.key,
      hint: () => visit.run.hints?.ofKey(extra.key, (free ??= freeNames(visit))),
    });
}

const additionalProperties: KeywordCheck = (visit, entry) => {
  const { value: schema } = entry;
  if (schema.kind !== "map" && schema.kind !== "boolean") return;
  const refuse = refusing(visit, entry);
  for (const extra of extras(visit)) {
    if (schema.kind === "boolean" && !schema.value) refuse(extra);
    else child(visit, schema, { token: extra.key, instance: extra.value });
    visit.outcome.seen?.keys.add(extra.key);
  }
};

/** The name of a property as a value. Its place is the key. */
const propertyNames: KeywordCheck = (visit, entry) => {
  for (const { key, file, start, end } of entriesOf(visit.instance)) {
    const instance: Node = { kind: "string", value: key, file, start, end };
    const path = { up: visit.path, token: key };
    adopt(visit, visit.run.apply(entry.value, { instance, path }, { scope: visit.scope }), false);
  }
};

const dependentRequired: KeywordCheck = (visit, entry) => {
  if (visit.instance.kind !== "map" || !affords(visit, entriesOf(entry.value).length)) return;
  for (const dependency of entriesOf(entry.value)) {
    if (dependency.value.kind !== "list" || !entryOf(visit.instance, dependency.key)) continue;
    if (!affords(visit, dependency.value.items.length)) return;
    const absent = missing(visit.instance, dependency.value.items);
    if (absent.length > 0) fail(visit, entry, { expected: `${lacks(absent)} because it has ${quoted(dependency.key)}` });
  }
};

const dependentSchemas: KeywordCheck = (visit, entry) => {
  if (visit.instance.kind !== "map" || !affords(visit, entriesOf(entry.value).length)) return;
  for (const dependency of entriesOf(entry.value)) {
    if (dependency.value.kind === "list" || !entryOf(visit.instance, dependency.key)) continue;
    adopt(visit, same(visit, dependency.value));
  }
};

/** The single keyword up to draft 07 for both kinds of dependencies. */
const dependencies: KeywordCheck = (visit, entry) => {
  dependentRequired(visit, entry);
  dependentSchemas(visit, entry);
};

/** Keywords for objects. `propertyNames` came with draft 06. */
export const objectKeywords = {
  minProperties: memberCount("property", false),
  maxProperties: memberCount("property", true),
  required,
  properties,
  patternProperties,
  additionalProperties,
  propertyNames,
  dependencies,
} satisfies Record<string, KeywordCheck>;

/** The keywords that replace `dependencies` in 2019-09. */
export const dependentKeywords = { dependentRequired, dependentSchemas } satisfies Record<string, KeywordCheck>;
