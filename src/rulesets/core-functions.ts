import type { JSONValue } from "json-p3";
import type { Documents } from "#documents";
import type { MapNode, Node, TextFile, Entry, Place } from "#text";
import {
  itemsOf,
  listSome,
  MOST_VALUES,
  parsePointer,
  parseText,
  readLimits,
  stringOf,
  valueOf,
  entryOf,
  evaluateFragment,
  jsonScalar,
} from "#text";
import type { createValidator } from "#verdicts";

/** The keys and positions that lead from the document to a value. */
export type Location = readonly (string | number)[];

/** A document as plain values, and the places from which they come. */
export interface PlainData {
  readonly value: JSONValue;
  /** The place of a value, or of its key; the nearest place that holds it if it is not there. */
  placeOf(location: Location, target?: "value" | "key"): Place;
}

interface Converted {
  readonly value: JSONValue;
  /** How many values it holds, with those of shared parts counted each time. */
  readonly size: number;
}

/**
 * Converts a document to plain values. Rules are written for documents whose references are replaced by what they lead to; a reference
 * to what contains itself stays, and so do those that would make the document too large.
 */
export function plainData(documents: Documents, { resolved }: { readonly resolved: boolean }): PlainData {
  const replaced = new Map<Node, Node>();
  const known = new Map<Node, Converted>();
  const open = new Set<Node>();
  let left = MOST_VALUES;
  /** What a reference leads to within the document, where the format knows no references, as in extensions. */
  const own = (node: Node): Node | undefined => {
    const reference = stringOf(node, "$ref");
    if (node.file !== documents.root.file || reference?.startsWith("#/") !== true) return undefined;
    const found = evaluateFragment(documents.root, reference.slice(1));
    return found && (documents.follow(found) ?? found);
  };
  const targetOf = (node: Node): Node | undefined => {
    if (!resolved || node.kind !== "map") return undefined;
    const followed = documents.follow(node);
    const target = followed === undefined || followed === node ? own(node) : followed;
    return target === node || target === undefined || open.has(target) || open.size > readLimits.depth ? undefined : target;
  };
  const shared = (node: Node): Converted => {
    const before = known.get(node);
    if (before) {
      left -= before.size;
      return before;
    }
    open.add(node);
    const made = convert(node);
    open.delete(node);
    known.set(node, made);
    return made;
  };
  const convert = (node: Node): Converted => {
    left -= 1;
    if (node.kind === "list") {
      const items = node.items.map((item) => ofAny(item));
      return { value: items.map(({ value }) => value), size: items.reduce((sum, { size }) => sum + size, 1) };
    }
    if (node.kind !== "map") return { value: JSON.parse(jsonScalar(node)) as JSONValue, size: 1 };
    let size = 1;
    const value: Record<string, JSONValue> = {};
    for (const entry of node.entries) {
      const member = ofAny(entry.value);
      size += member.size;
      // A key such as __proto__ is data like any other.
      Object.defineProperty(value, entry.key, { value: member.value, enumerable: true, configurable: true, writable: true });
    }
    return { value, size };
  };
  const ofAny = (node: Node): Converted => {
    if (node.kind !== "map" && node.kind !== "list") return convert(node);
    const target = targetOf(node);
    if (!target) return shared(node);
    const size = known.get(target)?.size ?? 0;
    if (left < size) return shared(node);
    replaced.set(node, target);
    return target.kind === "map" || target.kind === "list" ? shared(target) : convert(target);
  };
  const { value } = ofAny(documents.root);
  return {
    value,
    placeOf(location, target = "value") {
      let node: Node = documents.root;
      let place: Place = node;
      for (const step of location) {
        node = replaced.get(node) ?? node;
        const entry: Entry | undefined = node.kind === "map" ? entryOf(node, String(step)) : undefined;
        const next: Node | undefined = entry?.value ?? (node.kind === "list" ? node.items[Number(step)] : undefined);
        if (!next) return node;
        place = entry && target === "key" ? entry : next;
        node = next;
      }
      return target === "key" ? place : (replaced.get(node) ?? place);
    },
  };
}

/** What a function found: what is wrong, and where below the value, if not at the value itself. */
export interface Finding {
  readonly message: string;
  readonly below?: Location;
}

/** A value to judge. It is `undefined` if the field of a rule is not there. */
export type Judged = JSONValue | undefined;

/** A function of a ruleset with its options: what is wrong with a value. */
export type RuleFunction = (value: Judged) => readonly Finding[];

/** What functions judge with: the patterns and schemas of the validator, under its limits. */
export type Judges = ReturnType<typeof createValidator>;

/** Reads the options of a function. Returns the reason if they are not what the function takes. */
type FunctionMaker = (options: MapNode | undefined, judges: Judges) => RuleFunction | string;

