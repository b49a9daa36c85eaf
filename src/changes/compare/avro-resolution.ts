/** What a reader with one Avro schema cannot read of another's values. */
import { generated } from "#verdicts";
import type { Property, Schema } from "#schema";
import { factOf, numberFact } from "#schema";
import type { Node } from "#text";
import { counted, escapeToken, itemsOf, printJson, DEEPEST_NESTED } from "#text";
import { withMember } from "../containment/index.ts";
import type { FormatReading, ReadFailure, WrittenAndRead } from "./protobuf-reading.ts";
import { failureInside, undefinedType } from "./protobuf-reading.ts";

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

/** The logical types of the specification, with the types that they annotate. On other types they must be ignored. */
const ANNOTATED: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ["decimal", ["bytes", "fixed"]],
  ["big-decimal", ["bytes"]],
  ["uuid", ["string", "fixed"]],
  ["date", ["int"]],
  ["time-millis", ["int"]],
  ["duration", ["fixed"]],
  ...["time-micros", "timestamp-millis", "timestamp-micros", "timestamp-nanos"].map((name) => [name, ["long"]] as const),
  ...["local-timestamp-millis", "local-timestamp-micros", "local-timestamp-nanos"].map((name) => [name, ["long"]] as const),
]);

function logicalOf({ type, schema }: AvroType): string | undefined {
  const name = schema.format?.value;
  return name === undefined || ANNOTATED.get(name)?.includes(type) === false ? undefined : name;
}

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

/** Small values of types, each made once. Within itself, a type has no value. */
class TypeSamples {
  readonly #records = new Map<Schema, Node>();

  of({ type, schema }: AvroType): Node {
    if (type === "record" || type === "error") return this.#record(schema);
    if (type === "enum") return generated.text(symbolsOf(schema)[0] ?? "");
    if (type === "array") return generated.list([]);
    if (type === "map") return generated.object([]);
    if (type === "null") return generated.nothing();
    if (type === "boolean") return generated.boolean(false);
    if (type === "string" || type === "bytes") return generated.text("a");
    if (type === "fixed") return generated.text("\u0000".repeat(Math.min(64, Number(numberFact(schema, "size")?.raw ?? 0))));
    return generated.number(type === "float" || type === "double" ? "0.5" : "1");
  }

  #record(schema: Schema): Node {
    const known = this.#records.get(schema);
    if (known) return known;
    this.#records.set(schema, generated.nothing());
    const fields = schema.properties.map(({ name, default: value, schema: below }) => [name, value ?? this.#any(below)] as const);
    const made = generated.object(fields);
    this.#records.set(schema, made);
    return made;
  }

  #any(schema: Schema): Node {
    const { branches } = branchesOf(schema);
    const first = branches.find(({ type }) => type === "null") ?? branches[0];
    return first ? this.of(first) : generated.nothing();
  }
}

/** Finds what a reader with one Avro schema cannot read of what was written with another, by Avro's schema resolution. */
class AvroResolution {
  /** What differs and can be read, in words. */
  readonly changes: string[] = [];
  readonly #isOldWriter: boolean;
  readonly #samples = new TypeSamples();
  readonly #met = new Set<string>();
  readonly #ids = new Map<Schema, number>();

  constructor(isOldWriter: boolean) {
    this.#isOldWriter = isOldWriter;
  }

  failures(writer: Schema, reader: Schema): readonly ReadFailure[] {
    return this.#resolve(writer, reader, "", 0);
  }

