import avro from "avsc";
import protobuf from "protobufjs";
import { describe, expect, it } from "vitest";
import { printJson } from "../../../src/text/index.ts";
import fc from "../../support/fast-check.ts";
import { randomOf } from "../containment/draw-values.ts";
import { changesOf, lamps } from "./versions.ts";

/** Random pairs of schemas, judged by a library that writes with one and reads with the other. Runs for minutes on `MSGDOCS_LONG`. */
const numRuns = process.env.MSGDOCS_LONG === undefined ? 30 : Number(process.env.MSGDOCS_LONG);
const timeout = process.env.MSGDOCS_LONG === undefined ? undefined : 3_600_000;

interface Sent {
  readonly breaking: boolean;
  readonly witnesses: readonly Record<string, unknown>[];
}

/** What the comparison says of a writer's schema that a reader did not expect. */
function compareSent(format: string, writer: string, reader: string): Sent {
  const [old, now] = [reader, writer].map((payload) => lamps({ payload, message: `schemaFormat: "${format}"` }));
  const found = changesOf(old ?? "", now ?? "").filter(({ code }) => code !== "change/version");
  const breaking = found.filter(({ verdict }) => verdict === "breaking");
  expect(found.filter(({ verdict }) => verdict === "unknown").map(({ message }) => message)).toEqual([]);
  return {
    breaking: breaking.length > 0,
    witnesses: breaking.flatMap(({ witness }) => (witness ? [JSON.parse(printJson(witness)) as Record<string, unknown>] : [])),
  };
}

describe("Avro", () => {
  const simple = fc.constantFrom("null", "boolean", "int", "long", "float", "double", "bytes", "string");
  /** A schema, and whether it may stand in a union: a union holds each type without name once, and no union. */
  const { type } = fc.letrec<{ type: unknown }>((tie) => ({
    type: fc.oneof(
      { depthSize: "small" },
      simple,
      fc.uniqueArray(simple, { minLength: 1, maxLength: 3 }),
      fc.record({
        type: fc.constant("enum"),
        name: fc.constantFrom("E", "F"),
        symbols: fc.uniqueArray(fc.constantFrom("A", "B", "C"), { minLength: 1 }),
      }),
      fc.record({ type: fc.constant("fixed"), name: fc.constantFrom("X", "Y"), size: fc.constantFrom(1, 2) }),
      fc.record({ type: fc.constant("array"), items: tie("type") }),
      fc.record({ type: fc.constant("map"), values: tie("type") }),
      fc.tuple(fc.constant("null"), fc.record({ type: fc.constant("array"), items: tie("type") })) as fc.Arbitrary<unknown>,
      fc
        .tuple(
          fc.constantFrom("R", "S"),
          fc.uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c"), tie("type"), fc.constantFrom("", "default", "alias")), {
            selector: ([name]) => name,
            maxLength: 3,
          }),
        )
        .map(([name, fields]) => ({
          type: "record",
          name,
          fields: fields.map(([of, below, more]) => {
            if (more === "default") return { name: of, type: ["null", "int"], default: null };
            return {
              name: of,
              type: below,
              ...(more === "alias" ? { aliases: ["a", "b", "c"].filter((each) => !fields.some(([own]) => own === each)).slice(0, 1) } : {}),
            };
          }),
        })),
    ),
  }));
  /** The same type with some names numbered, because a schema defines each name once. */
  const unique = (schema: unknown): unknown => {
    const seen = new Map<string, number>();
    return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
      if (typeof value !== "object" || value === null || !("name" in value) || !("type" in value) || typeof value.name !== "string")
        return value;
      if (!["record", "enum", "fixed"].includes(String(value.type))) return value;
      const count = seen.get(value.name) ?? 0;
      seen.set(value.name, count + 1);
      return count === 0 ? value : { ...value, name: `${value.name}${count}` };
    });
  };

  it(
    "is read where the comparison says so, and only there",
    () => {
      const counts = { read: 0, refused: 0 };
      const near = fc.oneof(
        fc.tuple(type, type),
        fc
          .tuple(type, simple, simple)
          .map(([one, from, to]) => [one, JSON.parse(JSON.stringify(one).replace(`"${from}"`, `"${to}"`))] as const),
      );
      fc.assert(
        fc.property(near, (pair) => {
          const [writer, reader] = pair.map(unique);
          const read = (schema: unknown): avro.Type | undefined => {
            try {
              return avro.Type.forSchema(schema as avro.Schema, { wrapUnions: true });
            } catch {
              return undefined;
            }
          };
          const [own, other] = [read(writer), read(reader)];
          if (!own || !other) return;
          const found = compareSent("application/vnd.apache.avro;version=1.9.0", JSON.stringify(writer), JSON.stringify(reader));
          const isRead = (): boolean => {
            try {
              const resolver = other.createResolver(own);
              for (let at = 0; at < 20; at += 1) other.fromBuffer(own.toBuffer(own.random()), resolver);
              return true;
            } catch {
              return false;
            }
          };
          const expected = isRead();
          counts[expected ? "read" : "refused"] += 1;
          expect({ writer, reader, read: !found.breaking }).toEqual({ writer, reader, read: expected });
        }),
        { numRuns },
      );
      expect(Math.min(counts.read, counts.refused)).toBeGreaterThan(numRuns / 20);
    },
    timeout,
  );
});

