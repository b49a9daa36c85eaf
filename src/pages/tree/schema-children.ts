/** The rows below a row. */
import type { MergedProperty, MergedPart, Schema } from "#schema";
import { allRequired } from "#schema";
import type { Line } from "../blocks/index.ts";
import { joinLines } from "../blocks/index.ts";
import { code, codeName, strong, sayClause } from "./schema-phrase.ts";
import type { TreeContext } from "./schema-tree-context.ts";
import type { EffectiveSchema } from "./schema-type.ts";
import { nameOfSchema } from "./schema-type.ts";

/** A row to be made below another one. */
export interface Child {
  /** The step of the path, for anchors and the full path: `sku`, `[]`, `(Card)`. */
  readonly step: string;
  /** The step in a JSON value: a property's name, or `*` for any item or name. Absent if the child describes the same value. */
  readonly into?: string;
  /** The label of the row. */
  readonly label: Line;
  readonly schemas: readonly Schema[];
  /** For properties: what the parent says about it besides its schemas. */
  readonly property?: MergedProperty;
  readonly kind: "property" | "item" | "choice" | "condition" | "other";
}

/** What is needed to label children. */
export type ChildContext = Pick<TreeContext, "words" | "say" | "memo">;

/** Picks a subschema of a schema. */
type SchemaPicker = (schema: Schema) => Schema | undefined;

/** A property as a child. There are many, so all have one shape, and the label is made only when it is read. */
class PropertyChild implements Child {
  readonly step: string;
  readonly into: string;
  readonly property: MergedProperty;
  readonly kind = "property";

  constructor(merged: MergedProperty, step: string) {
    this.step = step;
    this.into = merged.name;
    this.property = merged;
  }

  get label(): Line {
    return codeName(this.property.name);
  }

  get schemas(): readonly Schema[] {
    return this.property.stated.map((each) => each.property.schema);
  }
}

/** Leaves out `true` and `false`, which the type or a note of the row already says. */
function unlessTold(schema: Schema | undefined): Schema | undefined {
  return schema?.always === undefined ? schema : undefined;
}

/** Leaves out `false`, which a note already says. */
function unlessNo(schema: Schema | undefined): Schema | undefined {
  return schema?.always === false ? undefined : schema;
}

/** One child for the same subschema of all parts, because all parts apply at once; none if no part has it. */
function together(
  parts: readonly MergedPart[],
  of: SchemaPicker,
  child: Omit<Child, "schemas" | "label"> & { readonly label: () => Line },
): Child[] {
  const schemas: Schema[] = [];
  // Nearly always there is none, and a list of nothing would be made nine times a row.
  for (const part of parts) {
    const schema = of(part.schema);
    if (schema) schemas.push(schema);
  }
  return schemas.length > 0 ? [{ ...child, label: child.label(), schemas }] : [];
}

function objectChildren(context: ChildContext, parts: readonly MergedPart[]): Child[] {
  const { words } = context;
  const patterns = parts.flatMap(({ schema }) => schema.patternProperties);
  const isMap = (schema: Schema) => schema.types.includes("map");
  const other = { step: "{*}", into: "*", kind: "other" } as const;
  return [
    ...patterns.map((each): Child => {
      const label = joinLines([words("schema.child.pattern"), code(each.name)], " ");
      return { step: `{${each.name}}`, into: "*", label, schemas: [each.schema], kind: "other" };
    }),
    ...together(parts, (each) => each.propertyNames, { step: "{names}", label: () => words("schema.child.names"), kind: "other" }),
    ...together(parts, (each) => (isMap(each) ? unlessTold(each.additionalProperties) : undefined), {
      ...other,
      label: () => words("schema.child.value"),
    }),
    ...together(parts, (each) => (isMap(each) ? undefined : unlessTold(each.additionalProperties)), {
      ...other,
      label: () => words("schema.child.other"),
    }),
    ...together(parts, (each) => unlessNo(each.unevaluatedProperties), {
      ...other,
      step: "{+}",
      label: () => words("schema.child.unevaluated"),
    }),
  ];
}

