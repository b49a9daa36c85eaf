import type { Property, Schema } from "#schema";
import { factOf } from "#schema";
import type { Node } from "#text";
import { counted, itemsOf, printJson } from "#text";
import { generated } from "#verdicts";
import type { ReadFailure } from "./format-failure.ts";
import { failureInside, undefinedType, withMember } from "./format-failure.ts";

/** One branch of a schema, or the schema itself if it is not a union. A primitive branch has no schema of its own. */
interface AvroType {
  readonly type: string;
  readonly schema: Schema;
}

/** The types that are promoted to a reader's type (Avro 1.9, "Schema Resolution"). */
const PROMOTED_FROM: Readonly<Record<string, readonly string[]>> = {
  long: ["int"],
  float: ["int", "long"],
  double: ["int", "long", "float"],
  string: ["bytes"],
  bytes: ["string"],
};

const DEEPEST = 100;

/** The name for a type that is used but not defined. */
const UNDEFINED = "";

function branchesOf(schema: Schema): { readonly branches: readonly AvroType[]; readonly isUnion: boolean } {
  if (schema.unresolved !== undefined || schema.asWritten) return { branches: [{ type: UNDEFINED, schema }], isUnion: false };
  const [named] = schema.allOf;
  if (named && schema.types.length === 0) return branchesOf(named);
  if (schema.oneOf.length > 0) return { branches: schema.oneOf.flatMap((branch) => branchesOf(branch).branches), isUnion: true };
  return { branches: schema.types.map((type) => ({ type, schema })), isUnion: schema.types.length !== 1 };
}

function unqualified(name: string): string {
  return name.split(".").at(-1) ?? name;
}

function aliasesOf(schema: Pick<Schema, "facts">): readonly string[] {
  return itemsOf(factOf(schema, "aliases")).flatMap((item) => (item.kind === "string" ? [item.value] : []));
}

function numberFact(schema: Schema, keyword: string): string | undefined {
  const value = factOf(schema, keyword);
  return value?.kind === "number" ? value.raw : undefined;
}

/** Whether the names of two named types match: unqualified, or by an alias of the reader. */
function namesMatch({ schema: writer }: AvroType, { schema: reader }: AvroType): boolean {
  if (writer.name === undefined || reader.name === undefined) return true;
  const own = unqualified(writer.name);
  return [reader.name, ...aliasesOf(reader)].some((name) => unqualified(name) === own);
}

/** The name of a type as written. */
function nameOf({ type, schema }: AvroType): string {
  return schema.unresolved ?? schema.name ?? (type === UNDEFINED ? printJson(schema.node) : type);
}

function symbolsOf({ enum: values = [] }: Schema): readonly string[] {
  return values.flatMap(({ value }) => (value.kind === "string" ? [value.value] : []));
}

const samples = new WeakMap<Schema, Node>();

/** A small value of a type, made once. Within itself, a type has no value. */
function sampleOf(schema: Schema): Node {
  const { branches } = branchesOf(schema);
  const first = branches.find(({ type }) => type === "null") ?? branches[0];
  return first ? sampleOfType(first) : generated.nothing();
}

function sampleOfType({ type, schema }: AvroType): Node {
  if (type === "record" || type === "error") {
    const known = samples.get(schema);
    if (known) return known;
    samples.set(schema, generated.nothing());
    const made = generated.object(
      schema.properties.map(({ name, default: value, schema: below }) => [name, value ?? sampleOf(below)] as const),
    );
    samples.set(schema, made);
    return made;
  }
  if (type === "enum") return generated.text(symbolsOf(schema)[0] ?? "");
  if (type === "array") return generated.list([]);
  if (type === "map") return generated.object([]);
  if (type === "null") return generated.nothing();
  if (type === "boolean") return generated.boolean(false);
  if (type === "string" || type === "bytes") return generated.text("a");
  if (type === "fixed") return generated.text("\u0000".repeat(Math.min(64, Number(numberFact(schema, "size") ?? 0))));
  return generated.number(type === "float" || type === "double" ? "0.5" : "1");
}

/** Finds what a reader with one Avro schema cannot read of what was written with another, by Avro's schema resolution. */
export class AvroResolution {
  readonly #met = new Set<string>();
  readonly #ids = new Map<Schema, number>();

  failures(writer: Schema, reader: Schema): readonly ReadFailure[] {
    return this.#resolve(writer, reader, 0);
  }

