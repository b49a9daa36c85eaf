import type { Node, Place, TextFile } from "#text";
import { decimalOf, oncePerObject, printJson, isTrue, asString } from "#text";
import { generated, textsFromPattern, valuesFor } from "../samples/index.ts";
import type { Schema } from "#schema";
import { factOf } from "#schema";
import { isMultiple, knowsFormat } from "../validate/index.ts";
import { beyond, isEmptyRange, NUMBER_FORMATS, numberFact, numbersAbout, rangeOf, WHOLE_FORMATS } from "./bounds.ts";
import type { Cell, JsonType, Term } from "./cell.ts";
import { cellsOf } from "./cell.ts";
import type { DocumentSide } from "./sides.ts";
import { formatLengths, isFormatWithin, textsOfFormat } from "./text-formats.ts";

/**
 * How a schema is read. `strict`: exactly as written. `documented`: undeclared properties are not sent, so an object has only the
 * declared ones, unless `additionalProperties` admits others or it declares none. Where nothing names a type, values have the types that
 * the keywords are about.
 */
export type SchemaInterpretation = "documented" | "strict";

/** Whether two schemas are certainly written the same, following references. */
export type SchemaEquality = (a: Schema, b: Schema) => boolean;

/** Why there is no proof: values that may be counterexamples, and the keyword at which the proof failed. */
export interface Gap {
  readonly candidates: readonly Node[];
  readonly keyword: string;
  readonly place: Place;
}

/** `undefined` means proved. */
type ProofResult = Gap | undefined;

/** The most candidates passed on from one gap. */
const MOST_CANDIDATES = 24;
/** The most values of an enum or small range that are tried one by one. */
const MOST_VALUES = 2_000;
/** The most steps of one pair of schemas: a step is a comparison of a cell with a schema, or several values that are judged. */
const STEPS_OF_A_PAIR = 60_000;
/** The steps for telling which values are documented. */
const STEPS_OF_WITNESSES = 6_000;
/** What judging a value costs. */
const JUDGING = 1;
/** The most properties of one object whose values are examined case by case. */
const MOST_SPLITS = 2;

function both(...results: readonly ProofResult[]): ProofResult {
  return together(results);
}

function together(results: readonly ProofResult[]): ProofResult {
  const gaps = results.filter((result) => result !== undefined);
  const [first] = gaps;
  const showing = gaps.filter(({ candidates }) => candidates.length > 0).slice(0, MOST_CANDIDATES);
  return first && { ...first, candidates: inTurn(showing.map((gap) => gap.candidates)).slice(0, MOST_CANDIDATES) };
}

/** Whether further gaps would add no candidate. */
function isEnough(results: readonly ProofResult[]): boolean {
  return results.length >= MOST_CANDIDATES && results.filter((gap) => gap && gap.candidates.length > 0).length >= MOST_CANDIDATES;
}

/** Interleaves lists, so that a later limit keeps some items of each. */
function inTurn<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const [only] = lists;
  if (only && lists.length === 1) return only;
  const longest = lists.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}

/** Properties and items nested deeper are not compared: a proof would overflow the stack. */
const DEEPEST = 100;

/** Proves that every value of one schema is a value of another, or finds values that may disprove it. */
export class Prover {
  readonly #sides: ReadonlyMap<TextFile, DocumentSide>;
  readonly #ids = new Map<object, number>();
  /** Comparisons that are proved, or assumed during their own proof. An assumption has the depth at which its proof began. */
  readonly #held = new Map<string, "proved" | number>();
  readonly #gaps = new Map<string, Gap>();
  readonly #log: string[] = [];
  readonly #given: number;
  #left: number;
  /** How many properties and items deep the values in hand are. */
  #depth = 0;

  readonly #isSame: SchemaEquality;
  /** The document whose values are in hand, if it is not the other one too. Only its keywords imply types. */
  #sent: DocumentSide | undefined;

  /** @param steps how many steps there are for this pair and all that follow */
  constructor(sides: readonly DocumentSide[], isSame: SchemaEquality, steps: number) {
    this.#isSame = isSame;
    this.#given = Math.max(0, Math.min(STEPS_OF_A_PAIR, steps));
    this.#left = this.#given;
    this.#sides = new Map(sides.flatMap((side) => [...side.files].map((file) => [file, side] as const)));
  }

  /** Ends the proof: the steps that it took. What is told of values from now on has some steps of its own. */
  end(): number {
    const taken = this.#given - this.#left;
    this.#left = STEPS_OF_WITNESSES;
    return taken;
  }

  /** Tries to prove that every value of `a` is a value of `b`. */
  within(a: Schema, b: Schema, reading: SchemaInterpretation): ProofResult {
    this.#sent = this.#sideOf(a) === this.#sideOf(b) ? undefined : this.#sideOf(a);
    return this.#termWithin({ schemas: [a] }, b, reading);
  }

  /** Whether a schema accepts a value; `undefined` if that is unknown. */
  judge(schema: Schema, value: Node): boolean | undefined {
    if (schema.always !== undefined) return schema.always;
    this.#left -= JUDGING;
    if (this.#left < 0) return undefined;
    const outcome = this.#sideOf(schema)?.check(schema, value);
    if (!outcome) return undefined;
    if (outcome.failures.length > 0) return false;
    return outcome.unknown === undefined ? true : undefined;
  }

  #id(of: object): number {
    let id = this.#ids.get(of);
    if (id === undefined) this.#ids.set(of, (id = this.#ids.size));
    return id;
  }