  #note(what: string, path: string, written: string | undefined, read: string | undefined): void {
    if (written === read) return;
    const [before, after] = this.#isOldWriter ? [written, read] : [read, written];
    this.changes.push(`${what} of ${path === "" ? "the value" : path} was ${before ?? "not stated"} and is ${after ?? "not stated"}`);
  }

  #id(schema: Schema): number {
    let id = this.#ids.get(schema);
    if (id === undefined) this.#ids.set(schema, (id = this.#ids.size));
    return id;
  }

  #resolve(writer: Schema, reader: Schema, path: string, depth: number): readonly ReadFailure[] {
    const pair = `${this.#id(writer)} ${this.#id(reader)}`;
    if (this.#met.has(pair) || depth > DEEPEST_NESTED) return [];
    this.#met.add(pair);
    const own = branchesOf(writer);
    const other = branchesOf(reader);
    const failures = own.branches.flatMap((branch) => this.#branch(branch, other, path, depth));
    // Only a pair without failures may be taken for granted later.
    if (failures.length > 0) this.#met.delete(pair);
    return failures;
  }

  /** Resolves a value written as one type. In a union, the reader takes the first branch that matches. */
  #branch(writer: AvroType, reader: ReturnType<typeof branchesOf>, path: string, depth: number): readonly ReadFailure[] {
    const [only] = reader.branches;
    if (!reader.isUnion && only) return this.#types(writer, only, path, depth);
    const tried = reader.branches.map((branch) => this.#types(writer, branch, path, depth));
    if (tried.some((failures) => failures.length === 0)) return [];
    const ofSameKind = tried.find((_, at) => reader.branches[at]?.type === writer.type);
    const names = reader.branches.map(({ type, schema }) => schema.name ?? type).join(", ");
    const unread = tried.find((failures) => failures.some((each) => each.unclear !== undefined));
    return unread ?? ofSameKind ?? [{ witness: this.#samples.of(writer), at: "", expected: `must be one of the types ${names}` }];
  }

  #types(writer: AvroType, reader: AvroType, path: string, depth: number): readonly ReadFailure[] {
    const failures = this.#plainTypes(writer, reader, path, depth);
    return failures.length > 0 ? failures : this.#logicalTypes(writer, reader, path);
  }

  /** Readers that know a logical type take the value for more than its type says. Those that know none take it as it is. */
  #logicalTypes(writer: AvroType, reader: AvroType, path: string): readonly ReadFailure[] {
    const [own, wanted] = [logicalOf(writer), logicalOf(reader)];
    const witness = this.#samples.of(writer);
    if (wanted === undefined) this.#note("the logical type", path, own, wanted);
    else if (own === wanted) {
      if (own === "decimal" && isOtherDecimal(writer.schema, reader.schema))
        return [{ witness, at: "", expected: "must be a decimal of the same precision and scale" }];
    } else if (own === undefined && wanted === "uuid" && writer.type === "string") return [{ witness, at: "", expected: "must be a UUID" }];
    else if (own !== undefined && ANNOTATED.has(own) && ANNOTATED.has(wanted))
      return [{ witness, at: "", expected: `must be ${wanted}, and is written as ${own}` }];
    else {
      const unclear = `readers take the ${writer.type} at ${path === "" ? "the root" : path} for ${wanted}, and it is written as ${own ?? `${writer.type} without a logical type`}`;
      return [{ witness, at: "", expected: `must be ${wanted}`, unclear }];
    }
    return [];
  }

  #plainTypes(writer: AvroType, reader: AvroType, path: string, depth: number): readonly ReadFailure[] {
    const { type } = writer;
    const refuse = (expected: string): readonly ReadFailure[] => [{ witness: this.#samples.of(writer), at: "", expected }];
    if (type === UNDEFINED || reader.type === UNDEFINED) {
      const [own, other] = [nameOf(writer), nameOf(reader)];
      return own === other ? [] : [undefinedType(type === UNDEFINED ? own : other, this.#samples.of(writer))];
    }
    if (type !== reader.type)
      return PROMOTED_FROM[reader.type]?.includes(type) ? [] : refuse(`must be of the type ${reader.schema.name ?? reader.type}`);
    if (["record", "error", "enum", "fixed"].includes(type) && !namesMatch(writer, reader))
      return refuse(`must be of the type ${reader.schema.name ?? type}, and the names of types must match`);
    if ([writer, reader].some(({ schema }) => schema.name === undefined) && writer.schema.name !== reader.schema.name)
      return [undefinedType(`the ${type} without a name`, this.#samples.of(writer))];
    if (type === "record" || type === "error") return this.#records(writer, reader, path, depth);
    if (type === "enum") return this.#enums(writer.schema, reader.schema, path);
    if (type === "fixed" && numberFact(writer.schema, "size")?.raw !== numberFact(reader.schema, "size")?.raw)
      return refuse(`must have ${counted(numberFact(reader.schema, "size")?.raw ?? "0", "byte")}`);
    if (type === "array" && writer.schema.items && reader.schema.items)
      return this.#resolve(writer.schema.items, reader.schema.items, `${path}/0`, depth + 1).map((each) =>
        failureInside(each, "0", (value) => generated.list([value])),
      );
    if (type === "map" && writer.schema.additionalProperties && reader.schema.additionalProperties)
      return this.#resolve(writer.schema.additionalProperties, reader.schema.additionalProperties, `${path}/*`, depth + 1).map((each) =>
        failureInside(each, "key", (value) => generated.object([["key", value]])),
      );
    const [own, other] = [writer, reader].map(({ schema }) => schema.items ?? schema.additionalProperties);
    return own || other ? [undefinedType(`the values of the ${type}`, this.#samples.of(writer))] : [];
  }

  /** Resolves an enum. The reader reads a symbol it does not know as its default, if it has one. */
  #enums(writer: Schema, reader: Schema, path: string): readonly ReadFailure[] {
    const [written, known] = [symbolsOf(writer), symbolsOf(reader)];
    const unknown = written.find((symbol) => !known.includes(symbol));
    const isSame = unknown === undefined && known.length === written.length;
    // With a default on both sides, each reads what the other writes, and still in other ways than before.
    if (isSame || (unknown === undefined && !writer.default)) return [];
    if (unknown !== undefined && !reader.default)
      return [{ witness: generated.text(unknown), at: "", expected: `must be one of the symbols ${known.join(", ")}` }];
    this.#note("the symbols", path, written.join(", "), known.join(", "));
    return [];
  }

  #records(writer: AvroType, reader: AvroType, path: string, depth: number): readonly ReadFailure[] {
    const sample = this.#samples.of(writer);
    const writtenBy = (field: Property): Property | undefined =>
      [field.name, ...aliasesOf(field)]
        .map((name) => writer.schema.properties.find((own) => own.name === name))
        .find((found) => found !== undefined);
    return reader.schema.properties.flatMap((field): readonly ReadFailure[] => {
      const own = writtenBy(field);
      if (!own) {
        if (!field.required) return [];
        return [{ witness: sample, at: "", missing: field.name, expected: `must have the field "${field.name}", which has no default` }];
      }
      const inside = `${path}/${escapeToken(own.name)}`;
      const [written, read] = [own, field].map(statedOf);
      for (const keyword of new Set([...(written?.keys() ?? []), ...(read?.keys() ?? [])]))
        this.#note(`the ${keyword}`, inside, written?.get(keyword), read?.get(keyword));
      return this.#resolve(own.schema, field.schema, inside, depth + 1).map((each) =>
        failureInside(each, own.name, (value) => withMember(sample, own.name, value)),
      );
    });
  }
}

/** What a field states beside its name and type. It decides only how readers read what lacks the field. */
function statedOf({ facts, default: initial }: Property): ReadonlyMap<string, string> {
  const stated = facts.map(({ keyword, value }) => [keyword, printJson(value, { most: 100 })] as const);
  return new Map([...stated, ...(initial ? [["default", printJson(initial, { most: 100 })] as const] : [])]);
}

/** Reads what is written with one Avro schema by another. */
export function readAvro({ old, writer, reader }: WrittenAndRead): FormatReading {
  const resolution = new AvroResolution(writer === old);
  const failures = resolution.failures(writer, reader);
  const isMutual = failures.length === 0 && new AvroResolution(reader === old).failures(reader, writer).length === 0;
  return { failures, changes: [...new Set(resolution.changes)], forbidden: [], isMutual };
}

function isOtherDecimal(writer: Schema, reader: Schema): boolean {
  return ["precision", "scale"].some((fact) => (numberFact(writer, fact)?.raw ?? "0") !== (numberFact(reader, fact)?.raw ?? "0"));
}
