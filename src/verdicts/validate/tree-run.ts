import type { Entry, MapNode, Node } from "#text";
import { entryOf, getOrMake, reason, quoted } from "#text";
import type { Property, Schema } from "#schema";
import type { Budget } from "./budget.ts";
import { listKeywords } from "./list-keywords.ts";
import { objectKeywords } from "./object-keywords.ts";
import { numberKeywords, textKeywords } from "./type-keywords.ts";
import type { TypeTest } from "./language-types.ts";
import type { KeywordCheck, ValidationRun, KeywordVisit } from "./visit.ts";
import { constraintEntry, DEEPEST, fail } from "./visit.ts";
import type { Outcome, InstancePath } from "./wording.ts";
import { accepts, inWords, listed, listedOf, typeInWords } from "./wording.ts";

/** The rules by which one language writes values, where it differs from the others. */
export interface TreeRules {
  readonly types: ReadonlyMap<string, TypeTest>;
  /** Types whose values may only have declared members. */
  readonly closed: readonly string[];
  /** Whether null stands for an absent member. */
  readonly nullable: boolean;
  /** Other names that a member may have. */
  namesOf(property: Property): readonly string[];
  /** Types whose values are the names of an enumeration, or its numbers. */
  readonly enumByNumber: boolean;
  /** For a value of a union: the name of its branch, and the value inside; `undefined` if it names none. */
  unwrap?(value: Node): { readonly name: string; readonly value: Node } | undefined;
  /** Checks further requirements of the language on a value of the right type. */
  judge?(schema: Schema, visit: KeywordVisit): void;
  /** Whether an undeclared member may be defined elsewhere, so that it cannot be judged. */
  isForeign?(name: string): boolean;
}

/** What a run over a tree needs. */
export interface TreeRunContext {
  readonly rules: TreeRules;
  readonly budget: Budget;
  /** The run for keywords that are those of JSON Schema. */
  readonly run: ValidationRun;
  readonly scope: KeywordVisit["scope"];
}

const { minItems, maxItems, uniqueItems } = listKeywords;
const { minProperties, maxProperties } = objectKeywords;
const constraints: Readonly<Record<string, KeywordCheck>> = {
  ...numberKeywords,
  ...textKeywords,
  minItems,
  maxItems,
  uniqueItems,
  minProperties,
  maxProperties,
};

function nameFits(schema: Schema, name: string): boolean {
  const own = schema.name ?? schema.named?.title;
  return schema.types.includes(name) || own === name || own?.split(".").at(-1) === name;
}

/** Validates values against a schema tree of a language other than JSON Schema. Each pair of schema and value is judged once. */
export class TreeRun {
  readonly #means: TreeRunContext;
  readonly #memo = new Map<Schema, Map<Node, Outcome>>();
  #depth = 0;

  constructor(means: TreeRunContext) {
    this.#means = means;
  }

  judge(schema: Schema, instance: Node, path: InstancePath | undefined): Outcome {
    const known = getOrMake(this.#memo, schema, () => new Map<Node, Outcome>());
    const before = known.get(instance);
    if (before) return before;
    const outcome: Outcome = { failures: [] };
    known.set(instance, outcome);
    const why = this.#depth >= DEEPEST ? reason("too-deep") : (this.#means.budget.spend(stepsOf(schema, instance)) ?? this.#unread(schema));
    if (why !== undefined) return Object.assign(outcome, { unknown: why });
    const { run, scope } = this.#means;
    const node = schema.node.kind === "map" ? schema.node : entryless(schema.node);
    this.#depth += 1;
    this.#apply(schema, { schema: node, instance, path, scope, mode: "whole", run, outcome });
    this.#depth -= 1;
    return outcome;
  }

  #unread(schema: Schema): string | undefined {
    if (schema.unresolved !== undefined) return reason("unresolved", { reference: JSON.stringify(schema.unresolved) });
    return schema.asWritten ? reason("not-of-language") : undefined;
  }

