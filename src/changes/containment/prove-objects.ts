import { generated } from "#verdicts";
import type { Schema } from "#schema";
import { aboutSameValue, allRequired, partsOf, requiredNames, sizesOf } from "#schema";
import type { Node } from "#text";
import { oncePerObject, printJson } from "#text";
import { textsFromPattern } from "#verdicts";
import type { Cell, Term, Proof, ProofResult, SchemaInterpretation } from "./proof.ts";
import { evaluatesNothingElse, isEnough, MOST_CANDIDATES, together } from "./proof.ts";

/** Proofs about objects: which properties they may have, and what these are. */
export class ObjectProofs {
  readonly #proof: Proof;
  readonly #optionals = new WeakMap<readonly Schema[], readonly Schema[]>();

  constructor(proof: Proof) {
    this.#proof = proof;
  }

  /** All schemas that a cell has for one property. */
  member(cell: Cell, name: string): Term {
    const schemas = cell.parts.flatMap((part) => this.#memberSchemas(part, name, "surely"));
    return { schemas: [...schemas, ...this.#optionalMember(cell, name)], values: cell.pins.get(name) };
  }

  /** The schema of a property that only one optional schema declares: where that schema does not hold, the property is not sent. */
  #optionalMember(cell: Cell, name: string): readonly Schema[] {
    if (cell.optional.length === 0 || this.#isDeclaredBy(cell.parts, cell, name)) return [];
    const optional = this.#optional(cell);
    // A condition that is not met declares properties, but says nothing of their values.
    if (optional.some((schema) => schema.if) || cell.excluded.some((schema) => optional.includes(schema))) return [];
    const own = new Set(
      optional.filter((schema) => this.#declares(schema, name)).flatMap((schema) => this.#memberSchemas(schema, name, "surely")),
    );
    return own.size === 1 ? [...own] : [];
  }

  /** The optional schemas that may hold for some value of a cell, with all of their branches. */
  #optional({ optional, parts, type }: Cell): readonly Schema[] {
    const known = this.#optionals.get(optional);
    if (known) return known;
    this.#proof.spend(optional.length);
    const possible = optional.filter((schema) => {
      const cells = this.#proof.isSpent() ? undefined : this.#proof.cells({ schemas: [...parts, schema] }, "documented", type);
      return !parts.includes(schema) && (cells?.some((each) => !this.#proof.isEmpty(each, "strict")) ?? true);
    });
    const all = [...aboutSameValue(possible)];
    this.#optionals.set(optional, all);
    return all;
  }

  /** The schemas that apply to one property: those that certainly do, or all that may, if it is unknown whether a pattern matches. */
  #memberSchemas(part: Schema, name: string, how: "surely" | "perhaps"): readonly Schema[] {
    const own = membersOf(part).get(name) ?? [];
    if (part.patternProperties.length > 0) this.#proof.spend(part.patternProperties.length / 20);
    // Whatever is found from here on is not told.
    if (this.#proof.isSpent()) return own;
    const matches = part.patternProperties.map((each) => ({ schema: each.schema, matches: this.#proof.matches(part, each.name, name) }));
    const patterned = matches.filter((each) => each.matches === true || (how === "perhaps" && each.matches === undefined));
    const isOther =
      own.length === 0 && matches.every((each) => each.matches === false || (how === "perhaps" && each.matches === undefined));
    const others = isOther ? othersOf(part) : undefined;
    return [...own, ...patterned.map(({ schema }) => schema), ...(others ? [others] : [])];
  }

  /** Whether any part of a cell declares a property. In the documented reading, others are not sent. */
  isDeclared(cell: Cell, name: string): boolean {
    return this.#isDeclaredBy(cell.parts, cell, name) || this.#optional(cell).some((schema) => this.#declares(schema, name));
  }

  /** Whether a cell's objects may have properties that no schema names. */
  isOpen(cell: Cell, reading: SchemaInterpretation): boolean {
    if (isFull(cell)) return false;
    return reading === "strict" || isFree(cell) || [...cell.parts, ...this.#optional(cell)].some(admitsOthers);
  }

  #isDeclaredBy(schemas: readonly Schema[], cell: Cell, name: string): boolean {
    return isFree(cell) || cell.present.has(name) || isRequired(cell, name) || schemas.some((schema) => this.#declares(schema, name));
  }

  #declares(schema: Schema, name: string): boolean {
    if (membersOf(schema).has(name)) return true;
    return this.#memberSchemas(schema, name, "perhaps").some(({ always }) => always !== false);
  }

  canBe(cell: Cell, name: string, reading: SchemaInterpretation): boolean {
    if (cell.pins.get(name)?.length === 0 || (isFull(cell) && !requiredOf(cell).has(name))) return false;
    if (reading === "documented" && !this.isDeclared(cell, name) && !this.isOpen(cell, reading)) return false;
    return !this.#proof.isNever(this.member(cell, name), reading);
  }

  within(cell: Cell, b: Schema, reading: SchemaInterpretation): ProofResult {
    const results: ProofResult[] = [];
    const required = requiredOf(cell);
    for (const name of requiredNames(b)) {
      if (required.has(name)) continue;
      const place = b.required.find(({ value }) => value === name) ?? b.node;
      results.push({ candidates: this.#objectsWithout(cell, name), keyword: "required", place });
    }
    const names = new Set([
      ...[...cell.parts, ...this.#optional(cell), b].flatMap((part) => part.properties.map(({ name }) => name)),
      ...cell.pins.keys(),
      ...required,
    ]);
    for (const name of names) {
      const schemas = this.#memberSchemas(b, name, "perhaps").filter((schema) => schema.always !== true);
      if (schemas.length === 0 || !this.canBe(cell, name, reading)) continue;
      if (isEnough(results) || this.#proof.isSpent()) break;
      const term = this.member(cell, name);
      for (const schema of schemas) results.push(this.#atMember(cell, name, this.#proof.below(term, schema, reading)));
    }
    results.push(this.#otherMembers(cell, b, reading), this.#counts(cell, b, { names, reading }), this.#names(cell, b, { names, reading }));
    results.push(this.#dependencies(cell, b, reading), this.#unevaluated(cell, b, { names, reading }));
    return together(results);
  }

  #atMember(cell: Cell, name: string | undefined, gap: ProofResult): ProofResult {
    if (!gap) return undefined;
    if (name === undefined) return { ...gap, candidates: [] };
    // Every value is tried once before any is tried again. Only what is tried is made: an object may have thousands of members.
    const values = gap.candidates.slice(0, MOST_CANDIDATES);
    const bases = this.#bases(cell).slice(0, Math.ceil(MOST_CANDIDATES / values.length));
    const candidates = bases.flatMap((base) => values.map((value) => withMember(base, name, value)));
    return { ...gap, candidates: candidates.slice(0, MOST_CANDIDATES) };
  }

  /** Compares properties that neither side names. */
  #otherMembers(cell: Cell, b: Schema, reading: SchemaInterpretation): ProofResult {
    const results: ProofResult[] = [];
    const rest: Term = { schemas: cell.parts.flatMap((part) => othersOf(part) ?? []) };
    const othersOfB = othersOf(b);
    const optional = this.#optional(cell);
    const isOpen = this.isOpen(cell, reading);
    const targets = [...(othersOfB ? [othersOfB] : []), ...b.patternProperties.map(({ schema }) => schema)].filter(
      (schema) => schema.always !== true,
    );
    if (isOpen && targets.length > 0 && !this.#proof.isNever(rest, reading)) {
      const patterns = new Map(b.patternProperties.map(({ schema, name }) => [schema, name]));
      for (const target of targets) {
        if (isEnough(results) || this.#proof.isSpent()) return together(results);
        const pattern = patterns.get(target);
        const name = pattern === undefined ? this.#freshName(cell, b) : this.#nameFor(b, pattern);
        results.push(this.#atMember(cell, name, this.#proof.below(rest, target, reading)));
      }
    }
    for (const part of [...cell.parts, ...optional]) {
      for (const each of part.patternProperties) {
        const others = cell.parts
          .filter((other) => other !== part && other.patternProperties.length === 0)
          .flatMap((other) => othersOf(other) ?? []);
        const term: Term = { schemas: [each.schema, ...others] };
        if (this.#proof.isNever(term, reading)) continue;
        this.#proof.spend(b.patternProperties.length / 20);
        if (this.#proof.isSpent()) return together(results);
        const same = b.patternProperties.find(({ name }) => name === each.name);
        const all = [
          ...b.patternProperties.filter(({ name }) => !areDisjointPatterns(name, each.name)).map(({ schema }) => schema),
          ...(!same && othersOfB ? [othersOfB] : []),
        ];
        const name = this.#nameFor(part, each.name);
        for (const target of all.filter((schema) => schema.always !== true)) {
          if (isEnough(results) || this.#proof.isSpent()) return together(results);
          results.push(this.#atMember(cell, name, this.#proof.below(term, target, reading)));
        }
      }
    }
    return together(results);
  }

  #nameFor(part: Schema, pattern: string): string | undefined {
    for (const text of textsFromPattern(pattern)) if (this.#proof.matches(part, pattern, text) === true) return text;
    return ["other", "x", "x-other", "0"].find((name) => this.#proof.matches(part, pattern, name) === true);
  }

  #freshName(cell: Cell, b: Schema): string {
    const taken = new Set([...cell.parts, b].flatMap((part) => part.properties.map(({ name }) => name)));
    const patterns = [...cell.parts, b].flatMap((part) => part.patternProperties.map(({ name }) => ({ part, name })));
    const names = ["other", "another", "Other", "0", "x-other", "_"];
    return (
      names.find((name) => !taken.has(name) && !patterns.some((each) => this.#proof.matches(each.part, each.name, name) !== false)) ??
      "other0"
    );
  }

  /** Whether all names that a cell's objects may have are known. */
  #isClosed(cell: Cell, reading: SchemaInterpretation): boolean {
    const optional = this.#optional(cell);
    if ([...cell.parts, ...optional].some((part) => part.patternProperties.length > 0)) return false;
    const rest: Term = { schemas: cell.parts.flatMap((part) => othersOf(part) ?? []) };
    if (rest.schemas.some((schema) => schema.always === false)) return true;
    return !this.isOpen(cell, reading);
  }

  #counts(cell: Cell, b: Schema, { names, reading }: { names: ReadonlySet<string>; reading: SchemaInterpretation }): ProofResult {
    const size = sizesOf(cell.parts, "Properties");
    const { least, most } = sizesOf([b], "Properties");
    const isBound = most !== Infinity && this.#isClosed(cell, reading);
    const possible = isBound ? [...names].filter((name) => this.canBe(cell, name, reading)).length : Infinity;
    const results: ProofResult[] = [];
    if (Math.max(size.least, requiredOf(cell).size) < least)
      results.push(this.#proof.gap(cell, "minProperties", b.node, this.#minimal(cell)));
    if (Math.min(size.most, possible) > most) results.push(this.#proof.gap(cell, "maxProperties", b.node, this.#withMore(cell, most + 1)));
    return together(results);
  }

  #names(cell: Cell, b: Schema, { names, reading }: { names: ReadonlySet<string>; reading: SchemaInterpretation }): ProofResult {
    const { propertyNames } = b;
    if (!propertyNames || propertyNames.always === true) return undefined;
    const results: ProofResult[] = [];
    for (const name of names) {
      if (!this.canBe(cell, name, reading) || this.#proof.judge(propertyNames, generated.text(name)) === true) continue;
      const values = this.#proof.samples(this.member(cell, name).schemas);
      results.push({
        candidates: values.flatMap((value) => this.#objectsWith(cell, name, value)),
        keyword: "propertyNames",
        place: propertyNames.node,
      });
    }
    if (!this.#isClosed(cell, reading)) {
      const own = cell.parts.flatMap((part) => part.propertyNames ?? []);
      const gap =
        own.length > 0
          ? this.#proof.below({ schemas: own }, propertyNames, reading)
          : {
              candidates: [generated.text(""), generated.text("0 "), generated.text("other")],
              keyword: "propertyNames",
              place: propertyNames.node,
            };
      const named =
        gap?.candidates.flatMap((name) => (name.kind === "string" ? this.#objectsWith(cell, name.value, generated.text("sample")) : [])) ??
        [];
      if (gap) results.push({ ...gap, candidates: named });
    }
    return together(results);
  }

  #dependencies(cell: Cell, b: Schema, reading: SchemaInterpretation): ProofResult {
    const results: ProofResult[] = [];
    const required = requiredOf(cell);
    for (const { name, requires, schema, place } of b.dependencies) {
      if (!this.canBe(cell, name, reading)) continue;
      const present: Cell = { ...cell, present: new Set([...cell.present, name]) };
      if (schema) {
        const own = cell.parts.flatMap((part) =>
          part.dependencies.filter((each) => each.name === name).flatMap((each) => each.schema ?? []),
        );
        const cells = this.#proof.narrowed(present, own, reading) ?? [present];
        const gap = together(cells.map((each) => this.#proof.cellWithin(each, schema, reading)));
        const [value] = this.#proof.samples(this.member(cell, name).schemas);
        results.push(gap && { ...gap, candidates: [...(value ? this.#objectsWith(cell, name, value) : []), ...gap.candidates] });
      }
      const implied = new Set(
        cell.parts.flatMap((part) =>
          part.dependencies
            .filter((each) => required.has(each.name) || each.name === name)
            .flatMap((each) => each.requires.map(({ value }) => value)),
        ),
      );
      for (const { value: other } of requires) {
        if (required.has(other) || implied.has(other) || other === name) continue;
        results.push({ candidates: this.#objectsWithout(present, other), keyword: "dependentRequired", place });
      }
    }
    return together(results);
  }

  /** Compares `unevaluatedProperties`, if only `properties` and `allOf` evaluate anything. */
  #unevaluated(cell: Cell, b: Schema, { names, reading }: { names: ReadonlySet<string>; reading: SchemaInterpretation }): ProofResult {
    const { unevaluatedProperties: schema } = b;
    if (!schema || schema.always === true || othersOf(b)) return undefined;
    const parts = partsOf(b);
    const isPlain = parts.every(
      (part) =>
        part.anyOf.length + part.oneOf.length + part.dependencies.length === 0 &&
        !part.if &&
        !part.additionalProperties &&
        part.patternProperties.length === 0,
    );
    if (!isPlain) return this.#proof.gap(cell, "unevaluatedProperties", schema.node);
    const evaluated = new Set(parts.flatMap((part) => part.properties.map(({ name }) => name)));
    const results: ProofResult[] = [];
    for (const name of names) {
      if (evaluated.has(name) || !this.canBe(cell, name, reading)) continue;
      results.push(this.#atMember(cell, name, this.#proof.below(this.member(cell, name), schema, reading)));
    }
    if (!this.#isClosed(cell, reading))
      results.push(
        this.#proof.gap(
          cell,
          "unevaluatedProperties",
          schema.node,
          this.#objectsWith(cell, this.#freshName(cell, b), generated.text("sample")),
        ),
      );
    return together(results);
  }

  /** Some objects of a cell, the smallest first. */
  readonly #bases = oncePerObject((cell: Cell) => [...this.#minimal(cell), ...this.#proof.samplesOf(cell).slice(0, 2)]);

  /** Objects of a cell with one property set to a value, the smallest first. */
  #objectsWith(cell: Cell, name: string, value: Node): readonly Node[] {
    return this.#bases(cell).map((base) => withMember(base, name, value));
  }

  /** An object with this many properties, filled up with meaningless names. */
  #withMore(cell: Cell, count: number): readonly Node[] {
    const [base] = this.#minimal(cell);
    if (base?.kind !== "map" || count > 1_000) return [];
    const members = new Map(base.entries.map(({ key, value }) => [key, value]));
    this.#proof.spend(count / 10);
    for (let at = 0; members.size < count; at += 1) {
      const name = `other${at}`;
      members.set(name, this.#proof.samples(this.member(cell, name).schemas)[0] ?? generated.nothing());
    }
    return [generated.object([...members])];
  }

  #objectsWithout(cell: Cell, name: string): readonly Node[] {
    return [...this.#proof.samplesOf(cell), ...this.#minimal(cell)].map((base) => withMember(base, name, undefined));
  }

  /** An object of a cell with only the required properties. */
  #minimal(cell: Cell): readonly Node[] {
    const members: [string, Node][] = [];
    for (const name of requiredOf(cell)) {
      const { schemas, values } = this.member(cell, name);
      const [value] = values ?? this.#proof.samples(schemas).toSorted((a, b) => printJson(a).length - printJson(b).length);
      if (!value) return [];
      members.push([name, value]);
    }
    return [generated.object(members)];
  }
}

/** Whether a schema states that there may be properties that it does not name. */
function admitsOthers(part: Schema): boolean {
  const others = othersOf(part);
  return others !== undefined && others.always !== false;
}

/** Whether a cell's objects have all the properties that they may have, because of `maxProperties`. */
function isFull(cell: Cell): boolean {
  const { most } = sizesOf(cell.parts, "Properties");
  return most !== Infinity && requiredOf(cell).size >= most;
}

/** Whether a cell's objects are maps of anything: no schema names a property, or says what others are. */
function isFree({ parts, present, pins }: Cell): boolean {
  const isSilent = (part: Schema): boolean =>
    part.properties.length + part.patternProperties.length + part.required.length + part.dependencies.length === 0 && !othersOf(part);
  return present.size + pins.size === 0 && parts.every(isSilent);
}

/** The schema for properties that a schema does not name. */
function othersOf(part: Schema): Schema | undefined {
  return part.additionalProperties ?? (evaluatesNothingElse(part) ? part.unevaluatedProperties : undefined);
}

/** Whether certainly no name matches both patterns, because they begin with different texts. */
function areDisjointPatterns(one: string, other: string): boolean {
  const prefixOf = (pattern: string): string | undefined => /^\^([\w-]+)(?![\w?*{|-])[^|]*$/.exec(pattern)?.[1];
  const [a, b] = [prefixOf(one), prefixOf(other)];
  return a !== undefined && b !== undefined && !a.startsWith(b) && !b.startsWith(a);
}

/** The schemas of properties by name. They are looked up by name often, and there may be thousands. */
const membersOf = oncePerObject((part: Schema): ReadonlyMap<string, readonly Schema[]> => {
  const named = new Map<string, Schema[]>();
  for (const { name, schema } of part.properties) named.set(name, [...(named.get(name) ?? []), schema]);
  return named;
});

export function isRequired({ parts }: Cell, name: string): boolean {
  return parts.some((part) => requiredNames(part).has(name));
}

/** The names that every object of a cell has: by `required`, by dependencies, and by the current case. */
export function requiredOf(cell: Cell): ReadonlySet<string> {
  const names = new Set([...allRequired(cell.parts), ...cell.present]);
  for (const name of names) {
    for (const part of cell.parts) {
      for (const each of part.dependencies) if (each.name === name) for (const { value } of each.requires) names.add(value);
    }
  }
  return names;
}

/** An object with one member replaced or left out. */
export function withMember(base: Node, name: string, value: Node | undefined): Node {
  if (base.kind !== "map") return base;
  const others = base.entries.filter(({ key }) => key !== name).map(({ key, value: each }) => [key, each] as const);
  return generated.object(value ? [...others, [name, value]] : others);
}

export function withPins(value: Node, { pins }: Cell): Node {
  let result = value;
  for (const [name, values] of pins) result = withMember(result, name, values[0] ?? undefined);
  return result;
}
