import type { JsonType, Schema, NumberRange } from "#schema";
import { isJsonSchema, impliedTypes, MOST_PARTS, typesInCommon } from "#schema";
import type { Node, Place, TextFile } from "#text";
import type { Judge, Outcome } from "#verdicts";
import { generated } from "#verdicts";

/** A type of values. All numbers, or integers only. */
type CellType = JsonType | "integer";

const JSON_TYPES: readonly JsonType[] = ["null", "boolean", "number", "string", "array", "object"];

/**
 * One alternative of a schema: the values of one JSON type that all `parts` accept and all `excluded` refuse. Together, a schema's
 * cells contain every value of the schema. They may contain more, because a cell leaves out what it cannot express.
 */
export interface Cell {
  readonly type: JsonType;
  /** Whether numbers are integers. */
  readonly whole: boolean;
  /**
   * The schemas of this alternative. Each contributes only its own keywords; its `allOf`, chosen branches and conditions are parts of
   * their own.
   */
  readonly parts: readonly Schema[];
  readonly excluded: readonly Schema[];
  /**
   * Schemas that may hold too: other branches of `anyOf`, conditions and dependent schemas. In the documented reading, a value may
   * have the properties that they declare. In the strict reading there are none, because a value may have any property.
   */
  readonly optional: readonly Schema[];
  /** Properties limited to some values, while cases are examined one by one. */
  readonly pins: ReadonlyMap<string, readonly Node[]>;
  /** Properties that are present in this case. */
  readonly present: ReadonlySet<string>;
  /** The range of numbers, or of the lengths of texts, while cases are examined one by one. */
  readonly range?: NumberRange | undefined;
}

/** A conjunction: the values that all of these schemas accept. `values` limits it to a finite set. */
export interface Term {
  readonly schemas: readonly Schema[];
  readonly values?: readonly Node[] | undefined;
}

/** The most alternatives that are examined. A reader could not follow more either. */
const MOST_CELLS = 256;

/** The types that a schema's own `type` allows; empty where it allows all. */
function ownTypes({ types }: Schema): readonly CellType[] {
  const known = types.filter((type): type is CellType => type === "integer" || (JSON_TYPES as readonly string[]).includes(type));
  // An unknown type is reported elsewhere and restricts nothing.
  return known.length < types.length ? [] : known;
}

/** Whether a schema says which types its values have. */
function namesTypes(schema: Schema): boolean {
  return schema.types.length > 0 || schema.enum !== undefined || schema.const !== undefined;
}

/** The types that an alternative is about, if none of its schemas names any. */
function impliedBy(parts: ReadonlySet<Schema>, implies: (schema: Schema) => boolean): ReadonlySet<JsonType> | undefined {
  const implied = new Set<JsonType>();
  for (const part of parts) {
    if (namesTypes(part)) return undefined;
    if (implies(part)) for (const type of impliedTypes(part)) implied.add(type);
  }
  return implied.size > 0 ? implied : undefined;
}

/** What a conjunction consists of so far. Alternatives are tried one after the other, so what one added is taken back after it. */
interface CellDraft {
  readonly parts: Set<Schema>;
  readonly excluded: Set<Schema>;
  readonly optional: Set<Schema>;
}

/** What one alternative adds to its schema. */
interface CellAlternative {
  readonly parts: readonly Schema[];
  readonly excluded?: readonly Schema[];
  readonly optional?: readonly Schema[];
}

/** The choices of one schema. Each is a list of alternatives, of which a value must match at least one. */
function choicesOf(schema: Schema): readonly (readonly CellAlternative[])[] {
  const choices: CellAlternative[][] = [];
  if (schema.anyOf.length > 0)
    choices.push(schema.anyOf.map((branch, at) => ({ parts: [branch], optional: schema.anyOf.toSpliced(at, 1) })));
  if (schema.oneOf.length > 0) {
    // A discriminator chooses one branch, whether or not others accept the value too.
    const excluded = (at: number): readonly Schema[] => (schema.discriminator ? [] : schema.oneOf.toSpliced(at, 1));
    choices.push(schema.oneOf.map((branch, at) => ({ parts: [branch], excluded: excluded(at) })));
  }
  if (schema.if && (schema.then ?? schema.else)) {
    choices.push([
      { parts: [schema.if, ...(schema.then ? [schema.then] : [])] },
      { parts: schema.else ? [schema.else] : [], excluded: [schema.if], optional: [schema.if] },
    ]);
  }
  return choices;
}

