/** A JSON value of a test. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A number from 0 to 1, the same sequence for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface DrawOptions {
  readonly random: () => number;
  /** What `$ref` leads to. */
  readonly resolve: (ref: string) => Json | undefined;
  /** The share of values and names that have nothing to do with the schema. */
  readonly noise: number;
}

const TEXTS = [
  "",
  "a",
  "b",
  "ab",
  "abc",
  "A1",
  "2020-01-01",
  "2020-01-01T00:00:00Z",
  "x-a",
  "a@b.org",
  "00000000-0000-0000-0000-000000000000",
];
const NOISE: readonly Json[] = [null, true, false, 0, 1, -1, 0.5, 7, 1e9, ...TEXTS, [], {}, [1, 1], { a: 1 }, { b: null, c: "a" }];
const KEYWORDS: readonly (readonly [type: string, keywords: readonly string[]])[] = [
  ["object", ["properties", "required", "additionalProperties", "patternProperties", "minProperties", "maxProperties", "propertyNames"]],
  ["array", ["items", "prefixItems", "contains", "minItems", "maxItems", "uniqueItems"]],
  ["string", ["minLength", "maxLength", "pattern", "format"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
];

export type JsonObject = Exclude<Json, null | boolean | number | string | Json[]>;

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value that a JSON Schema of any draft often accepts. It is written for tests, and shares nothing with the product. */
export function drawValue(schema: Json | undefined, options: DrawOptions, depth = 0): Json {
  const { random, resolve, noise } = options;
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const below = (each: Json | undefined): Json => drawValue(each, options, depth + 1);
  if (random() < noise || depth > 8) return pick(NOISE);
  if (!isObject(schema)) return pick(noise > 0 ? NOISE : TEXTS);
  if (typeof schema.$ref === "string") return below(resolve(schema.$ref));
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return pick(schema.enum);
  const branches = [schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) && list.length > 0 ? [pick(list)] : []));
  const all = Array.isArray(schema.allOf) ? schema.allOf : [];
  const conditional = [schema.if, schema.then, schema.else].filter((each) => each !== undefined && random() < 0.4);
  const drawn = [...branches, ...all, ...conditional].map(below);
  const base = drawPlain(schema, options, depth);
  const objects = [base, ...drawn].filter(isObject);
  const isPlain = base === undefined;
  if (objects.length > 0 && (isPlain || isObject(base))) return objects.reduce((merged, each) => ({ ...merged, ...each }), {});
  return isPlain ? (pick(drawn.length > 0 ? drawn : TEXTS) ?? null) : base;
}

/** What the schema itself says of a value, without what stands in its branches. */
function drawPlain(schema: JsonObject, options: DrawOptions, depth: number): Json | undefined {
  const { random, noise } = options;
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const below = (each: Json | undefined): Json => drawValue(each, options, depth + 1);
  const count = (keyword: string, other: number): number => (typeof schema[keyword] === "number" ? schema[keyword] : other);
  const implied = KEYWORDS.filter(([, keywords]) => keywords.some((keyword) => schema[keyword] !== undefined)).map(([type]) => type);
  const types = typeof schema.type === "string" ? [schema.type] : Array.isArray(schema.type) ? schema.type : implied;
  if (types.length === 0) return undefined;
  const type = pick(types);
  if (type === "null") return null;
  if (type === "boolean") return random() < 0.5;
  if (type === "number" || type === "integer") {
    const ends = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].flatMap((keyword) =>
      typeof schema[keyword] === "number" ? [schema[keyword]] : [],
    );
    const step = count("multipleOf", 1);
    const number = pick([...ends, ...ends, 0, 1, 2, step, step * 3]) + pick([0, 0, 1, -1, step, ...(type === "number" ? [0.5] : [])]);
    return number;
  }
  if (type === "string") {
    const length = count("minLength", 0) + Math.floor(random() * 3);
    const most = Math.min(count("maxLength", 40), 200);
    return pick([...TEXTS, "a".repeat(Math.min(length, 200)), "b".repeat(Math.min(length, 200)), "a".repeat(most)]);
  }
  if (type === "array") {
    const tuple = [schema.prefixItems, schema.items].find((list) => Array.isArray(list));
    const rest = Array.isArray(schema.items) ? schema.additionalItems : schema.items;
    const least = Math.min(count("minItems", 0), 20);
    const length = pick([least, least + 1, least + 2, Math.min(count("maxItems", 2), 20)]);
    const items = Array.from({ length: depth > 5 ? least : length }, (_, at) =>
      below(Array.isArray(tuple) && at < tuple.length ? tuple[at] : rest),
    );
    return schema.contains === undefined || random() < 0.3 ? items : [...items.slice(1), below(schema.contains)];
  }
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === "string") : [];
  const properties = isObject(schema.properties) ? schema.properties : {};
  const others = isObject(schema.additionalProperties) ? ["other", "x1"] : noise > 0 ? ["a", "b", "c", "other"] : [];
  const patterned = isObject(schema.patternProperties) ? ["a", "b", "x-a", "abc"] : [];
  const result: Record<string, Json> = {};
  const spare = depth > 5 ? 0.1 : 0.6;
  for (const name of new Set([...required, ...Object.keys(properties), ...others, ...patterned])) {
    const isNamed = Object.hasOwn(properties, name) || required.includes(name);
    if (random() > (required.includes(name) ? 0.98 : isNamed ? spare : 0.3)) continue;
    const own = Object.hasOwn(properties, name)
      ? properties[name]
      : patterned.includes(name)
        ? pick(Object.values(schema.patternProperties as JsonObject))
        : schema.additionalProperties;
    result[name] = below(own);
  }
  return result;
}