const say = (wrong: boolean, message: string): readonly Finding[] => (wrong ? [{ message }] : []);
const isObject = (value: Judged): value is Record<string, JSONValue> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A pattern as it is written: bare, or between slashes with flags. */
function patternText(written: string): string {
  const [, source, flags] = /^\/(.+)\/([a-z]*)$/s.exec(written) ?? [];
  if (source === undefined) return written;
  // The validator's patterns have no flags; of those in use, only i changes what is found.
  return flags?.includes("i") === true ? source.replace(/\\.|\[(?:\\.|[^\]\\])*\]|[A-Za-z]/g, anyCase) : source;
}

/** A piece of a pattern that takes letters of either case. */
function anyCase(piece: string): string {
  if (piece.startsWith("\\")) return piece;
  if (!piece.startsWith("[")) return `[${piece.toLowerCase()}${piece.toUpperCase()}]`;
  const letters =
    piece
      .slice(1, -1)
      .replace(/\\./g, "")
      .match(/[a-z]-[a-z]|[A-Z]-[A-Z]|[A-Za-z]/g) ?? [];
  const other = letters.map((each) => (each === each.toLowerCase() ? each.toUpperCase() : each.toLowerCase())).join("");
  return `${piece.slice(0, -1)}${other}]`;
}

const pattern: FunctionMaker = (options, { patterns }) => {
  const tests: { readonly written: string; readonly wanted: boolean; readonly test: (text: string) => boolean | undefined }[] = [];
  for (const key of ["match", "notMatch"] as const) {
    const written = stringOf(options, key);
    if (written === undefined) continue;
    const made = patterns.of(patternText(written));
    if ("invalid" in made) return `the pattern ${JSON.stringify(written)} is invalid: ${made.invalid}`;
    tests.push({ written, wanted: key === "match", test: made.test });
  }
  if (tests.length === 0) return "it needs the option match or notMatch";
  return (value) =>
    typeof value !== "string"
      ? []
      : tests.flatMap(({ written, wanted, test }) => {
          const found = test(value);
          const must = wanted ? "must match" : "must not match";
          return say(found === !wanted, `${JSON.stringify(value)} ${must} the pattern ${JSON.stringify(written)}`);
        });
};

/** The forms of names. In camel and pascal case, two capital letters stand together only at the beginning of a name in pascal case. */
function casePattern(type: string, digits: string): string | undefined {
  const joined = (letters: string, sign: string): string => `[${letters}][${letters}${digits}]*(?:${sign}[${letters}${digits}]+)*`;
  const humps = (first: string): string => `[${first}](?:[a-z${digits}]|[A-Z](?![A-Z]))*`;
  const forms: Readonly<Record<string, string>> = {
    flat: `[a-z][a-z${digits}]*`,
    camel: humps("a-z"),
    pascal: humps("A-Z"),
    kebab: joined("a-z", "-"),
    cobol: joined("A-Z", "-"),
    snake: joined("a-z", "_"),
    macro: joined("A-Z", "_"),
  };
  return Object.hasOwn(forms, type) ? forms[type] : undefined;
}

const casing: FunctionMaker = (options) => {
  const type = stringOf(options, "type") ?? "";
  const noDigits = valueOf(options, "disallowDigits");
  const form = casePattern(type, noDigits?.kind === "boolean" && noDigits.value ? "" : "0-9");
  if (form === undefined) return "it needs a type: flat, camel, pascal, kebab, cobol, snake or macro";
  const separator = valueOf(options, "separator");
  const sign = stringOf(separator, "char");
  const leading = valueOf(separator, "allowLeading");
  const mayLead = sign !== undefined && leading?.kind === "boolean" && leading.value;
  // No two ways of matching a name begin alike, so a name takes time by its length.
  const test = new RegExp(`^(?:${form})$`);
  return (value) => {
    if (typeof value !== "string" || value === "" || (mayLead && value === sign)) return [];
    const bare = mayLead && value.startsWith(sign) ? value.slice(sign.length) : value;
    const parts = sign === undefined ? [bare] : bare.split(sign);
    return say(!parts.every((part) => test.test(part)), `${JSON.stringify(value)} must be in ${type} case`);
  };
};

const lengthOf = (value: Judged): number | undefined =>
  typeof value === "number"
    ? value
    : typeof value === "string" || Array.isArray(value)
      ? value.length
      : isObject(value)
        ? Object.keys(value).length
        : undefined;

const numberOf = (options: MapNode | undefined, key: string): number | undefined => {
  const node = valueOf(options, key);
  return node?.kind === "number" ? node.value : undefined;
};

const length: FunctionMaker = (options) => {
  const [min, max] = [numberOf(options, "min"), numberOf(options, "max")];
  if (min === undefined && max === undefined) return "it needs the option min or max";
  return (value) => {
    const found = lengthOf(value);
    if (found === undefined) return [];
    return [
      ...say(min !== undefined && found < min, `its length must be at least ${String(min)}, and is ${String(found)}`),
      ...say(max !== undefined && found > max, `its length must be at most ${String(max)}, and is ${String(found)}`),
    ];
  };
};