interface CellStep {
  /** The types that the draft still allows. */
  readonly types: readonly CellType[];
  /** The schemas that were added. */
  readonly open: readonly Schema[];
}

/** Adds schemas to a draft, and notes how to take them back. */
type Adder = (to: keyof CellDraft, schemas: readonly Schema[]) => void;

/** Adds a schema and all of its `allOf` to a draft. */
function take(
  { parts }: CellDraft,
  types: readonly CellType[],
  { alternative, documented, add }: { readonly alternative: CellAlternative; readonly documented: boolean; readonly add: Adder },
): CellStep | "empty" | "too many" {
  add("excluded", alternative.excluded ?? []);
  if (documented) add("optional", alternative.optional ?? []);
  const open: Schema[] = [];
  const waiting = [...alternative.parts];
  for (let schema = waiting.pop(); schema; schema = waiting.pop()) {
    if (parts.has(schema)) continue;
    if (schema.always === false) return "empty";
    if (parts.size > MOST_PARTS) return "too many";
    add("parts", [schema]);
    types = typesInCommon([types, ownTypes(schema)]);
    if (types.length === 0) return "empty";
    if (schema.not) add("excluded", [schema.not]);
    if (documented)
      add(
        "optional",
        schema.dependencies.flatMap((each) => each.schema ?? []),
      );
    for (const part of schema.allOf) waiting.push(part);
    open.push(schema);
  }
  return { types, open };
}

/** How the cells of a conjunction are made. */
interface CellOptions {
  /** Whether the schemas are read as documented. */
  readonly documented: boolean;
  /** Only the cells of this type. */
  readonly type?: JsonType | undefined;
  /** In the documented reading, the schemas whose keywords imply types where none are named. */
  readonly implies: (schema: Schema) => boolean;
}

/** The cells of a conjunction; `undefined` if there are too many. */
export function cellsOf(schemas: readonly Schema[], { documented, type, implies }: CellOptions): readonly Cell[] | undefined {
  const cells: Cell[] = [];
  let left = MOST_CELLS * 4;
  const draft: CellDraft = { parts: new Set(), excluded: new Set(), optional: new Set() };
  const expand = (before: readonly CellType[], alternative: CellAlternative, later: readonly (readonly CellAlternative[])[]): boolean => {
    left -= 1;
    if (left < 0) return false;
    const added: (readonly [Set<Schema>, Schema])[] = [];
    const add: Adder = (to, schemas) => {
      for (const schema of schemas) {
        if (draft[to].has(schema)) continue;
        draft[to].add(schema);
        added.push([draft[to], schema]);
      }
    };
    const isDone = follow(take(draft, before, { alternative, documented, add }), later);
    for (const [set, schema] of added) set.delete(schema);
    return isDone;
  };
  const follow = (taken: ReturnType<typeof take>, later: readonly (readonly CellAlternative[])[]): boolean => {
    if (typeof taken === "string") return taken === "empty";
    const [next, ...others] = [...taken.open.flatMap(choicesOf), ...later];
    if (next) return next.every((each) => expand(taken.types, each, others));
    const implied = documented && type === undefined ? impliedBy(draft.parts, implies) : undefined;
    const [parts, excluded, optional] = [[...draft.parts], [...draft.excluded], [...draft.optional]];
    for (const each of taken.types) {
      const own = each === "integer" ? "number" : each;
      if (implied && !implied.has(own)) continue;
      cells.push({ type: own, whole: each === "integer", parts, excluded, optional, pins: new Map(), present: new Set() });
    }
    return cells.length <= MOST_CELLS;
  };
  return expand(type === undefined ? JSON_TYPES : [type], { parts: schemas }, []) ? cells : undefined;
}

