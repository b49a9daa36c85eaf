import type { Budget } from "#verdicts";
import { generated } from "#verdicts";
import type { JsonType, Schema } from "#schema";
import { isEmptyRange, sizesOf } from "#schema";
import type { Node, Place, TextFile } from "#text";
import { printJson, DEEPEST_NESTED } from "#text";
import { valuesFor } from "#verdicts";
import type { Cell, Term, DocumentSide, Gap, Proof, ProofResult, SchemaEquality, SchemaInterpretation } from "./proof.ts";
import { cellsOf, inTurn, MOST_CANDIDATES, plainValues, together, typeOf } from "./proof.ts";
import { cases, isChosen, isDecided, objectsBeside } from "./prove-choices.ts";
import { itemOf, listsWithin } from "./prove-lists.ts";
import { fractionsOf, isWhole, numbersOf, numbersWithin } from "./prove-numbers.ts";
import { ObjectProofs, requiredOf, withPins } from "./prove-objects.ts";
import { lengthsOf, textsWithin } from "./prove-texts.ts";

/** The most values of an enum or small range that are tried one by one. */
const MOST_VALUES = 2_000;
/** The most steps of one pair of schemas, and those for telling afterwards which values are documented. */
const STEPS_OF_A_PAIR = 1_200_000;
const STEPS_OF_WITNESSES = 120_000;
/** Comparing a cell with a schema is as much work as judging so many schemas and values. So is judging a value as a whole. */
const STEPS_OF_A_CELL = 20;
/** The most properties of one object whose values are examined case by case. */
const MOST_SPLITS = 2;

/** Proves that every value of one schema is a value of another, or finds values that may disprove it. */
export class Prover implements Proof {
  readonly #sides: ReadonlyMap<TextFile, DocumentSide>;
  readonly #ids = new Map<object, number>();
  /** Comparisons that are proved, or assumed during their own proof. An assumption has the depth at which its proof began. */
  readonly #held = new Map<string, "proved" | number>();
  readonly #gaps = new Map<string, Gap>();
  readonly #log: string[] = [];
  readonly #budget: Budget;
  /** The steps that may have been taken of the budget when this proof ends. */
  #until: number;
  /** How many properties and items deep the values in hand are. */
  #depth = 0;

  readonly #isSame: SchemaEquality;
  readonly #objects = new ObjectProofs(this);
  /** The document whose values are in hand, if it is not the other one too. Only its keywords imply types. */
  #sent: DocumentSide | undefined;

  /** @param budget what this pair and all that follow may cost, with the values that are judged for them */
  constructor(sides: readonly DocumentSide[], isSame: SchemaEquality, budget: Budget) {
    this.#isSame = isSame;
    this.#budget = budget;
    this.#until = budget.taken() + STEPS_OF_A_PAIR;
    this.#sides = new Map(sides.flatMap((side) => [...side.files].map((file) => [file, side] as const)));
  }

  /** Ends the proof: whether it had steps enough, so that no gap means proved. What is told of values from now on has steps of its own. */
  end(): boolean {
    const hadEnough = !this.isSpent();
    this.#until = this.#budget.taken() + STEPS_OF_WITNESSES;
    return hadEnough;
  }

  /** Tries to prove that every value of `a` is a value of `b`. */
  within(a: Schema, b: Schema, reading: SchemaInterpretation): ProofResult {
    this.#sent = this.#sideOf(a) === this.#sideOf(b) ? undefined : this.#sideOf(a);
    return this.#termWithin({ schemas: [a] }, b, reading);
  }

  /** Whether a schema accepts a value; `undefined` if that is unknown. */
  judge(schema: Schema, value: Node): boolean | undefined {
    if (schema.always !== undefined) return schema.always;
    this.spend(1);
    if (this.isSpent()) return undefined;
    const outcome = this.#sideOf(schema)?.check(schema, value);
    if (!outcome) return undefined;
    if (outcome.failures.length > 0) return false;
    return outcome.unknown === undefined ? true : undefined;
  }

  isSpent(): boolean {
    return this.#budget.spent() || this.#budget.taken() > this.#until;
  }

  spend(steps: number): void {
    this.#budget.spend(steps * STEPS_OF_A_CELL);
  }