  #matches(schema: Schema, pattern: string, text: string): boolean | undefined {
    return this.#sideOf(schema)?.matches(pattern, text);
  }

  #sideOf({ node }: Schema): DocumentSide | undefined {
    return this.#sides.get(node.file);
  }

  #cells({ schemas }: Pick<Term, "schemas">, reading: SchemaInterpretation, type?: JsonType): readonly Cell[] | undefined {
    const implies = (schema: Schema): boolean => this.#sent !== undefined && this.#sideOf(schema) === this.#sent;
    if (this.#left < 0) return undefined;
    const cells = cellsOf(schemas, { documented: reading === "documented", type, implies });
    // Many cells of many schemas are as much work as many comparisons.
    this.#left -= (cells ?? []).reduce((sum, { parts, optional }) => sum + (parts.length + optional.length) / 5, cells ? 0 : 50);
    return cells;
  }

  #termWithin(term: Term, b: Schema, reading: SchemaInterpretation): ProofResult {
    if (b.always === true || term.schemas.includes(b)) return undefined;
    if (term.values) return this.#valuesWithin(term.values, term.schemas, b);
    const cells = this.#cells(term, reading);
    if (!cells) return { candidates: this.#samples(term.schemas), keyword: this.#left < 0 ? "budget" : "oneOf", place: b.node };
    return together(cells.map((cell) => this.#cellWithin(cell, b, reading)));
  }

  /** The same for a property or item of the values in hand. */
  #below(term: Term, b: Schema, reading: SchemaInterpretation): ProofResult {
    this.#depth += 1;
    const result = this.#termWithin(term, b, reading);
    this.#depth -= 1;
    return result;
  }

  /** Decides for a finite set by validating each value. */
  #valuesWithin(values: readonly Node[], parts: readonly Schema[], b: Schema): ProofResult {
    const bad: Node[] = [];
    for (const value of values) {
      if (parts.some((part) => this.judge(part, value) === false)) continue;
      if (this.judge(b, value) !== true) bad.push(value);
    }
    return bad.length === 0 ? undefined : { candidates: bad.slice(0, MOST_CANDIDATES), keyword: "enum", place: b.node };
  }

  /** Proofs for recursive schemas assume what they are to prove. If the proof fails, everything proved with the assumption is forgotten. */
  #cellWithin(cell: Cell, b: Schema, reading: SchemaInterpretation): ProofResult {
    if (b.always === true || cell.parts.some((part) => part === b || this.#isSame(part, b))) return undefined;
    const key = this.#key(cell, b, reading);
    const held = this.#held.get(key);
    if (held === "proved") return undefined;
    // An assumption only holds for values further in. Otherwise a schema that is its own branch would prove itself.
    if (held !== undefined) return held < this.#depth ? undefined : { candidates: [], keyword: "$ref", place: b.node };
    const known = this.#gaps.get(key);
    if (known) return known;
    this.#left -= 1;
    if (this.#left < 0 || this.#depth > DEEPEST) return { candidates: [], keyword: "budget", place: b.node };
    this.#held.set(key, this.#depth);
    const start = this.#log.length;
    const result = this.#isEmpty(cell, reading) ? undefined : this.#prove(cell, b, reading);
    if (!result) {
      this.#log.push(key);
      this.#held.set(key, "proved");
      return undefined;
    }
    for (const dependent of this.#log.splice(start)) this.#held.delete(dependent);
    this.#held.delete(key);
    this.#gaps.set(key, result);
    return result;
  }

  #key(cell: Cell, b: Schema, reading: SchemaInterpretation): string {
    const ids = (schemas: readonly Schema[]): string =>
      schemas
        .map((schema) => this.#id(schema))
        .sort((x, y) => x - y)
        .join();
    const pins = [...cell.pins].map(([name, values]) => `${JSON.stringify(name)}=${values.map((value) => printJson(value)).join()}`);
    const schemas = [ids(cell.parts), ids(cell.excluded), ids(cell.optional)];
    return [reading, cell.type, cell.whole, ...schemas, pins.join(), [...cell.present].join(), this.#id(b)].join(";");
  }

  /**
   * Whether schemas, read as documented, have a value: it is of one of their cells, and its properties, at every depth, are declared
   * there.
   */
  isDocumented(schemas: readonly Schema[], value: Node): boolean {
    const cells = schemas.length === 0 ? undefined : this.#cells({ schemas }, "documented", undefined);
    if (!cells) return this.#left >= 0;
    return cells.some((cell) => {
      if (cell.type !== typeOf(value) || cell.parts.some((part) => this.judge(part, value) === false)) return false;
      if (cell.excluded.some((each) => this.judge(each, value) === true)) return false;
      if (value.kind === "list") return value.items.every((item, at) => this.isDocumented(this.#item(cell, at).schemas, item));
      if (value.kind !== "map") return true;
      return value.entries.every(
        ({ key, value: member }) => this.#canBe(cell, key, "documented") && this.isDocumented(this.#member(cell, key).schemas, member),
      );
    });
  }

  // --- one cell against one schema -----------------------------------------------------------------------------------

  #prove(cell: Cell, b: Schema, reading: SchemaInterpretation): ProofResult {
    // The target is unknown, so nothing can be proved or refuted for any value.
    if (isUnread(b)) return { candidates: [], keyword: "$ref", place: b.node };
    const values = this.#valuesOf(cell);
    if (values) {
      const own = values.filter((value) => !cell.excluded.some((each) => this.judge(each, value) === true));
      return this.#valuesWithin(own, cell.parts, b);
    }
    if (b.always === false) return this.#gap(cell, "false", b.node);
    if (!this.#allowsType(cell, b)) return this.#gap(cell, "type", b.node, this.#fractions(cell));
    if (b.const ?? b.enum) return this.#gap(cell, b.const ? "const" : "enum", b.node);
    return both(
      this.#ownKeywords(cell, b, reading),
      ...b.allOf.map((part) => this.#cellWithin(cell, part, reading)),
      this.#choice(cell, b.anyOf, { b, exclusive: false, reading }),
      this.#choice(cell, b.oneOf, { b, exclusive: true, reading }),
      this.#negation(cell, b, reading),
      this.#condition(cell, b, reading),
      this.#discriminated(cell, b, reading),
    );
  }

  #ownKeywords(cell: Cell, b: Schema, reading: SchemaInterpretation): ProofResult {
    if (cell.type === "number") return this.#numbers(cell, b);
    if (cell.type === "string") return this.#strings(cell, b);
    if (cell.type === "array") return this.#arrays(cell, b, reading);
    if (cell.type === "object") return this.#objects(cell, b, reading);
    return undefined;
  }

  #gap(cell: Cell, keyword: string, place: Place, first: readonly Node[] = []): Gap {
    return { candidates: [...first, ...this.#samplesOf(cell)].slice(0, MOST_CANDIDATES), keyword, place };
  }

  #isWhole(cell: Cell): boolean {
    if (cell.whole) return true;
    return cell.parts.some((part) => {
      const step = decimalOf(numberFact(part, "multipleOf")?.raw ?? "");
      const one = decimalOf("1");
      if (WHOLE_FORMATS.has(part.format?.value ?? "")) return true;
      return step !== undefined && one !== undefined && isMultiple(step, one) === true;
    });
  }

  #allowsType(cell: Cell, b: Schema): boolean {
    if (b.types.length === 0 || b.types.includes(cell.type)) return true;
    return cell.type === "number" && b.types.includes("integer") && this.#isWhole(cell);
  }

  /** Numbers of a cell that are not integers. */
  #fractions(cell: Cell): readonly Node[] {
    if (cell.type !== "number" || this.#isWhole(cell)) return [];
    const numbers = numbersAbout(rangeOf(cell.parts)).map((raw) => generated.number(raw));
    return this.#accepted(
      cell,
      numbers.filter(({ value }) => !Number.isInteger(value)),
    );
  }

  /** All values of a cell, if there are few enough to try each; otherwise `undefined`. */
  #valuesOf(cell: Cell): readonly Node[] | undefined {
    if (cell.type === "null") return [generated.nothing()];
    if (cell.type === "boolean") return [generated.boolean(true), generated.boolean(false)];
    for (const part of cell.parts) {
      const values = part.const ? [part.const] : part.enum?.map(({ value }) => value);
      if (values && values.length <= MOST_VALUES) return values.filter((value) => typeOf(value) === cell.type);
    }
    return undefined;
  }

  #numbers(cell: Cell, b: Schema): ProofResult {
    const results: ProofResult[] = [];
    const inner = rangeOf(cell.parts);
    const outer = rangeOf([b]);
    const end = beyond(inner, outer);
    const numbers = (): readonly Node[] => [...numbersAbout(outer), ...numbersAbout(inner)].map((raw) => generated.number(raw));
    if (end) results.push(this.#gap(cell, end === outer.least ? "minimum" : "maximum", b.node, this.#accepted(cell, numbers())));
    const step = numberFact(b, "multipleOf");
    if (step && !this.#hasStep(cell, step.raw)) {
      results.push(this.#gap(cell, "multipleOf", b.node, this.#accepted(cell, [...this.#steps(cell), ...numbers()])));
    }
    if (WHOLE_FORMATS.has(b.format?.value ?? "") && !this.#isWhole(cell)) {
      results.push(this.#gap(cell, "format", b.node, this.#fractions(cell)));
    }
    return together(results);
  }

  #hasStep(cell: Cell, raw: string): boolean {
    const wanted = decimalOf(raw);
    const steps = [...cell.parts.flatMap((part) => numberFact(part, "multipleOf")?.raw ?? []), ...(this.#isWhole(cell) ? ["1"] : [])];
    return steps.some((step) => {
      const own = decimalOf(step);
      return wanted !== undefined && own !== undefined && isMultiple(own, wanted) === true;
    });
  }

  /** Small multiples of the cell's `multipleOf`. */
  #steps(cell: Cell): readonly Node[] {
    const steps = cell.parts.flatMap((part) => numberFact(part, "multipleOf")?.value ?? []);
    return steps.flatMap((step) => [1, 2, 3, 5, 7, -1].map((times) => generated.number(String(step * times))));
  }

  #strings(cell: Cell, b: Schema): ProofResult {
    const results: ProofResult[] = [];
    const { parts } = cell;
    const size = lengthsOf(parts);
    const [least] = sizes([b], "minLength");
    const [most] = sizes([b], "maxLength");
    const texts = (lengths: readonly number[]): readonly Node[] => this.#texts(cell, lengths);
    if (least !== undefined && size.least < least) results.push(this.#gap(cell, "minLength", b.node, texts([least - 1, size.least])));
    if (most !== undefined && size.most > most) results.push(this.#gap(cell, "maxLength", b.node, texts([most + 1, size.least])));
    const pattern = textFact(b, "pattern");
    if (pattern !== undefined && !isTrivialPattern(pattern) && !parts.some((part) => textFact(part, "pattern") === pattern)) {
      results.push(this.#gap(cell, "pattern", b.node, texts([size.least, size.least + 1, 3, 8])));
    }
    const format = b.format?.value;
    if (
      format !== undefined &&
      knowsFormat(format) &&
      !NUMBER_FORMATS.has(format) &&
      !parts.some((part) => isFormatWithin(part.format?.value, format))
    ) {
      results.push(this.#gap(cell, "format", b.node, texts([size.least, size.least + 1, 3])));
    }
    return together(results);
  }

  /** Texts of a cell with roughly the given lengths. */
  #texts(cell: Cell, lengths: readonly number[]): readonly Node[] {
    const patterns = cell.parts.flatMap((part) => textFact(part, "pattern") ?? []);
    const possible = lengths.filter((length) => length >= 0 && length <= 100_000);
    const formatted = cell.parts.flatMap((part) => possible.flatMap((length) => textsOfFormat(part.format?.value, length)));
    const plain = possible.flatMap((length) => ["a", "0", " ", "\u00e9", "\n"].map((each) => each.repeat(length)));
    const made = patterns.flatMap((pattern) => [0, 1, 2, 5].flatMap((variant) => [...textsFromPattern(pattern, variant)]));
    const samples = this.#samplesOf(cell).flatMap((node) => (node.kind === "string" ? [node.value] : []));
    const cut = samples.flatMap((text) =>
      lengths.map((length) =>
        text.length > length ? text.slice(0, Math.max(0, length)) : text.padEnd(Math.min(length, 100_000), text.at(-1) ?? "a"),
      ),
    );
    return this.#accepted(
      cell,
      [...new Set([...formatted, ...plain, ...made, ...cut, ...samples])].map((text) => generated.text(text)),
    );
  }

  // --- choices, conditions, negation ---------------------------------------------------------------------------------

  #choice(
    cell: Cell,
    branches: readonly Schema[],
    how: { b: Schema; exclusive: boolean; reading: SchemaInterpretation },
    splits = MOST_SPLITS,
  ): ProofResult {
    if (branches.length === 0) return undefined;
    const { b, exclusive, reading } = how;
    const candidates: Node[] = [];
    for (const [at, branch] of branches.entries()) {
      const gap = this.#cellWithin(cell, branch, reading);
      if (gap || !this.#isChosen(cell, b, branch)) {
        candidates.push(...(gap?.candidates.slice(0, 6) ?? []));
        continue;
      }
      if (!exclusive) return undefined;
      const others = branches.toSpliced(at, 1).map((other) => this.#overlap(cell, other, reading));
      const rivals = others.filter((overlap) => overlap !== undefined);
      if (rivals.length === 0) return undefined;
      candidates.push(...inTurn(rivals).slice(0, 12));
    }
    const cases = splits > 0 ? this.#cases(cell, b, branches) : undefined;
    if (cases)
      return together(cases.map((each) => (this.#isEmpty(each, reading) ? undefined : this.#choice(each, branches, how, splits - 1))));
    return this.#gap(cell, exclusive ? "oneOf" : "anyOf", b.node, candidates);
  }

  /** Whether the discriminator of a choice, if it has one, chooses this branch for every value of the cell. */
  #isChosen(cell: Cell, { discriminator }: Schema, branch: Schema): boolean {
    if (!discriminator || cell.type !== "object") return true;
    const name = discriminator.property.value;
    const values = cell.pins.get(name) ?? this.#pinnable(cell, name);
    const choiceFor = (value: Node): Schema | undefined =>
      discriminator.choices.find((choice) => value.kind === "string" && choice.value === value.value)?.schema;
    return values?.every((value) => choiceFor(value) === branch) ?? false;
  }

  /** Splits a cell by the values of the property that the branches choose by; `undefined` if they choose by none. */
  #cases(cell: Cell, { discriminator }: Schema, branches: readonly Schema[]): readonly Cell[] | undefined {
    if (cell.type !== "object") return undefined;
    const chooser = discriminator ? [discriminator.property.value] : [];
    const names = new Set([
      ...chooser,
      ...branches.flatMap((branch) =>
        partsOf(branch).flatMap((part) => part.properties.filter(({ schema }) => schema.const ?? schema.enum).map(({ name }) => name)),
      ),
    ]);
    for (const name of names) {
      const pinned = cell.pins.get(name);
      const values = pinned ?? this.#pinnable(cell, name);
      if (!values || values.length < 2 || values.length > 200) continue;
      const present = values.map((value): Cell => ({
        ...cell,
        pins: new Map([...cell.pins, [name, [value]]]),
        present: new Set([...cell.present, name]),
      }));
      if (cell.present.has(name) || isRequired(cell, name)) return present;
      const absent: Cell = { ...cell, pins: new Map([...cell.pins, [name, []]]) };
      return [...present, absent];
    }
    return undefined;
  }

  #pinnable(cell: Cell, name: string): readonly Node[] | undefined {
    const schemas = this.#member(cell, name).schemas.flatMap(partsOf);
    for (const schema of schemas) {
      if (schema.const) return [schema.const];
      if (schema.enum) return schema.enum.map(({ value }) => value);
      if (schema.types.length === 1 && schema.types[0] === "boolean") return [generated.boolean(true), generated.boolean(false)];
    }
    return undefined;
  }

  #condition(cell: Cell, b: Schema, reading: SchemaInterpretation): ProofResult {
    if (!b.if || !(b.then ?? b.else)) return undefined;
    const side = (schema: Schema | undefined, within: Cell): ProofResult =>
      schema ? this.#cellWithin(within, schema, reading) : undefined;
    if (!this.#overlap(cell, b.if, reading)) return side(b.else, cell);
    if (!this.#cellWithin(cell, b.if, reading)) return side(b.then, cell);
    const whole = both(side(b.then, cell), side(b.else, cell));
    if (!whole) return undefined;
    const narrowed = this.#narrowed(cell, [b.if], reading);
    if (!narrowed) return whole;
    const unmet: Cell = { ...cell, excluded: [...cell.excluded, b.if] };
    const gap = both(...narrowed.map((each) => side(b.then, each)), side(b.else, unmet));
    return gap && { ...gap, keyword: "if" };
  }

  /** The values of a cell that further schemas also accept; `undefined` if there are too many cases. */
  #narrowed(cell: Cell, schemas: readonly Schema[], reading: SchemaInterpretation): readonly Cell[] | undefined {
    const { pins, present } = cell;
    return this.#cells({ schemas: [...cell.parts, ...schemas] }, reading, cell.type)?.map((each): Cell => {
      const excluded = [...each.excluded, ...cell.excluded];
      const optional = [...each.optional, ...cell.optional];
      return { ...each, whole: each.whole || cell.whole, excluded, optional, pins, present };
    });
  }

  /**
   * Compares schemas whose discriminator chooses among schemas that extend them. Both must choose by the same values, and each chosen
   * schema must fit the one of its name. Otherwise it is left to the validator.
   */
  #discriminated(cell: Cell, b: Schema, reading: SchemaInterpretation): ProofResult {
    if (!b.discriminator || b.oneOf.length + b.anyOf.length > 0) return undefined;
    const { property, choices } = b.discriminator;
    const valuesOf = (schema: Schema): string => JSON.stringify(schema.discriminator?.choices.map(({ value }) => value).sort());
    const own = cell.parts.find((part) => part.discriminator?.property.value === property.value && valuesOf(part) === valuesOf(b));
    if (choices.length === 0) return undefined;
    if (!own?.discriminator) return this.#gap(cell, "discriminator", b.node);
    const heirs = own.discriminator.choices.filter(({ schema }) => schema !== own);
    // The cell already belongs to a chosen schema, which is compared with the one of its name elsewhere.
    if (heirs.some(({ schema }) => cell.parts.includes(schema))) return undefined;
    return together(
      heirs.map(({ value, schema }) => {
        const other = choices.find((choice) => choice.value === value)?.schema;
        return other && this.#termWithin({ schemas: [schema] }, other, reading);
      }),
    );
  }

  #negation(cell: Cell, { not }: Schema, reading: SchemaInterpretation): ProofResult {
    const overlap = not && this.#overlap(cell, not, reading);
    return overlap && this.#gap(cell, "not", not.node, overlap);
  }

  /** Values to try that may belong to both the cell and the schema; `undefined` if there are certainly none. */
  #overlap(cell: Cell, schema: Schema, reading: SchemaInterpretation): readonly Node[] | undefined {
    if (schema.always === false || cell.excluded.includes(schema)) return undefined;
    if (cell.excluded.some((each) => !this.#termWithin({ schemas: [schema] }, each, "strict"))) return undefined;
    const samples = (): readonly Node[] => this.#samples([...cell.parts, schema]).slice(0, 3);
    const cells = this.#narrowed(cell, [schema], reading)?.filter((each) => !this.#isEmptyWithin(each, cell, reading));
    if (!cells) return samples();
    const open = cells.flatMap((each) => {
      const gaps = this.#excludedGaps(each, reading);
      return gaps ? [inTurn(gaps.map(({ candidates }) => candidates))] : [];
    });
    return open.length === 0 ? undefined : [...samples(), ...inTurn(open).slice(0, 6)];
  }

  #excluding = false;

  /**
   * Why some values of a cell are in none of the schemas that it excludes; `undefined` if all values are in one of them, so that the
   * cell is empty.
   */
  #excludedGaps(cell: Cell, reading: SchemaInterpretation): readonly Gap[] | undefined {
    // Recursion would not end: every step excludes more.
    if (this.#excluding) return [];
    this.#excluding = true;
    const gaps: Gap[] = [];
    for (const each of cell.excluded) {
      const gap = this.#cellWithin({ ...cell, excluded: cell.excluded.filter((other) => other !== each) }, each, reading);
      if (gap) gaps.push(gap);
    }
    this.#excluding = false;
    return gaps.length < cell.excluded.length ? undefined : gaps;
  }

  // --- emptiness -----------------------------------------------------------------------------------------------------

  readonly #emptying = new Set<string>();

  /** Whether a cell certainly contains no value, if its objects only have the properties of another cell. */
  #isEmptyWithin(cell: Cell, other: Cell, reading: SchemaInterpretation): boolean {
    const isSent = (name: string): boolean => reading === "strict" || this.#isOpen(other, reading) || this.#isDeclared(other, name);
    return this.#isEmpty(cell, "strict") || (cell.type === "object" && [...requiredOf(cell)].some((name) => !isSent(name)));
  }

  /** Whether a cell certainly contains no value. */
  #isEmpty(cell: Cell, reading: SchemaInterpretation): boolean {
    if (cell.excluded.some((each) => cell.parts.includes(each))) return true;
    const values = this.#valuesOf(cell);
    if (values)
      return values.every(
        (value) =>
          cell.parts.some((part) => this.judge(part, value) === false) || cell.excluded.some((each) => this.judge(each, value) === true),
      );
    if (cell.type === "number") return isEmptyRange(rangeOf(cell.parts));
    if (cell.type === "string") {
      const { least, most } = lengthsOf(cell.parts);
      return least > most;
    }
    if (cell.type === "array") {
      const { least, most } = sizeOf(cell.parts, "minItems", "maxItems");
      return least > most || (least > 0 && this.#isNever(this.#item(cell, 0), reading));
    }
    if (cell.type !== "object") return false;
    const { least, most } = sizeOf(cell.parts, "minProperties", "maxProperties");
    if (least > most) return true;
    return [...requiredOf(cell)].some((name) => this.#isNever(this.#member(cell, name), reading));
  }

  #isNever(term: Term, reading: SchemaInterpretation): boolean {
    if (term.values) return term.values.every((value) => term.schemas.some((schema) => this.judge(schema, value) === false));
    const key = `${reading};${term.schemas.map((schema) => this.#id(schema)).join()}`;
    if (this.#emptying.has(key) || this.#emptying.size > 30) return false;
    this.#emptying.add(key);
    const result = this.#cells(term, reading)?.every((cell) => this.#isEmpty(cell, reading)) ?? false;
    this.#emptying.delete(key);
    return result;
  }

  // --- arrays --------------------------------------------------------------------------------------------------------

  #item(cell: Cell, at: number): Term {
    return { schemas: cell.parts.flatMap((part) => itemSchemas(part, at)) };
  }

  #arrays(cell: Cell, b: Schema, reading: SchemaInterpretation): ProofResult {
    const results: ProofResult[] = [];
    const size = sizeOf(cell.parts, "minItems", "maxItems");
    const [least] = sizes([b], "minItems");
    const [most] = sizes([b], "maxItems");
    if (least !== undefined && size.least < least) results.push(this.#gap(cell, "minItems", b.node, this.#lists(cell, least - 1)));
    if (most !== undefined && size.most > most) results.push(this.#gap(cell, "maxItems", b.node, this.#lists(cell, most + 1)));
    const positions = [...cell.parts, b].reduce((most, part) => Math.max(most, part.tuple?.length ?? 0), 0);
    for (let at = 0; at <= positions && at < size.most; at += 1) {
      const term = this.#item(cell, at);
      for (const schema of itemSchemas(b, at)) {
        const gap = this.#below(term, schema, reading);
        if (gap) results.push({ ...gap, candidates: gap.candidates.flatMap((item) => this.#listWith(cell, at, item)) });
      }
    }
    if (isTrue(factOf(b, "uniqueItems")) && size.most > 1 && !cell.parts.some((part) => isTrue(factOf(part, "uniqueItems")))) {
      const [item] = this.#samples(this.#item(cell, 0).schemas);
      const count = Math.max(2, size.least);
      results.push(this.#gap(cell, "uniqueItems", b.node, item ? [generated.list(Array.from({ length: count }, () => item))] : []));
    }
    if (b.contains && !this.#contains(cell, b, reading)) results.push(this.#gap(cell, "contains", b.node, [generated.list([])]));
    if (b.unevaluatedItems && b.unevaluatedItems.always !== true && !evaluatesNothingElse(b))
      results.push(this.#gap(cell, "unevaluatedItems", b.node));
    return together(results);
  }

  #contains(cell: Cell, b: Schema, reading: SchemaInterpretation): boolean {
    const { contains } = b;
    if (!contains) return true;
    if (sizes([b], "minContains")[0] === 0 && sizes([b], "maxContains").length === 0) return true;
    const least = sizes([b], "minContains")[0] ?? 1;
    const [most] = sizes([b], "maxContains");
    const same = cell.parts.some(
      (part) =>
        part.contains &&
        (sizes([part], "minContains")[0] ?? 1) >= least &&
        !this.#below({ schemas: [part.contains] }, contains, reading) &&
        (most === undefined ||
          ((sizes([part], "maxContains")[0] ?? Infinity) <= most && !this.#below({ schemas: [contains] }, part.contains, "strict"))),
    );
    if (same) return true;
    const size = sizeOf(cell.parts, "minItems", "maxItems");
    const isAll = size.least >= least && cell.parts.every((part) => !part.tuple) && !this.#below(this.#item(cell, 0), contains, reading);
    return isAll && (most === undefined || size.most <= most);
  }

  /** An array of this length. */
  #lists(cell: Cell, length: number): readonly Node[] {
    if (length < 0 || length > 1_000) return [];
    const items: Node[] = [];
    for (let at = 0; at < length; at += 1) {
      const made = this.#samples(this.#item(cell, at).schemas);
      const item = made[at % Math.max(1, made.length)];
      if (!item) return [];
      items.push(item);
    }
    return [generated.list(items)];
  }

  #listWith(cell: Cell, at: number, item: Node): readonly Node[] {
    const { least } = sizeOf(cell.parts, "minItems", "maxItems");
    const [around] = this.#lists(cell, Math.max(at + 1, Math.min(least, 1_000)));
    if (around?.kind !== "list") return [];
    return [generated.list(around.items.map((each, index) => (index === at ? item : each)))];
  }

  // --- objects -------------------------------------------------------------------------------------------------------

  /** All schemas that a cell has for one property. */
  #member(cell: Cell, name: string): Term {
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

  readonly #optionals = new WeakMap<readonly Schema[], readonly Schema[]>();

  /** The optional schemas that may hold for some value of a cell, with all of their branches. */
  #optional({ optional, parts, type }: Cell): readonly Schema[] {
    const known = this.#optionals.get(optional);
    if (known) return known;
    this.#left -= optional.length;
    const possible = optional.filter((schema) => {
      const cells = this.#left < 0 ? undefined : this.#cells({ schemas: [...parts, schema] }, "documented", type);
      return !parts.includes(schema) && (cells?.some((each) => !this.#isEmpty(each, "strict")) ?? true);
    });
    const all = [...aboutSameValue(possible)];
    this.#optionals.set(optional, all);
    return all;
  }

  /** The schemas that apply to one property: those that certainly do, or all that may, if it is unknown whether a pattern matches. */
  #memberSchemas(part: Schema, name: string, how: "surely" | "perhaps"): readonly Schema[] {
    const own = membersOf(part).named.get(name) ?? [];
    const matches = part.patternProperties.map((each) => ({ schema: each.schema, matches: this.#matches(part, each.name, name) }));
    const patterned = matches.filter((each) => each.matches === true || (how === "perhaps" && each.matches === undefined));
    const isOther =
      own.length === 0 && matches.every((each) => each.matches === false || (how === "perhaps" && each.matches === undefined));
    const others = isOther ? othersOf(part) : undefined;
    return [...own, ...patterned.map(({ schema }) => schema), ...(others ? [others] : [])];
  }

  /** Whether any part of a cell declares a property. In the documented reading, others are not sent. */
  #isDeclared(cell: Cell, name: string): boolean {
    return this.#isDeclaredBy(cell.parts, cell, name) || this.#optional(cell).some((schema) => this.#declares(schema, name));
  }

  /** Whether a cell's objects may have properties that no schema names. */
  #isOpen(cell: Cell, reading: SchemaInterpretation): boolean {
    if (isFull(cell)) return false;
    return reading === "strict" || isFree(cell) || [...cell.parts, ...this.#optional(cell)].some(admitsOthers);
  }

  #isDeclaredBy(schemas: readonly Schema[], cell: Cell, name: string): boolean {
    return isFree(cell) || cell.present.has(name) || isRequired(cell, name) || schemas.some((schema) => this.#declares(schema, name));
  }

  #declares(schema: Schema, name: string): boolean {
    if (membersOf(schema).named.has(name)) return true;
    return this.#memberSchemas(schema, name, "perhaps").some(({ always }) => always !== false);
  }

  #canBe(cell: Cell, name: string, reading: SchemaInterpretation): boolean {
    if (cell.pins.get(name)?.length === 0 || (isFull(cell) && !requiredOf(cell).has(name))) return false;
    if (reading === "documented" && !this.#isDeclared(cell, name) && !this.#isOpen(cell, reading)) return false;
    return !this.#isNever(this.#member(cell, name), reading);
  }

  #objects(cell: Cell, b: Schema, reading: SchemaInterpretation): ProofResult {
    const results: ProofResult[] = [];
    const required = requiredOf(cell);
    for (const name of requiredBy(b)) {
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
      if (schemas.length === 0 || !this.#canBe(cell, name, reading)) continue;
      if (isEnough(results)) break;
      const term = this.#member(cell, name);
      for (const schema of schemas) results.push(this.#atMember(cell, name, this.#below(term, schema, reading)));
    }
    results.push(this.#otherMembers(cell, b, reading), this.#counts(cell, b, { names, reading }), this.#names(cell, b, { names, reading }));
    results.push(this.#dependencies(cell, b, reading), this.#unevaluated(cell, b, { names, reading }));
    return together(results);
  }

  #atMember(cell: Cell, name: string, gap: ProofResult): ProofResult {
    if (!gap) return undefined;
    // Every value is tried once before any is tried again.
    const objects = gap.candidates.map((value) => this.#objectsWith(cell, name, value));
    return { ...gap, candidates: inTurn(objects).slice(0, MOST_CANDIDATES) };
  }

  /** Compares properties that neither side names. */
  #otherMembers(cell: Cell, b: Schema, reading: SchemaInterpretation): ProofResult {
    const results: ProofResult[] = [];
    const rest: Term = { schemas: cell.parts.flatMap((part) => othersOf(part) ?? []) };
    const othersOfB = othersOf(b);
    const optional = this.#optional(cell);
    const isOpen = this.#isOpen(cell, reading);
    const targets = [...(othersOfB ? [othersOfB] : []), ...b.patternProperties.map(({ schema }) => schema)].filter(
      (schema) => schema.always !== true,
    );
    if (isOpen && targets.length > 0 && !this.#isNever(rest, reading)) {
      for (const target of targets) {
        const patterned = b.patternProperties.find(({ schema }) => schema === target);
        const name = patterned ? this.#nameFor(b, patterned.name) : this.#freshName(cell, b);
        const gap = this.#below(rest, target, reading);
        if (gap) results.push(name === undefined ? { ...gap, candidates: [] } : this.#atMember(cell, name, gap));
      }
    }
    for (const part of [...cell.parts, ...optional]) {
      for (const each of part.patternProperties) {
        const others = cell.parts
          .filter((other) => other !== part && other.patternProperties.length === 0)
          .flatMap((other) => othersOf(other) ?? []);
        const term: Term = { schemas: [each.schema, ...others] };
        if (this.#isNever(term, reading)) continue;
        const same = b.patternProperties.find(({ name }) => name === each.name);
        const all = [
          ...b.patternProperties.filter(({ name }) => !areDisjointPatterns(name, each.name)).map(({ schema }) => schema),
          ...(!same && othersOfB ? [othersOfB] : []),
        ];
        const name = this.#nameFor(part, each.name);
        for (const target of all.filter((schema) => schema.always !== true)) {
          if (isEnough(results) || this.#left < 0) return together(results);
          const gap = this.#below(term, target, reading);
          if (gap) results.push(name === undefined ? { ...gap, candidates: [] } : this.#atMember(cell, name, gap));
        }
      }
    }
    return together(results);
  }

  #nameFor(part: Schema, pattern: string): string | undefined {
    for (const text of textsFromPattern(pattern)) if (this.#matches(part, pattern, text) === true) return text;
    return ["other", "x", "x-other", "0"].find((name) => this.#matches(part, pattern, name) === true);
  }

  #freshName(cell: Cell, b: Schema): string {
    const taken = new Set([...cell.parts, b].flatMap((part) => part.properties.map(({ name }) => name)));
    const patterns = [...cell.parts, b].flatMap((part) => part.patternProperties.map(({ name }) => ({ part, name })));
    const names = ["other", "another", "Other", "0", "x-other", "_"];
    return (
      names.find((name) => !taken.has(name) && !patterns.some((each) => this.#matches(each.part, each.name, name) !== false)) ?? "other0"
    );
  }

  /** Whether all names that a cell's objects may have are known. */
  #isClosed(cell: Cell, reading: SchemaInterpretation): boolean {
    const optional = this.#optional(cell);
    if ([...cell.parts, ...optional].some((part) => part.patternProperties.length > 0)) return false;
    const rest: Term = { schemas: cell.parts.flatMap((part) => othersOf(part) ?? []) };
    if (rest.schemas.some((schema) => schema.always === false)) return true;
    return !this.#isOpen(cell, reading);
  }

  #counts(cell: Cell, b: Schema, { names, reading }: { names: ReadonlySet<string>; reading: SchemaInterpretation }): ProofResult {
    const size = sizeOf(cell.parts, "minProperties", "maxProperties");
    const [least] = sizes([b], "minProperties");
    const [most] = sizes([b], "maxProperties");
    const possible = this.#isClosed(cell, reading) ? [...names].filter((name) => this.#canBe(cell, name, reading)).length : Infinity;
    const results: ProofResult[] = [];
    if (least !== undefined && Math.max(size.least, requiredOf(cell).size) < least)
      results.push(this.#gap(cell, "minProperties", b.node, this.#minimal(cell)));
    if (most !== undefined && Math.min(size.most, possible) > most)
      results.push(this.#gap(cell, "maxProperties", b.node, this.#withMore(cell, most + 1)));
    return together(results);
  }

  #names(cell: Cell, b: Schema, { names, reading }: { names: ReadonlySet<string>; reading: SchemaInterpretation }): ProofResult {
    const { propertyNames } = b;
    if (!propertyNames || propertyNames.always === true) return undefined;
    const results: ProofResult[] = [];
    for (const name of names) {
      if (!this.#canBe(cell, name, reading) || this.judge(propertyNames, generated.text(name)) === true) continue;
      const values = this.#samples(this.#member(cell, name).schemas);
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
          ? this.#below({ schemas: own }, propertyNames, reading)
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
      if (!this.#canBe(cell, name, reading)) continue;
      const present: Cell = { ...cell, present: new Set([...cell.present, name]) };
      if (schema) {
        const own = cell.parts.flatMap((part) =>
          part.dependencies.filter((each) => each.name === name).flatMap((each) => each.schema ?? []),
        );
        const cells = this.#narrowed(present, own, reading) ?? [present];
        const gap = together(cells.map((each) => this.#cellWithin(each, schema, reading)));
        const [value] = this.#samples(this.#member(cell, name).schemas);
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
    if (!isPlain) return this.#gap(cell, "unevaluatedProperties", schema.node);
    const evaluated = new Set(parts.flatMap((part) => part.properties.map(({ name }) => name)));
    const results: ProofResult[] = [];
    for (const name of names) {
      if (evaluated.has(name) || !this.#canBe(cell, name, reading)) continue;
      results.push(this.#atMember(cell, name, this.#below(this.#member(cell, name), schema, reading)));
    }
    if (!this.#isClosed(cell, reading))
      results.push(
        this.#gap(cell, "unevaluatedProperties", schema.node, this.#objectsWith(cell, this.#freshName(cell, b), generated.text("sample"))),
      );
    return together(results);
  }

  // --- values to try -------------------------------------------------------------------------------------------------

  readonly #made = new Map<string, readonly Node[]>();
  #making = 0;

  #samples(schemas: readonly Schema[]): readonly Node[] {
    if (schemas.length === 0) return [generated.text("sample"), generated.number("0"), generated.object([])];
    const key = schemas.map((schema) => this.#id(schema)).join();
    const known = this.#made.get(key);
    if (known) return known;
    if (this.#making > 0 || this.#left < 0) return [];
    this.#making += 1;
    const found = valuesFor(schemas, {
      accepts: (schema, value) => this.judge(schema, value) === true,
      matches: (pattern, text) => schemas.some((schema) => this.#matches(schema, pattern, text) === true),
    });
    this.#making -= 1;
    const seen = new Set<string>();
    const distinct = found.filter((value) => {
      const printed = printJson(value);
      return !seen.has(printed) && seen.add(printed);
    });
    this.#made.set(key, distinct);
    return distinct;
  }

  /** Some values of a cell. */
  #samplesOf(cell: Cell): readonly Node[] {
    const values = this.#valuesOf(cell);
    if (values) return values.slice(0, MOST_CANDIDATES);
    const made = this.#samples(cell.parts).filter((value) => typeOf(value) === cell.type);
    return cell.type === "object" ? made.map((value) => withPins(value, cell)) : [...made, ...this.#plain(cell.type)];
  }

  #plain(type: JsonType): readonly Node[] {
    if (type === "string") return ["", "a", "sample"].map((text) => generated.text(text));
    if (type === "number") return ["0", "1", "-1", "0.5"].map((raw) => generated.number(raw));
    return type === "array" ? [generated.list([])] : [];
  }

  #accepted(cell: Cell, values: readonly Node[]): readonly Node[] {
    return values.filter((value) => cell.parts.every((part) => this.judge(part, value) !== false)).slice(0, MOST_CANDIDATES);
  }

  /** Objects of a cell with one property set to a value, the smallest first. */
  #objectsWith(cell: Cell, name: string, value: Node): readonly Node[] {
    return [...this.#minimal(cell), ...this.#samplesOf(cell).slice(0, 2)].map((base) => withMember(base, name, value)).slice(0, 3);
  }

  /** An object with this many properties, filled up with meaningless names. */
  #withMore(cell: Cell, count: number): readonly Node[] {
    const [base] = this.#minimal(cell);
    if (base?.kind !== "map" || count > 1_000) return [];
    const names = Array.from({ length: count - base.entries.length }, (_, at) => `other${at}`);
    const values = names.map((name) => this.#samples(this.#member(cell, name).schemas)[0] ?? generated.nothing());
    return [names.reduce<Node>((object, name, at) => withMember(object, name, values[at]), base)];
  }

  #objectsWithout(cell: Cell, name: string): readonly Node[] {
    return [...this.#samplesOf(cell), ...this.#minimal(cell)].map((base) => withMember(base, name, undefined));
  }

  /** An object of a cell with only the required properties. */
  #minimal(cell: Cell): readonly Node[] {
    const members: [string, Node][] = [];
    for (const name of requiredOf(cell)) {
      const { schemas, values } = this.#member(cell, name);
      const [value] = values ?? this.#samples(schemas).toSorted((a, b) => printJson(a).length - printJson(b).length);
      if (!value) return [];
      members.push([name, value]);
    }
    return [generated.object(members)];
  }
}

/** Whether a schema is a reference that could not be followed, or is in a form that is not read. */
function isUnread({ unresolved, asWritten }: Schema): boolean {
  return unresolved !== undefined || asWritten !== undefined;
}

function typeOf(node: Node): JsonType {
  if (node.kind === "map") return "object";
  return node.kind === "list" ? "array" : node.kind;
}

/** A schema and all of its `allOf`. */
function partsOf(schema: Schema): readonly Schema[] {
  const parts = new Set([schema]);
  for (const part of parts) if (parts.size < 400) for (const below of part.allOf) parts.add(below);
  return [...parts];
}

/** Whether a schema states that there may be properties that it does not name. */
function admitsOthers(part: Schema): boolean {
  const others = othersOf(part);
  return others !== undefined && others.always !== false;
}

/** Whether a cell's objects have all the properties that they may have, because of `maxProperties`. */
function isFull(cell: Cell): boolean {
  const { most } = sizeOf(cell.parts, "minProperties", "maxProperties");
  return most !== Infinity && requiredOf(cell).size >= most;
}

/** Whether a cell's objects are maps of anything: no schema names a property, or says what others are. */
function isFree({ parts, present, pins }: Cell): boolean {
  const isSilent = (part: Schema): boolean =>
    part.properties.length + part.patternProperties.length + part.required.length + part.dependencies.length === 0 && !othersOf(part);
  return present.size + pins.size === 0 && parts.every(isSilent);
}

function textFact(schema: Schema, keyword: string): string | undefined {
  return asString(factOf(schema, keyword))?.value;
}

function sizes(schemas: readonly Schema[], keyword: string): readonly number[] {
  return schemas.flatMap((schema) => numberFact(schema, keyword)?.value ?? []);
}

function sizeOf(schemas: readonly Schema[], least: string, most: string): { readonly least: number; readonly most: number } {
  return {
    least: sizes(schemas, least).reduce((one, other) => Math.max(one, other), 0),
    most: sizes(schemas, most).reduce((one, other) => Math.min(one, other), Infinity),
  };
}

/** The range of lengths of texts that all schemas accept, taking their formats into account. */
function lengthsOf(schemas: readonly Schema[]): { readonly least: number; readonly most: number } {
  const stated = sizeOf(schemas, "minLength", "maxLength");
  const formats = schemas.map((schema) => formatLengths(schema.format?.value));
  return {
    least: formats.reduce((one, { least }) => Math.max(one, least), stated.least),
    most: formats.reduce((one, { most }) => Math.min(one, most), stated.most),
  };
}

/** A pattern that every text matches, also one with line breaks. */
function isTrivialPattern(pattern: string): boolean {
  return ["", "^", "$", ".*", "^.*", ".*$", "[\\s\\S]*", "^[\\s\\S]*$"].includes(pattern);
}

/** The schemas that an item at a position must meet. */
function itemSchemas(part: Schema, at: number): readonly Schema[] {
  const own = part.tuple?.[at] ?? (part.tuple ? part.additionalItems : part.items);
  if (own) return [own];
  return part.unevaluatedItems && evaluatesNothingElse(part) ? [part.unevaluatedItems] : [];
}

/** Whether only a schema's own `properties` and `items` evaluate members. Then `unevaluated…` means the same as `additional…`. */
function evaluatesNothingElse(part: Schema): boolean {
  const { allOf, anyOf, oneOf, dependencies, if: condition, contains, additionalProperties, items, tuple, additionalItems } = part;
  const hasBranches = allOf.length + anyOf.length + oneOf.length + dependencies.length > 0;
  return !hasBranches && !condition && !contains && !additionalProperties && !(tuple ? additionalItems : items);
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

interface Members {
  /** The schemas of properties by name. */
  readonly named: ReadonlyMap<string, readonly Schema[]>;
  readonly required: ReadonlySet<string>;
}

/** The properties of a schema's own keywords. They are looked up by name often, and there may be thousands. */
const membersOf = oncePerObject((part: Schema): Members => {
  const named = new Map<string, Schema[]>();
  for (const { name, schema } of part.properties) named.set(name, [...(named.get(name) ?? []), schema]);
  const required = new Set([
    ...part.required.map(({ value }) => value),
    ...part.properties.filter((each) => each.required).map(({ name }) => name),
  ]);
  return { named, required };
});

function requiredBy(part: Schema): readonly string[] {
  return [...membersOf(part).required];
}

function isRequired({ parts }: Cell, name: string): boolean {
  return parts.some((part) => membersOf(part).required.has(name));
}

/** The names that every object of a cell has: by `required`, by dependencies, and by the current case. */
function requiredOf(cell: Cell): ReadonlySet<string> {
  const names = new Set([...cell.parts.flatMap(requiredBy), ...cell.present]);
  for (const name of names) {
    for (const part of cell.parts) {
      for (const each of part.dependencies) if (each.name === name) for (const { value } of each.requires) names.add(value);
    }
  }
  return names;
}

function withMember(base: Node, name: string, value: Node | undefined): Node {
  if (base.kind !== "map") return base;
  const others = base.entries.filter(({ key }) => key !== name).map(({ key, value: each }) => [key, each] as const);
  return generated.object(value ? [...others, [name, value]] : others);
}

function withPins(value: Node, { pins }: Cell): Node {
  let result = value;
  for (const [name, values] of pins) result = withMember(result, name, values[0] ?? undefined);
  return result;
}

/** All schemas that may apply to the same value. */
export function aboutSameValue(schemas: readonly Schema[]): ReadonlySet<Schema> {
  const all = new Set(schemas);
  for (const each of all) {
    if (all.size > 2_000) break;
    const single = [each.if, each.then, each.else].filter((schema) => schema !== undefined);
    const dependent = each.dependencies.flatMap(({ schema }) => schema ?? []);
    for (const schema of [...each.allOf, ...each.anyOf, ...each.oneOf, ...single, ...dependent]) all.add(schema);
  }
  return all;
}
