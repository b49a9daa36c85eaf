/** Checks that a parsed value has a type. Checks are built from smaller ones, so the compiler ensures that they match the type. */
export type TypeGuard<Type> = (value: unknown) => value is Type;

/** The guards of an object's fields. Other fields are allowed. */
type FieldGuards<Type> = { readonly [Key in keyof Type]-?: TypeGuard<object extends Pick<Type, Key> ? Type[Key] | undefined : Type[Key]> };

/** The type of the values that a guard lets through. */
export type Guarded<Guard> = Guard extends TypeGuard<infer Type> ? Type : never;

type OptionalKey<Fields> = { [Key in keyof Fields]: undefined extends Guarded<Fields[Key]> ? Key : never }[keyof Fields];

/** The type of an object that the guards of its fields describe. */
type Shape<Fields> = { readonly [Key in Exclude<keyof Fields, OptionalKey<Fields>>]: Guarded<Fields[Key]> } & {
  readonly [Key in OptionalKey<Fields>]?: Guarded<Fields[Key]>;
};

/** The longest text. */
const MOST_CHARACTERS = 1_000_000;

/** Brackets and commas of a text that is parsed. A value in memory takes up to forty times its text. */
const MOST_VALUES = 4_000_000;

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isObjectOf(fields: object): (value: unknown) => boolean {
  const checks = Object.entries(fields) as [string, (value: unknown) => boolean][];
  return (value) =>
    isObject(value) && checks.every(([key, guard]) => guard(Object.hasOwn(value, key) ? value[key as keyof typeof value] : undefined));
}

/** Checks of parsed JSON from files that somebody may have tampered with. */
export const guards = {
  /** A text that a page can hold. */
  text: (value: unknown): value is string => typeof value === "string" && value.length <= MOST_CHARACTERS,
  flag: (value: unknown): value is boolean => typeof value === "boolean",
  /** A whole number from 0. */
  count: (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0,
  oneOf:
    <Type extends string | number>(...values: readonly Type[]): TypeGuard<Type> =>
    (value): value is Type =>
      values.includes(value as Type),
  nullable:
    <Type>(guard: TypeGuard<Type>): TypeGuard<Type | null> =>
    (value): value is Type | null =>
      value === null || guard(value),
  optional:
    <Type>(guard: TypeGuard<Type>): TypeGuard<Type | undefined> =>
    (value): value is Type | undefined =>
      value === undefined || guard(value),
  list:
    <Type>(item: TypeGuard<Type>): TypeGuard<readonly Type[]> =>
    (value): value is readonly Type[] =>
      Array.isArray(value) && value.every(item),
  pair:
    <First, Second>(first: TypeGuard<First>, second: TypeGuard<Second>): TypeGuard<readonly [First, Second]> =>
    (value): value is readonly [First, Second] =>
      Array.isArray(value) && value.length === 2 && first(value[0]) && second(value[1]),
  record:
    <Type>(item: TypeGuard<Type>): TypeGuard<Readonly<Record<string, Type>>> =>
    (value): value is Readonly<Record<string, Type>> =>
      isObject(value) && Object.values(value).every(item),
  /** An object of a type that is stated elsewhere. */
  object: <Type extends object>(fields: FieldGuards<Type>) => isObjectOf(fields) as TypeGuard<Type>,
  /** An object whose type is stated by these guards alone. */
  shape: <Fields extends object>(fields: Fields) => isObjectOf(fields) as TypeGuard<Shape<Fields>>,
};

function hasTooManyValues(json: string): boolean {
  let count = 0;
  for (let at = 0; at < json.length && count <= MOST_VALUES; at += 1) {
    const code = json.charCodeAt(at);
    if (code === 0x2c || code === 0x5b || code === 0x7b) count += 1;
  }
  return count > MOST_VALUES;
}

/** Parses JSON; `undefined` if the text is not JSON or would need too much memory. */
export function parsedJson(text: string): unknown {
  if (text.length > MOST_VALUES && hasTooManyValues(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