  #apply(schema: Schema, visit: KeywordVisit): void {
    const { rules } = this.#means;
    if (rules.nullable && visit.instance.kind === "null" && visit.path) return;
    if (schema.always === false) return fail(visit, constraintEntry("false", schema.node), { expected: "must not be there" });
    if (!this.#isOfType(schema, visit)) return;
    this.#values(schema, visit);
    for (const { keyword, value } of schema.facts) constraints[keyword]?.(visit, constraintEntry(keyword, value));
    rules.judge?.(schema, visit);
    if (visit.instance.kind === "map") this.#members(schema, visit, visit.instance);
    this.#items(schema, visit);
    for (const part of schema.allOf) this.#adopt(visit, this.judge(part, visit.instance, visit.path));
    const branches = [...schema.oneOf, ...schema.anyOf];
    if (branches.length > 0) this.#union(branches, schema, visit);
  }

  /** Whether one of the types matches. If none does, it is recorded. A type that is unknown here leaves the result open. */
  #isOfType({ types, node }: Schema, visit: KeywordVisit): boolean {
    const { rules } = this.#means;
    if (types.length === 0) return true;
    const tests = types.map((type) => rules.types.get(type));
    if (tests.some((test) => test?.(visit.instance) === true)) return true;
    const wrapped = types.length > 1 ? rules.unwrap?.(visit.instance) : undefined;
    if (wrapped && rules.types.get(wrapped.name)?.(wrapped.value) === true && types.includes(wrapped.name)) return false;
    if (tests.includes(undefined)) {
      visit.outcome.unknown ??= reason("type-unknown", { types: types.map((type) => JSON.stringify(type)).join(", ") });
      return false;
    }
    fail(visit, constraintEntry("type", node), {
      expected: `must be of the type ${listed(types, "or")}`,
      found: typeInWords(visit.instance),
    });
    return false;
  }

  #values(schema: Schema, visit: KeywordVisit): void {
    const { identities } = visit.run;
    const { rules } = this.#means;
    const byNumber = rules.enumByNumber && visit.instance.kind === "number";
    if (!schema.enum || byNumber) return;
    const wanted = identities.of(visit.instance);
    if (schema.enum.some(({ value }) => identities.of(value) === wanted)) return;
    const expected = `must be ${listedOf(schema.enum, ({ value }) => inWords(value), "or")}`;
    fail(visit, constraintEntry("enum", schema.node), { expected, found: inWords(visit.instance) });
  }

  #members(schema: Schema, visit: KeywordVisit, object: MapNode): void {
    const { rules } = this.#means;
    const known = new Set<string>();
    const missing: string[] = [];
    for (const property of schema.properties) {
      const names = rules.namesOf(property);
      const found = names.map((name) => entryOf(object, name)).find((each) => each !== undefined);
      for (const name of names) known.add(name);
      if (found) this.#adopt(visit, this.judge(property.schema, found.value, { up: visit.path, token: found.key }));
      else if (property.required) missing.push(quoted(property.name));
    }
    if (missing.length > 0) {
      const expected = `must have the ${missing.length > 1 ? "fields" : "field"} ${listed(missing)}`;
      fail(visit, constraintEntry("fields", schema.node), { expected });
    }
    for (const each of object.entries) if (!known.has(each.key)) this.#further(schema, visit, each);
    if (schema.unevaluatedProperties?.always === false) this.#closed(schema, visit, object);
  }

  /** Checks a schema that only allows the members declared by it and by schemas that apply together with it. */
  #closed(schema: Schema, visit: KeywordVisit, object: MapNode): void {
    const holding = new Set([schema]);
    for (const each of holding) {
      const accepted = [...each.oneOf, ...each.anyOf].filter(
        (branch) => this.judge(branch, visit.instance, visit.path).failures.length === 0,
      );
      for (const other of [...each.allOf, ...accepted]) holding.add(other);
    }
    const all = [...holding];
    const known = new Set(all.flatMap(({ properties }) => properties.map(({ name }) => name)));
    const patterns = all.flatMap((each) => each.patternProperties.map(({ name }) => name));
    for (const extra of object.entries) {
      if (!known.has(extra.key) && !patterns.some((name) => this.#matches(name, extra.key, visit)))
        unstated(visit, extra, { names: [...known], at: schema.node });
    }
  }

  #matches(name: string, key: string, { run }: KeywordVisit): boolean {
    const pattern = run.patterns.of(name);
    return !("invalid" in pattern) && pattern.test(key) === true;
  }

  /** Judges an undeclared member. */
  #further(schema: Schema, visit: KeywordVisit, extra: Entry): void {
    const path = { up: visit.path, token: extra.key };
    const patterned = schema.patternProperties.filter(({ name }) => this.#matches(name, extra.key, visit));
    for (const each of patterned) this.#adopt(visit, this.judge(each.schema, extra.value, path));
    if (patterned.length > 0) return;
    const { additionalProperties } = schema;
    const { rules } = this.#means;
    const isClosed = schema.types.some((type) => rules.closed.includes(type));
    if (isClosed && rules.isForeign?.(extra.key) === true) {
      visit.outcome.unknown ??= reason("type-unknown", { types: JSON.stringify(extra.key) });
      return;
    }
    if (additionalProperties && additionalProperties.always === undefined) {
      this.#adopt(visit, this.judge(additionalProperties, extra.value, path));
    } else if (additionalProperties?.always === false || (isClosed && !additionalProperties)) {
      const names = schema.properties.map(({ name }) => name);
      unstated(visit, extra, { names, at: schema.node });
    }
  }

  #items(schema: Schema, visit: KeywordVisit): void {
    if (visit.instance.kind !== "list" || !schema.items) return;
    for (const [index, item] of visit.instance.items.entries()) {
      this.#adopt(visit, this.judge(schema.items, item, { up: visit.path, token: String(index) }));
    }
  }

  #union(branches: readonly Schema[], schema: Schema, visit: KeywordVisit): void {
    const outcomes = branches.map((branch) => this.judge(branch, visit.instance, visit.path));
    if (outcomes.some(accepts)) return;
    const wrapped = this.#means.rules.unwrap?.(visit.instance);
    const meant = wrapped && branches.find((branch) => nameFits(branch, wrapped.name));
    if (wrapped && meant) return this.#adopt(visit, this.judge(meant, wrapped.value, { up: visit.path, token: wrapped.name }));
    const unknown = outcomes.find((outcome) => outcome.unknown !== undefined)?.unknown;
    if (unknown !== undefined) {
      visit.outcome.unknown ??= unknown;
      return;
    }
    const names = branches.map((branch, index) => branch.name ?? branch.named?.title ?? branch.types[0] ?? `schema ${index + 1}`);
    const related = outcomes.slice(0, 20).flatMap(({ failures: [first] }, index) => {
      const at = first && first.place !== visit.instance ? first.pointer : "it";
      return first ? [{ message: `not ${names[index] ?? ""}: ${at} ${first.expected}`, place: first.schemaPlace }] : [];
    });
    const found = `${typeInWords(visit.instance)} that matches none`;
    fail(visit, constraintEntry("union", schema.node), { expected: `must be one of ${listed(names, "or")}`, found, related });
  }

  #adopt({ outcome }: KeywordVisit, other: Outcome): void {
    if (other === outcome) return;
    if (outcome.failures.length < 100) outcome.failures.push(...other.failures);
    if (other.unknown !== undefined) outcome.unknown ??= other.unknown;
  }
}

/**
 * The cost of a schema in steps. Every field is looked up in the object and every enum value is compared, so thousands of them cost
 * more than one.
 */
function stepsOf({ properties, patternProperties, enum: values }: Schema, { kind }: Node): number {
  const looks = kind === "map" ? properties.length + patternProperties.length : (values?.length ?? 0);
  return 1 + Math.floor(looks / 4);
}

/** Reports a member that a closed schema does not declare. */
function unstated(visit: KeywordVisit, extra: Entry, { names, at }: { readonly names: readonly string[]; readonly at: Node }): void {
  const found = names.length === 0 ? "it has no fields" : `the schema lists ${listed(names.map(quoted))}`;
  fail(visit, constraintEntry("fields", at), { expected: "must not be there", found, place: extra, below: extra.key });
}

/** A map node without entries, as the place of a schema that is not an object. */
function entryless({ file, start, end }: Node): MapNode {
  return { kind: "map", file, start, end, entries: [] };
}