function dependencies(context: ChildContext, parts: readonly MergedPart[]): Child[] {
  return parts
    .flatMap(({ schema }) => schema.dependencies)
    .flatMap(({ name, schema }) => {
      const label = joinLines([context.words("schema.child.when"), code(name)], " ");
      return schema ? [{ step: `when ${name}`, label, schemas: [schema], kind: "condition" as const }] : [];
    });
}

function arrayChildren(context: ChildContext, parts: readonly MergedPart[]): Child[] {
  const { words } = context;
  const positions = parts.reduce((most, { schema }) => Math.max(most, schema.tuple?.length ?? 0), 0);
  const item = { into: "*", kind: "item" } as const;
  // The fact beside it gives the number, which may be 0.
  const isCounted = (): boolean => parts.some(({ schema }) => schema.facts.some(({ keyword }) => keyword === "minContains"));
  return [
    ...together(parts, (each) => unlessTold(each.items), { ...item, step: "[]", label: () => words("schema.child.item") }),
    ...Array.from({ length: positions }, (_, at): Child => {
      const schemas = parts.flatMap(({ schema }) => schema.tuple?.[at] ?? []);
      return { step: `[${at}]`, into: String(at), label: words("schema.child.tuple", { number: at + 1 }), schemas, kind: "item" };
    }),
    ...together(parts, (each) => unlessNo(each.additionalItems), { ...item, step: "[*]", label: () => words("schema.child.rest") }),
    ...together(parts, (each) => unlessNo(each.unevaluatedItems), {
      ...item,
      step: "[+]",
      label: () => words("schema.child.unevaluatedItem"),
    }),
    ...together(parts, (each) => each.contains, {
      ...item,
      step: "[?]",
      label: () => words(isCounted() ? "schema.child.counted" : "schema.child.contains"),
    }),
  ];
}

/** The clauses of branches. They are kept, because a branch's row, name and note all ask for them. */
function noClauses(): WeakMap<Schema, Line | undefined> {
  return new WeakMap();
}

/** A clause that says all of an unnamed branch, such as `a is required`. Such a branch needs no row. */
export function clauseOf({ memo, say }: ChildContext, schema: Schema): Line | undefined {
  const known = memo.of(noClauses, say);
  if (!known.has(schema)) known.set(schema, nameOfSchema(schema) === undefined ? sayClause(schema, say, "required") : undefined);
  return known.get(schema);
}

/** The name of a branch, or its number. */
export function branchName(context: ChildContext, schema: Schema, at: number): string {
  return nameOfSchema(schema) ?? context.words("schema.child.choice", { number: at + 1 });
}

/** The branches of a choice. Two of the same name are told apart by their number. */
function branches(context: ChildContext, schemas: readonly Schema[], sign: string): Child[] {
  const seen = new Set<string>();
  return schemas.flatMap((schema, at) => {
    if (clauseOf(context, schema)) return [];
    const own = nameOfSchema(schema);
    const name = own !== undefined && !seen.has(own) ? own : `${at + 1}`;
    seen.add(name);
    return [
      {
        step: `${sign}${name}`,
        // Made when it is read: a base may have thousands of heirs.
        get label() {
          const shown = strong(branchName(context, schema, at));
          // A name alone would look like that of a property beside it.
          return own === undefined ? shown : joinLines([{ look: "small", line: context.words("schema.child.variant") }, shown], " ");
        },
        schemas: [schema],
        kind: "choice" as const,
      },
    ];
  });
}

/** The schemas that extend a base schema by `allOf`, among which its discriminator chooses. Empty if the base lists its branches itself. */
export function heirsOf({ memo }: Pick<ChildContext, "memo">, schema: Schema): readonly Schema[] {
  if (!schema.discriminator || schema.oneOf.length + schema.anyOf.length > 0) return [];
  return memo.of(sortedHeirs, schema);
}

function sortedHeirs(schema: Schema): readonly Schema[] {
  const heirs = [...new Set(schema.discriminator?.choices.map((choice) => choice.schema))].filter((choice) => choice !== schema);
  // The discriminator has its choices in another order; readers expect that of the document.
  return heirs.sort(({ node: one }, { node: other }) => (one.file === other.file ? one.start - other.start : 0));
}

/** The `if` of a schema in words; `undefined` if nothing follows from it or a clause cannot say it. */
export function conditionOf({ say }: ChildContext, schema: Schema, given: ReadonlySet<string>): Line | undefined {
  return (schema.then ?? schema.else) && sayClause(schema.if, say, "present", given);
}