  #id(schema: Schema): number {
    let id = this.#ids.get(schema);
    if (id === undefined) this.#ids.set(schema, (id = this.#ids.size));
    return id;
  }

  #resolve(writer: Schema, reader: Schema, depth: number): readonly ReadFailure[] {
    const pair = `${this.#id(writer)} ${this.#id(reader)}`;
    if (this.#met.has(pair) || depth > DEEPEST) return [];
    this.#met.add(pair);
    const own = branchesOf(writer);
    const other = branchesOf(reader);
    const failures = own.branches.flatMap((branch) => this.#branch(branch, other, depth));
    // Only a pair without failures may be taken for granted later.
    if (failures.length > 0) this.#met.delete(pair);
    return failures;
  }

  /** Resolves a value written as one type. In a union, the reader takes the first branch that matches. */
  #branch(writer: AvroType, reader: ReturnType<typeof branchesOf>, depth: number): readonly ReadFailure[] {
    const [only] = reader.branches;
    if (!reader.isUnion && only) return this.#types(writer, only, depth);
    const tried = reader.branches.map((branch) => this.#types(writer, branch, depth));
    if (tried.some((failures) => failures.length === 0)) return [];
    const ofSameKind = tried.find((_, at) => reader.branches[at]?.type === writer.type);
    const names = reader.branches.map(({ type, schema }) => schema.name ?? type).join(", ");
    const unread = tried.find((failures) => failures.some((each) => each.undefinedType !== undefined));
    return unread ?? ofSameKind ?? [{ witness: sampleOfType(writer), at: "", expected: `must be one of the types ${names}` }];
  }

  #types(writer: AvroType, reader: AvroType, depth: number): readonly ReadFailure[] {
    const { type } = writer;
    const refuse = (expected: string): readonly ReadFailure[] => [{ witness: sampleOfType(writer), at: "", expected }];
    if (type === UNDEFINED || reader.type === UNDEFINED) {
      const [own, other] = [nameOf(writer), nameOf(reader)];
      return own === other ? [] : [undefinedType(type === UNDEFINED ? own : other, sampleOfType(writer))];
    }
    if (type !== reader.type)
      return PROMOTED_FROM[reader.type]?.includes(type) ? [] : refuse(`must be of the type ${reader.schema.name ?? reader.type}`);
    if (["record", "error", "enum", "fixed"].includes(type) && !namesMatch(writer, reader))
      return refuse(`must be of the type ${reader.schema.name ?? type}, and the names of types must match`);
    if (type === "record" || type === "error") return this.#records(writer, reader, depth);
    if (type === "enum") return enums(writer.schema, reader.schema);
    if (type === "fixed" && numberFact(writer.schema, "size") !== numberFact(reader.schema, "size"))
      return refuse(`must have ${counted(numberFact(reader.schema, "size") ?? "0", "byte")}`);
    if (isOtherDecimal(writer.schema, reader.schema)) return refuse("must be a decimal of the same precision and scale");
    if (type === "array" && writer.schema.items && reader.schema.items)
      return this.#resolve(writer.schema.items, reader.schema.items, depth + 1).map((each) =>
        failureInside(each, "0", (value) => generated.list([value])),
      );
    if (type === "map" && writer.schema.additionalProperties && reader.schema.additionalProperties)
      return this.#resolve(writer.schema.additionalProperties, reader.schema.additionalProperties, depth + 1).map((each) =>
        failureInside(each, "key", (value) => generated.object([["key", value]])),
      );
    return [];
  }

  #records(writer: AvroType, reader: AvroType, depth: number): readonly ReadFailure[] {
    const sample = sampleOfType(writer);
    const written = (field: Property): Property | undefined =>
      [field.name, ...aliasesOf(field)]
        .map((name) => writer.schema.properties.find((own) => own.name === name))
        .find((found) => found !== undefined);
    return reader.schema.properties.flatMap((field): readonly ReadFailure[] => {
      const own = written(field);
      if (!own) {
        if (!field.required) return [];
        return [{ witness: sample, at: "", missing: field.name, expected: `must have the field "${field.name}", which has no default` }];
      }
      return this.#resolve(own.schema, field.schema, depth + 1).map((each) =>
        failureInside(each, own.name, (value) => withMember(sample, own.name, value)),
      );
    });
  }
}

/** Resolves an enum. The reader reads a symbol it does not know as its default, if it has one. */
function enums(writer: Schema, reader: Schema): readonly ReadFailure[] {
  if (reader.default) return [];
  const known = symbolsOf(reader);
  const unknown = symbolsOf(writer).find((symbol) => !known.includes(symbol));
  if (unknown === undefined) return [];
  return [{ witness: generated.text(unknown), at: "", expected: `must be one of the symbols ${known.join(", ")}` }];
}

function isOtherDecimal(writer: Schema, reader: Schema): boolean {
  if (writer.format?.value !== "decimal" || reader.format?.value !== "decimal") return false;
  return ["precision", "scale"].some((fact) => (numberFact(writer, fact) ?? "0") !== (numberFact(reader, fact) ?? "0"));
}