const scalarOf = (node: Node): JSONValue | undefined =>
  node.kind === "null" ? null : node.kind === "map" || node.kind === "list" ? undefined : node.value;

const enumeration: FunctionMaker = (options) => {
  const values = itemsOf(valueOf(options, "values")).map((item) => scalarOf(item));
  if (values.length === 0) return "it needs the option values";
  const allowed = listSome(
    values.map((value) => JSON.stringify(value ?? null)),
    8,
  );
  return (value) => {
    if (value === undefined || (typeof value === "object" && value !== null)) return [];
    return say(!values.includes(value), `${JSON.stringify(value)} must be one of ${allowed}`);
  };
};

/** Numbers by their size, texts by the alphabet. */
function comesAfter(first: JSONValue, second: JSONValue): boolean {
  const numbers = [first, second].map((each) => (typeof each === "boolean" || each === null || each === "" ? NaN : Number(each)));
  const [a = NaN, b = NaN] = numbers;
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a > b;
  return typeof first === "string" && typeof second === "string" && first.localeCompare(second, "en") > 0;
}

const alphabetical: FunctionMaker = (options) => {
  const by = stringOf(options, "keyedBy");
  return (value) => {
    const isList = Array.isArray(value);
    if (!isList && !isObject(value)) return [];
    const all: readonly JSONValue[] = isList ? value : Object.keys(value);
    const names = isList && by !== undefined ? all.map((item) => (isObject(item) ? (item[by] ?? null) : null)) : all;
    for (let at = 1; at < names.length; at += 1) {
      const [before, name] = [names[at - 1] ?? null, names[at] ?? null];
      if (!comesAfter(before, name)) continue;
      const message = `${JSON.stringify(name)} must come before ${JSON.stringify(before)}`;
      return [{ message, below: [isList || typeof name !== "string" ? at : name] }];
    }
    return [];
  };
};

/** A plain value as a value that the validator reads. */
function toNode(value: JSONValue): Node | undefined {
  const text = JSON.stringify(value);
  const file: TextFile = { id: "value", name: "value", text, language: "json" };
  return parseText(file, { limits: readLimits, report: () => undefined });
}

const schema: FunctionMaker = (options, judges) => {
  const stated = valueOf(options, "schema");
  if (!stated) return "it needs the option schema";
  const dialect = stringOf(options, "dialect");
  const known = { draft7: "draft-07", "draft2019-09": "2019-09", "draft2020-12": "2020-12" } as const;
  const allErrors = valueOf(options, "allErrors");
  const isAll = allErrors?.kind === "boolean" && allErrors.value;
  const chosen = dialect !== undefined && Object.hasOwn(known, dialect) ? known[dialect as keyof typeof known] : "draft-07";
  return (value) => {
    if (value === undefined) return [{ message: "it must be there" }];
    const node = toNode(value);
    if (!node) return [];
    const { failures } = judges.validate(stated, node, chosen);
    // One cause is often several failures, so other tools tell the first unless a ruleset asks for all.
    return (isAll ? failures : failures.slice(0, 1)).map(({ expected, pointer }) => {
      const below = parsePointer(pointer) ?? [];
      return { message: below.length > 0 ? `${below.join(".")} ${expected}` : expected, below };
    });
  };
};

/** How many of some properties are there. */
const counting =
  (wrong: (count: number) => boolean, must: string): FunctionMaker =>
  (options) => {
    const names = itemsOf(valueOf(options, "properties")).flatMap((item) => (item.kind === "string" ? item.value : []));
    if (names.length < 2) return "it needs the option properties with two names or more";
    return (value) => {
      if (!isObject(value)) return [];
      return say(wrong(names.filter((name) => Object.hasOwn(value, name)).length), `${must} of ${listSome(names, 8)} must be there`);
    };
  };

const simple =
  (test: (value: Judged) => boolean, must: string): FunctionMaker =>
  () =>
  (value) =>
    say(!test(value), must);

/** The functions that are data: their options say all. */
const functions: ReadonlyMap<string, FunctionMaker> = new Map([
  ["truthy", simple(Boolean, "it must be there and not be empty, false or 0")],
  ["falsy", simple((value) => !value, "it must not be there, or be empty, false or 0")],
  ["defined", simple((value) => value !== undefined, "it must be there")],
  ["undefined", simple((value) => value === undefined, "it must not be there")],
  ["pattern", pattern],
  ["casing", casing],
  ["length", length],
  ["enumeration", enumeration],
  ["alphabetical", alphabetical],
  ["schema", schema],
  ["xor", counting((count) => count !== 1, "exactly one")],
  ["or", counting((count) => count === 0, "at least one")],
]);

/** Makes a function of a rule. Returns the reason if it cannot run. */
export function makeFunction(name: string, options: Node | undefined, judges: Judges): RuleFunction | string {
  const make = functions.get(name);
  if (!make) return `the function ${JSON.stringify(name)} is code, or unknown here`;
  return make(options?.kind === "map" ? options : undefined, judges);
}