/** Validates values against the schemas of one document. */
export interface DocumentSide {
  /** The files of the document. They tell to which document a schema belongs. */
  readonly files: Iterable<TextFile>;
  check(schema: Schema, value: Node): Outcome;
  /** Whether a pattern matches a text; `undefined` if that is unknown. */
  matches(pattern: string, text: string): boolean | undefined;
}

/** A side whose schemas are judged by the judge of its document. */
export function judgedSide(files: Iterable<TextFile>, { validator }: Pick<Judge, "validator">): DocumentSide {
  return {
    files,
    check: ({ node, language }, value) => validator.validate(node, value, isJsonSchema(language) ? language : undefined),
    matches(pattern, text) {
      const compiled = validator.patterns.of(pattern);
      if ("invalid" in compiled) return undefined;
      const found = compiled.test(text);
      return typeof found === "boolean" ? found : undefined;
    },
  };
}

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
export type ProofResult = Gap | undefined;

/** The most candidates passed on from one gap. */
export const MOST_CANDIDATES = 24;

export function together(results: readonly ProofResult[]): ProofResult {
  const gaps = results.filter((result) => result !== undefined);
  const [first] = gaps;
  const showing = gaps.filter(({ candidates }) => candidates.length > 0).slice(0, MOST_CANDIDATES);
  return first && { ...first, candidates: inTurn(showing.map((gap) => gap.candidates)).slice(0, MOST_CANDIDATES) };
}

/** Whether further gaps would add no candidate. */
export function isEnough(results: readonly ProofResult[]): boolean {
  return results.length >= MOST_CANDIDATES && results.filter((gap) => gap && gap.candidates.length > 0).length >= MOST_CANDIDATES;
}

/** Interleaves lists, so that a later limit keeps some items of each. */
export function inTurn<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const [only] = lists;
  if (only && lists.length === 1) return only;
  const longest = lists.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}

/** What a proof about values of one type needs of the whole proof. */
export interface Proof {
  /** Whether a schema accepts a value; `undefined` if that is unknown. */
  judge(schema: Schema, value: Node): boolean | undefined;
  matches(schema: Schema, pattern: string, text: string): boolean | undefined;
  /** Whether no step is left. */
  isSpent(): boolean;
  /** Spends steps: each is as much work as comparing a cell with a schema. */
  spend(steps: number): void;
  cells(term: Pick<Term, "schemas">, reading: SchemaInterpretation, type?: JsonType): readonly Cell[] | undefined;
  cellWithin(cell: Cell, b: Schema, reading: SchemaInterpretation): ProofResult;
  /** Compares a property or item of the values in hand. */
  below(term: Term, b: Schema, reading: SchemaInterpretation): ProofResult;
  narrowed(cell: Cell, schemas: readonly Schema[], reading: SchemaInterpretation): readonly Cell[] | undefined;
  isEmpty(cell: Cell, reading: SchemaInterpretation): boolean;
  isNever(term: Term, reading: SchemaInterpretation): boolean;
  gap(cell: Cell, keyword: string, place: Place, first?: readonly Node[]): Gap;
  /** Of some values, those of the cell. */
  accepted(cell: Cell, values: readonly Node[]): readonly Node[];
  samples(schemas: readonly Schema[]): readonly Node[];
  samplesOf(cell: Cell): readonly Node[];
}

export function typeOf(node: Node): JsonType {
  if (node.kind === "map") return "object";
  return node.kind === "list" ? "array" : node.kind;
}

/** Values of a type that are worth trying beside those that are made for a schema. */
export function plainValues(type: JsonType): readonly Node[] {
  if (type === "string") return ["", "a", "sample"].map((text) => generated.text(text));
  if (type === "number") return ["0", "1", "-1", "0.5"].map((raw) => generated.number(raw));
  return type === "array" ? [generated.list([])] : [];
}

/** Whether only a schema's own `properties` and `items` evaluate members. Then `unevaluated…` means the same as `additional…`. */
export function evaluatesNothingElse(part: Schema): boolean {
  const { allOf, anyOf, oneOf, dependencies, if: condition, contains, additionalProperties, items, tuple, additionalItems } = part;
  const hasBranches = allOf.length + anyOf.length + oneOf.length + dependencies.length > 0;
  return !hasBranches && !condition && !contains && !additionalProperties && !(tuple ? additionalItems : items);
}