describe("protobuf", () => {
  interface Field {
    readonly number: number;
    readonly type: string;
    readonly repeated: boolean;
    readonly oneof: boolean;
  }
  const scalars = [
    "int32",
    "int64",
    "uint32",
    "uint64",
    "sint32",
    "sint64",
    "bool",
    "E",
    "fixed32",
    "sfixed32",
    "float",
    "string",
    "bytes",
  ];
  /** Values near the ends of each type, as far as a number of JavaScript holds them. */
  const NUMBERS: Readonly<Record<string, readonly number[]>> = {
    int32: [1, 2, -1],
    sint32: [1, 2, -1],
    sfixed32: [1, 2, -1],
    int64: [1, -1, 2 ** 40],
    sint64: [1, -1, 2 ** 40],
    uint32: [1, 2, 2 ** 32 - 1],
    fixed32: [1, 2, 2 ** 32 - 1],
    uint64: [1, 2 ** 40, 2 ** 63],
  };
  const field: fc.Arbitrary<Field> = fc.record({
    number: fc.constantFrom(1, 2, 3),
    type: fc.constantFrom(...scalars, "N", "map<int32, string>", "map<int64, string>", "map<string, string>"),
    repeated: fc.boolean(),
    oneof: fc.boolean(),
  });
  const fields = fc.uniqueArray(field, { selector: ({ number }) => number, maxLength: 3 });
  const isMap = ({ type }: Field): boolean => type.startsWith("map");
  const isAlone = (each: Field): boolean => each.oneof && !each.repeated && !isMap(each);
  const textOf = (message: readonly Field[], nested: readonly Field[]): string => {
    const line = (each: Field): string =>
      `${each.repeated && !isMap(each) ? "repeated " : ""}${each.type} f${each.number} = ${each.number};`;
    const body = (of: readonly Field[]): string => {
      const chosen = of.filter(isAlone);
      return `${of
        .filter((each) => !chosen.includes(each))
        .map(line)
        .join(" ")} ${chosen.length > 0 ? `oneof c { ${chosen.map(line).join(" ")} }` : ""}`;
    };
    return `syntax = "proto3"; message M { ${body(message)} } message N { ${body(nested)} } enum E { X = 0; Y = 1; }`;
  };
  const near = fc.oneof(
    fc.tuple(fields, fields),
    fc.tuple(fields, field).map(([of, by]) => [of, of.map((each) => (each.number === by.number ? by : each))] as const),
    fc
      .tuple(fields, field)
      .map(
        ([of, by]) =>
          [of, of.map((each) => (each.number === by.number ? { ...each, oneof: by.oneof, repeated: by.repeated } : each))] as const,
      ),
  );

  /** In every message, so that the nested one is never the payload itself. */
  const inner: Field = { number: 9, type: "N", repeated: false, oneof: false };

  /** A value with some members of a message, each of one, at most one of a choice. */
  const valueOf = (message: readonly Field[], nested: readonly Field[], random: () => number): Record<string, unknown> => {
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
    const single = (type: string): unknown => {
      if (type === "N")
        return valueOf(
          nested.filter((each) => each.type !== "N"),
          [],
          random,
        );
      if (type.startsWith("map")) return { [type.includes("string,") ? "a" : "1"]: "b" };
      if (type === "bool") return true;
      if (type === "string") return pick(["a", "abc"]);
      if (type === "bytes") return Buffer.from(pick(["a", "abc", "\xff"]), "latin1");
      return type === "E" ? 1 : pick(NUMBERS[type] ?? [1, 2, 100]);
    };
    let chosen = false;
    const inTurn = random() < 0.5 ? message : message.toReversed();
    const members = inTurn.flatMap((each): (readonly [string, unknown])[] => {
      if (random() < 0.2 || (isAlone(each) && chosen)) return [];
      chosen ||= isAlone(each);
      // Several messages are merged by a reader of one.
      const count = each.type === "N" ? 1 : pick([1, 2, 3]);
      return [
        [`f${each.number}`, each.repeated && !isMap(each) ? Array.from({ length: count }, () => single(each.type)) : single(each.type)],
      ];
    });
    return Object.fromEntries(members);
  };

  /** Whether a reader found what was written, by field. Where one value is read of several, it is the last. */
  const isFound = (written: unknown, read: unknown, nested: readonly Field[]): boolean => {
    if (read === undefined) return false;
    if (Array.isArray(written)) {
      if (!Array.isArray(read)) return isFound(written.at(-1), read, nested);
      return written.length === read.length && written.every((each, at) => isFound(each, read[at], nested));
    }
    if (Array.isArray(read)) return read.length === 1 && isFound(written, read[0], nested);
    if (typeof written !== "string" && (typeof read === "boolean" || typeof written === "boolean")) return Number(read) === Number(written);
    if (typeof written !== "object" || written === null)
      return Buffer.isBuffer(read) ? read.toString() === String(written) : read === written;
    if (Buffer.isBuffer(written)) return (typeof read === "string" || Buffer.isBuffer(read)) && written.equals(Buffer.from(read as string));
    // A message that is read as bytes.
    if (Buffer.isBuffer(read) || typeof read !== "object" || read === null) return Buffer.isBuffer(read);
    const known = Object.entries(written).filter(([name]) => !name.startsWith("f") || nested.some(({ number }) => name === `f${number}`));
    return known.every(([name, each]) => isFound(each, (read as Record<string, unknown>)[name], nested));
  };

  /** Whether one is a map, and the other has its wire format but not its names. */
  const isMapAndOther = (types: readonly (string | undefined)[]): boolean =>
    types.some((type) => type?.startsWith("map")) && types.some((type) => ["N", "string", "bytes"].includes(type ?? ""));

  it(
    "finds what was written where the comparison says so, and only there",
    () => {
      const counts = { read: 0, lost: 0 };
      fc.assert(
        fc.property(near, near, fc.nat(), (pair, below, seed) => {
          const [message, other] = pair.map((of) => [...of, inner]) as [Field[], Field[]];
          const [nested, otherNested] = below.map((of) => of.filter(({ type }) => type !== "N")) as [Field[], Field[]];
          const at = (of: readonly Field[], number: number): Field | undefined => of.find((each) => each.number === number);
          const isLeftOut = [
            [message, other],
            [nested, otherNested],
          ].some(([own = [], read = []]) =>
            own.some(({ number, type }) => {
              const wanted = at(read, number)?.type;
              // A zigzag number that is not zero sets a flag.
              if (type === "map<int64, string>" && wanted === "map<int32, string>") return true;
              return (type.startsWith("sint") && wanted === "bool") || isMapAndOther([type, wanted]);
            }),
          );
          if (isLeftOut) return;
          const [writer, reader] = [textOf(message, nested), textOf(other, otherNested)];
          const found = compareSent("application/vnd.google.protobuf;version=3", JSON.stringify(writer), JSON.stringify(reader));
          const random = randomOf(seed);
          const [own, wanted] = [writer, reader].map((text) => protobuf.parse(text, { keepCase: true }).root.lookupType("M"));
          const isReadAs = (value: Record<string, unknown>): boolean => {
            if (!own || !wanted) return false;
            const bytes = own.encode(own.fromObject(value)).finish();
            try {
              const found = wanted.toObject(wanted.decode(bytes), { longs: Number, enums: Number });
              return Object.entries(value).every(
                ([key, each]) => !at(other, Number(key.slice(1))) || isFound(each, found[key], otherNested),
              );
            } catch {
              return false;
            }
          };
          const isRead = Array.from({ length: 30 }, () => valueOf(message, nested, random)).every(isReadAs);
          for (const witness of found.witnesses) expect({ witness, read: isReadAs(witness) }).toEqual({ witness, read: false });
          counts[isRead ? "read" : "lost"] += 1;
          expect({ writer, reader, read: !found.breaking }).toEqual({ writer, reader, read: isRead });
        }),
        { numRuns },
      );
      expect(Math.min(counts.read, counts.lost)).toBeGreaterThan(numRuns / 20);
    },
    timeout,
  );
});
