/** Phrases and sentences, as lines. Simple schemas as clauses of a sentence. */
import type { Property, Schema } from "#schema";
import { requiredNames } from "#schema";
import type { WordKey, Words } from "#text";
import { oncePerObject, printJson } from "#text";
import type { Line } from "../blocks/index.ts";
import { joinLines } from "../blocks/index.ts";

/** The most statements of a clause; longer ones are easier to read as rows. */
const MOST = 6;

/** Fields of a schema that {@link sayRequired} and {@link sayProperty} put into words, and fields that only say where it comes from. */
const SAID: ReadonlySet<keyof Schema> = new Set([
  "node",
  "language",
  "origin",
  "isLeaf",
  "hasOnlyProperties",
  "always",
  "types",
  "const",
  "enum",
  "required",
  "properties",
]);

function isNothing(value: unknown): boolean {
  return value === undefined || value === false || (Array.isArray(value) && value.length === 0);
}

/** Whether everything in a schema can be put into words. Anything else, known here or not, is shown as rows. Each row asks several times. */
const isPlain = oncePerObject((schema: Schema): boolean => {
  for (const field in schema) if (!SAID.has(field as keyof Schema) && !isNothing(schema[field as keyof Schema])) return false;
  return !(schema.const && schema.enum) && schema.enum?.some((each) => each.description) !== true;
});

/** A statement such as "`kind` is `card`"; `undefined` if the property's schema says more than that. */
function sayValue(name: string, schema: Schema, say: Say): Line | undefined {
  if (!isPlain(schema) || schema.properties.length > 0 || schema.required.length > 0) return undefined;
  // With a type beside it, a listed value may be one that the schema never accepts.
  if (schema.types.length > 0 && (schema.const ?? schema.enum)) return undefined;
  if (schema.const) return say("schema.say.is", { property: code(name), value: code(printJson(schema.const)) });
  if (schema.enum) {
    const [only, ...rest] = schema.enum.map((each) => code(printJson(each.value)));
    if (!only) return undefined;
    if (rest.length === 0) return say("schema.say.is", { property: code(name), value: only });
    return say("schema.say.oneOf", { property: code(name), values: joinLines([only, ...rest], say("schema.value.comma")) });
  }
  if (schema.types.length === 0) return undefined;
  return say("schema.say.type", { property: code(name), value: joinLines(schema.types, " / ") });
}

type ClauseForm = "required" | "present";

/** The statement about a property. If the property may be absent, it says so, since the schema then still holds. */
function sayProperty({ name, schema }: Property, isThere: boolean, { say, as }: { say: Say; as: ClauseForm }): Line | undefined {
  if (schema.always === false) {
    if (isThere) return undefined;
    return say(as === "present" ? "schema.say.absent" : "schema.say.notAllowed", { property: code(name) });
  }
  const value = sayValue(name, schema, say);
  return value && !isThere ? say("schema.say.orAbsent", { clause: value }) : value;
}

const NONE: ReadonlySet<string> = new Set();

/** The required names as a demand or as a condition. */
function sayRequired(names: readonly string[], say: Say, as: ClauseForm): Line[] {
  if (names.length === 0) return [];
  const list = joinLines(names.map(code), say("schema.list.and"));
  return [say(`schema.say.${as}`, { names: list, count: names.length })];
}

/**
 * A simple schema as a clause: "`kind` is `card` and `number` is required". `undefined` if it says more than a clause can. A condition
 * that tests a value and requires its presence mentions only the value. `given` are names that are present anyway.
 */
export function sayClause(schema: Schema | undefined, say: Say, as: ClauseForm, given = NONE): Line | undefined {
  if (!schema || schema.always !== undefined || schema.const || schema.enum) return undefined;
  if (schema.types.some((type) => type !== "object") || !isPlain(schema)) return undefined;
  if (schema.properties.length + schema.required.length > MOST) return undefined;
  const required = requiredNames(schema);
  const isThere = (name: string): boolean => required.has(name) || given.has(name);
  const tested = schema.properties.map((property) => sayProperty(property, isThere(property.name), { say, as }));
  if (!tested.every((each) => each !== undefined)) return undefined;
  const told = new Set(as === "present" ? schema.properties.map((property) => property.name) : []);
  const clauses = [...tested, ...sayRequired([...required].filter((name) => !told.has(name)), say, as)]; // prettier-ignore
  const [first, ...rest] = clauses;
  return first && rest.reduce((left, right) => say("schema.say.and", { left, right }), first);
}

/** A name or value of the document, as code. */
export function code(text: string) {
  return { code: text };
}

/** A name as code, with places where a long one may break. One that nobody would see is in quotes. */
export function codeName(name: string): Line {
  return { code: name.trim() === "" ? JSON.stringify(name) : name, breaks: true };
}

/** A link; only its text if `href` is empty, as for a source that is not shown. */
export function link(href: string, text: string) {
  return { text, href };
}

export function strong(text: string): Line {
  return { look: "strong", line: text };
}

/** A line about how a schema is written. It says nothing more of a value, so the page shows it among the details of the schema. */
export function aside(line: Line): Line {
  return { look: "aside", line };
}

/** Fills the phrases of one language. Placeholders may get lines. */
export type Say = (key: WordKey, blanks?: Readonly<Record<string, Line | number>>) => Line;

/**
 * Makes a {@link Say}. The phrase is first filled with marks that no vocabulary contains, then split at them, so that inserted text is
 * never filled itself.
 */
export function sayWith(words: Words): Say {
  const phrases = new Map<string, readonly string[]>();
  return (key, blanks) => {
    if (!blanks) return words(key);
    const names = Object.keys(blanks);
    const { count } = blanks;
    const phrase = `${key} ${names.join(" ")}`;
    let known = typeof count === "number" ? undefined : phrases.get(phrase);
    if (!known) {
      const marks = Object.fromEntries(names.map((name, at) => [name, `\u0000${at}\u0000`]));
      // A number is passed on, because it chooses between singular and plural.
      known = words(key, typeof count === "number" ? { ...marks, count } : marks)
        .split("\u0000")
        .map((text, at) => (at % 2 === 0 ? text : (names[Number(text)] ?? "")));
      phrases.set(phrase, known);
    }
    return known.map((each, at) => {
      const piece = at % 2 === 0 ? each : (blanks[each] ?? "");
      return typeof piece === "number" ? String(piece) : piece;
    });
  };
}