/** Whether a schema has `if`, `then`, `else` or `not`. */
export function isConditional(schema: Schema): boolean {
  return (schema.if ?? schema.then ?? schema.else ?? schema.not) !== undefined;
}

/** Rows for conditions that the sentence "when … : …" cannot say. If the condition fits into a clause, it becomes the label. */
function conditions(context: ChildContext, parts: readonly MergedPart[]): Child[] {
  const { say } = context;
  const schemas = parts.map(({ schema }) => schema);
  if (!schemas.some(isConditional)) return [];
  const given = allRequired(schemas);
  return schemas.flatMap((schema) => {
    if (!isConditional(schema)) return [];
    const condition = conditionOf(context, schema, given);
    const all = [
      { step: "if", label: say("schema.child.if"), schema: condition ? undefined : schema.if },
      {
        step: "then",
        label: condition ? say("schema.child.whenClause", { condition }) : say("schema.child.then"),
        schema: condition && sayClause(schema.then, say, "required", given) ? undefined : schema.then,
      },
      {
        step: "else",
        label: condition ? say("schema.child.unlessClause", { condition }) : say("schema.child.else"),
        schema: condition && sayClause(schema.else, say, "required", given) ? undefined : schema.else,
      },
      { step: "not", label: say("schema.child.not"), schema: sayClause(schema.not, say, "present", given) ? undefined : schema.not },
    ];
    return all.flatMap(({ schema: each, ...rest }) => (each ? [{ ...rest, schemas: [each], kind: "condition" as const }] : []));
  });
}

function others(context: ChildContext, parts: readonly MergedPart[]): Child[] {
  const { words } = context;
  const definitions = parts.flatMap(({ schema }) => schema.definitions);
  return [
    ...together(parts, (each) => each.contentSchema, { step: "content", label: () => words("schema.child.content"), kind: "other" }),
    ...definitions.map((each): Child => {
      const label = joinLines([words("schema.child.definition"), code(each.name)], " ");
      return { step: `#${each.name}`, label, schemas: [each.schema], kind: "other" };
    }),
  ];
}

/** Makes the steps of one parent unique, so that anchors are. A repeated step gets a number. */
function distinct(children: readonly Child[]): Child[] {
  const seen = new Map<string, number>();
  return children.map((child) => {
    const count = (seen.get(child.step) ?? 0) + 1;
    seen.set(child.step, count);
    const step = `${child.step}~${count}`;
    if (count === 1) return child;
    return child instanceof PropertyChild ? new PropertyChild(child.property, step) : { ...child, step };
  });
}

/** From this many children on, the list is kept: many rows may refer to the same large schema. */
export const MANY = 30;

function noChildren(): { children?: readonly Child[] } {
  return {};
}

/** All children of a row in order: properties, items, conditions, choices, definitions. */
export function childrenOf(context: ChildContext, row: EffectiveSchema): readonly Child[] {
  if (context.memo.has(noChildren, row)) {
    const { children } = context.memo.of(noChildren, row);
    if (children) return children;
  }
  const children = made(context, row);
  if (children.length >= MANY) context.memo.of(noChildren, row).children = children;
  return children;
}

function made(context: ChildContext, { merged, resolved, own }: EffectiveSchema): Child[] {
  const { parts } = merged;
  // The names of properties are unique already.
  if (parts.every(({ schema }) => schema.hasOnlyProperties)) return merged.properties.map((each) => new PropertyChild(each, each.name));
  const choices = parts.filter(({ schema }) => schema !== resolved);
  return distinct([
    ...merged.properties.map((each) => new PropertyChild(each, each.name)),
    ...objectChildren(context, parts),
    ...dependencies(context, parts),
    ...arrayChildren(context, parts),
    ...choices.flatMap(({ schema }) => branches(context, schema.oneOf, "=")),
    ...choices.flatMap(({ schema }) => branches(context, schema.anyOf, "?")),
    // For a base that another schema extends, the choice is already made.
    ...own.flatMap((schema) => branches(context, heirsOf(context, schema), "=")),
    ...conditions(context, parts),
    ...others(context, parts),
  ]);
}