  #id(of: object): number {
    let id = this.#ids.get(of);
    if (id === undefined) this.#ids.set(of, (id = this.#ids.size));
    return id;
  }

  matches(schema: Schema, pattern: string, text: string): boolean | undefined {
    return this.isSpent() ? undefined : this.#sideOf(schema)?.matches(pattern, text);
  }

  #sideOf({ node }: Schema): DocumentSide | undefined {
    return this.#sides.get(node.file);
  }

  cells({ schemas }: Pick<Term, "schemas">, reading: SchemaInterpretation, type?: JsonType): readonly Cell[] | undefined {
    const implies = (schema: Schema): boolean => this.#sent !== undefined && this.#sideOf(schema) === this.#sent;
    if (this.isSpent()) return undefined;
    const cells = cellsOf(schemas, { documented: reading === "documented", type, implies });
    // Many cells of many schemas are as much work as many comparisons.
    this.spend((cells ?? []).reduce((sum, { parts, optional }) => sum + (parts.length + optional.length) / 5, cells ? 0 : 50));
    return cells;
  }

  #termWithin(term: Term, b: Schema, reading: SchemaInterpretation): ProofResult {
    if (b.always === true || term.schemas.includes(b)) return undefined;
    if (term.values) return this.#valuesWithin(term.values, term.schemas, b);
    const cells = this.cells(term, reading);
    if (!cells) return { candidates: this.samples(term.schemas), keyword: this.isSpent() ? "budget" : "oneOf", place: b.node };
    return together(cells.map((cell) => this.cellWithin(cell, b, reading)));
  }

  /** The same for a property or item of the values in hand. */
  below(term: Term, b: Schema, reading: SchemaInterpretation): ProofResult {
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
  cellWithin(cell: Cell, b: Schema, reading: SchemaInterpretation): ProofResult {
    if (b.always === true || cell.parts.some((part) => part === b || this.#isSame(part, b))) return undefined;
    const key = this.#key(cell, b, reading);
    const held = this.#held.get(key);
    if (held === "proved") return undefined;
    // An assumption only holds for values further in. Otherwise a schema that is its own branch would prove itself.
    if (held !== undefined) return held < this.#depth ? undefined : { candidates: [], keyword: "$ref", place: b.node };
    const known = this.#gaps.get(key);
    if (known) return known;
    this.spend(1);
    if (this.isSpent() || this.#depth > DEEPEST_NESTED) return { candidates: [], keyword: "budget", place: b.node };
    this.#held.set(key, this.#depth);
    const start = this.#log.length;
    const result = this.isEmpty(cell, reading) ? undefined : this.#prove(cell, b, reading);
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
    const limits = [pins.join(), [...cell.present].join(), JSON.stringify(cell.range)];
    return [reading, cell.type, cell.whole, ...schemas, ...limits, this.#id(b)].join(";");
  }

  /**
   * Whether schemas, read as documented, have a value: it is of one of their cells, and its properties, at every depth, are declared
   * there.
   */
  isDocumented(schemas: readonly Schema[], value: Node): boolean {
    const cells = schemas.length === 0 ? undefined : this.cells({ schemas }, "documented", undefined);
    if (!cells) return !this.isSpent();
    return cells.some((cell) => {
      if (cell.type !== typeOf(value) || cell.parts.some((part) => this.judge(part, value) === false)) return false;
      if (cell.excluded.some((each) => this.judge(each, value) === true)) return false;
      if (value.kind === "list") return value.items.every((item, at) => this.isDocumented(itemOf(cell, at).schemas, item));
      if (value.kind !== "map") return true;
      return value.entries.every(
        ({ key, value: member }) =>
          this.#objects.canBe(cell, key, "documented") && this.isDocumented(this.#objects.member(cell, key).schemas, member),
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
    if (b.always === false) return this.gap(cell, "false", b.node);
    if (!this.#allowsType(cell, b)) return this.gap(cell, "type", b.node, fractionsOf(this, cell));
    if (b.const ?? b.enum) return this.gap(cell, b.const ? "const" : "enum", b.node, objectsBeside(this, this.#objects, cell, b.const));
    return together([
      this.#ownKeywords(cell, b, reading),
      ...b.allOf.map((part) => this.cellWithin(cell, part, reading)),
      this.#choice(cell, b.anyOf, { b, exclusive: false, reading }),
      this.#choice(cell, b.oneOf, { b, exclusive: true, reading }),
      this.#negation(cell, b, reading),
      this.#condition(cell, b, reading),
      this.#discriminated(cell, b, reading),
    ]);
  }

  #ownKeywords(cell: Cell, b: Schema, reading: SchemaInterpretation): ProofResult {
    if (cell.type === "number") return numbersWithin(this, cell, b);
    if (cell.type === "string") return textsWithin(this, cell, b);
    if (cell.type === "array") return listsWithin(this, cell, b, reading);
    if (cell.type === "object") return this.#objects.within(cell, b, reading);
    return undefined;
  }

  gap(cell: Cell, keyword: string, place: Place, first: readonly Node[] = []): Gap {
    return { candidates: [...first, ...this.samplesOf(cell)].slice(0, MOST_CANDIDATES), keyword, place };
  }

  #allowsType(cell: Cell, b: Schema): boolean {
    if (b.types.length === 0 || b.types.includes(cell.type)) return true;
    return cell.type === "number" && b.types.includes("integer") && isWhole(cell);
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
      const gap = this.cellWithin(cell, branch, reading);
      if (gap || !isChosen(this.#objects, cell, b, branch)) {
        candidates.push(...(gap?.candidates.slice(0, 6) ?? []));
        continue;
      }
      if (!exclusive || isDecided(this.#objects, cell, b, branch)) return undefined;
      const others = branches.toSpliced(at, 1).map((other) => this.#overlap(cell, other, reading));
      const rivals = others.filter((overlap) => overlap !== undefined);
      if (rivals.length === 0) return undefined;
      candidates.push(...inTurn(rivals).slice(0, 12));
    }
    const split = splits > 0 ? cases(this.#objects, cell, b, branches) : undefined;
    // A range ends to be parted by itself.
    const left = cell.type === "object" ? splits - 1 : splits;
    if (split) return together(split.map((each) => (this.isEmpty(each, reading) ? undefined : this.#choice(each, branches, how, left))));
    return this.gap(cell, exclusive ? "oneOf" : "anyOf", b.node, candidates);
  }

  #condition(cell: Cell, b: Schema, reading: SchemaInterpretation): ProofResult {
    if (!b.if || !(b.then ?? b.else)) return undefined;
    const side = (schema: Schema | undefined, within: Cell): ProofResult => (schema ? this.cellWithin(within, schema, reading) : undefined);
    if (!this.#overlap(cell, b.if, reading, 0)) return side(b.else, cell);
    if (!this.cellWithin(cell, b.if, reading)) return side(b.then, cell);
    const whole = together([side(b.then, cell), side(b.else, cell)]);
    if (!whole) return undefined;
    const narrowed = this.narrowed(cell, [b.if], reading);
    if (!narrowed) return whole;
    const unmet: Cell = { ...cell, excluded: [...cell.excluded, b.if] };
    const gap = together([...narrowed.map((each) => side(b.then, each)), side(b.else, unmet)]);
    return gap && { ...gap, keyword: "if" };
  }

  /** The values of a cell that further schemas also accept; `undefined` if there are too many cases. */
  narrowed(cell: Cell, schemas: readonly Schema[], reading: SchemaInterpretation): readonly Cell[] | undefined {
    const { pins, present, range } = cell;
    return this.cells({ schemas: [...cell.parts, ...schemas] }, reading, cell.type)?.map((each): Cell => {
      const excluded = [...each.excluded, ...cell.excluded];
      const optional = [...each.optional, ...cell.optional];
      return { ...each, whole: each.whole || cell.whole, excluded, optional, pins, present, range };
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
    if (!own?.discriminator || own.discriminator.cut || b.discriminator.cut) return this.gap(cell, "discriminator", b.node);
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
    return overlap && this.gap(cell, "not", not.node, overlap);
  }

  /** Values to try that may belong to both the cell and the schema, `most` of them made for it; `undefined` if there are certainly none. */
  #overlap(cell: Cell, schema: Schema, reading: SchemaInterpretation, most = 3): readonly Node[] | undefined {
    if (schema.always === false || cell.excluded.includes(schema)) return undefined;
    if (cell.excluded.some((each) => !this.#termWithin({ schemas: [schema] }, each, "strict"))) return undefined;
    const samples = (): readonly Node[] => (most > 0 ? this.samples([...cell.parts, schema]).slice(0, most) : []);
    const cells = this.narrowed(cell, [schema], reading)?.filter((each) => !this.#isEmptyWithin(each, cell, reading));
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
      const gap = this.cellWithin({ ...cell, excluded: cell.excluded.filter((other) => other !== each) }, each, reading);
      if (gap) gaps.push(gap);
    }
    this.#excluding = false;
    return gaps.length < cell.excluded.length ? undefined : gaps;
  }

  readonly #emptying = new Set<string>();

  /** Whether a cell certainly contains no value, if its objects only have the properties of another cell. */
  #isEmptyWithin(cell: Cell, other: Cell, reading: SchemaInterpretation): boolean {
    const isSent = (name: string): boolean =>
      reading === "strict" || this.#objects.isOpen(other, reading) || this.#objects.isDeclared(other, name);
    return this.isEmpty(cell, "strict") || (cell.type === "object" && [...requiredOf(cell)].some((name) => !isSent(name)));
  }

  /** Whether a cell certainly contains no value. */
  isEmpty(cell: Cell, reading: SchemaInterpretation): boolean {
    if (cell.excluded.some((each) => cell.parts.includes(each))) return true;
    const values = this.#valuesOf(cell);
    if (values)
      return values.every(
        (value) =>
          cell.parts.some((part) => this.judge(part, value) === false) || cell.excluded.some((each) => this.judge(each, value) === true),
      );
    if (cell.type === "number") return isEmptyRange(numbersOf(cell));
    if (cell.type === "string") {
      const { least, most } = lengthsOf(cell);
      return least > most;
    }
    if (cell.type === "array") {
      const { least, most } = sizesOf(cell.parts, "Items");
      return least > most || (least > 0 && this.isNever(itemOf(cell, 0), reading));
    }
    if (cell.type !== "object") return false;
    const { least, most } = sizesOf(cell.parts, "Properties");
    if (least > most) return true;
    return [...requiredOf(cell)].some((name) => this.isNever(this.#objects.member(cell, name), reading));
  }

  isNever(term: Term, reading: SchemaInterpretation): boolean {
    if (term.values) return term.values.every((value) => term.schemas.some((schema) => this.judge(schema, value) === false));
    const key = `${reading};${term.schemas.map((schema) => this.#id(schema)).join()}`;
    if (this.#emptying.has(key) || this.#emptying.size > 30) return false;
    this.#emptying.add(key);
    const result = this.cells(term, reading)?.every((cell) => this.isEmpty(cell, reading)) ?? false;
    this.#emptying.delete(key);
    return result;
  }

  // --- values to try -------------------------------------------------------------------------------------------------

  readonly #made = new Map<string, readonly Node[]>();
  #making = 0;

  samples(schemas: readonly Schema[]): readonly Node[] {
    if (schemas.length === 0) return [generated.text("sample"), generated.number("0"), generated.object([])];
    const key = schemas.map((schema) => this.#id(schema)).join();
    const known = this.#made.get(key);
    if (known) return known;
    if (this.#making > 0 || this.isSpent()) return [];
    this.#making += 1;
    const found = valuesFor(schemas, {
      affords: (looks) => {
        this.spend(looks / 100);
        return !this.isSpent();
      },
      accepts: (schema, value) => this.judge(schema, value) === true,
      matches: (pattern, text) => schemas.some((schema) => this.matches(schema, pattern, text) === true),
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
  samplesOf(cell: Cell): readonly Node[] {
    const values = this.#valuesOf(cell);
    if (values) return values.slice(0, MOST_CANDIDATES);
    const made = this.samples(cell.parts).filter((value) => typeOf(value) === cell.type);
    return cell.type === "object" ? made.map((value) => withPins(value, cell)) : [...made, ...plainValues(cell.type)];
  }

  accepted(cell: Cell, values: readonly Node[]): readonly Node[] {
    return values.filter((value) => cell.parts.every((part) => this.judge(part, value) !== false)).slice(0, MOST_CANDIDATES);
  }
}

/** Whether a schema is a reference that could not be followed, or is in a form that is not read. */
function isUnread({ unresolved, asWritten }: Schema): boolean {
  return unresolved !== undefined || asWritten !== undefined;
}
