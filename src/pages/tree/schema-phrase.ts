/** Phrases and sentences, as HTML and as pieces for Markdown. Simple schemas as clauses of a sentence. */
import type { Property, Schema } from "#schema";
import { requiredNames } from "#schema";
import type { WordKey, Words } from "#text";
import { getOrMake, oncePerObject, printJson } from "#text";
import type { Line, Phrase } from "../blocks/index.ts";
import { breakableHtml, escapeHtml } from "../blocks/index.ts";

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
function sayValue(name: string, schema: Schema, say: Say): Phrase | undefined {
  if (!isPlain(schema) || schema.properties.length > 0 || schema.required.length > 0) return undefined;
  // With a type beside it, a listed value may be one that the schema never accepts.
  if (schema.types.length > 0 && (schema.const ?? schema.enum)) return undefined;
  if (schema.const) return say("schema.say.is", { property: code(name), value: code(printJson(schema.const)) });
  if (schema.enum) {
    const [only, ...rest] = schema.enum.map((each) => code(printJson(each.value)));
    if (!only) return undefined;
    if (rest.length === 0) return say("schema.say.is", { property: code(name), value: only });
    return say("schema.say.oneOf", { property: code(name), values: join([only, ...rest], say("schema.value.comma").html) });
  }
  if (schema.types.length === 0) return undefined;
  return say("schema.say.type", { property: code(name), value: join(schema.types, " / ") });
}

type ClauseForm = "required" | "present";

/** The statement about a property. If the property may be absent, it says so, since the schema then still holds. */
function sayProperty({ name, schema }: Property, isThere: boolean, { say, as }: { say: Say; as: ClauseForm }): Phrase | undefined {
  if (schema.always === false) {
    if (isThere) return undefined;
    return say(as === "present" ? "schema.say.absent" : "schema.say.notAllowed", { property: code(name) });
  }
  const value = sayValue(name, schema, say);
  return value && !isThere ? say("schema.say.orAbsent", { clause: value }) : value;
}

const NONE: ReadonlySet<string> = new Set();

/** The required names as a demand or as a condition. */
function sayRequired(names: readonly string[], say: Say, as: ClauseForm): Phrase[] {
  if (names.length === 0) return [];
  const list = join(names.map(code), say("schema.list.and").html);
  return [say(`schema.say.${as}`, { names: list, count: names.length })];
}

/**
 * A simple schema as a clause: "`kind` is `card` and `number` is required". `undefined` if it says more than a clause can. A condition
 * that tests a value and requires its presence mentions only the value. `given` are names that are present anyway.
 */
export function sayClause(schema: Schema | undefined, say: Say, as: ClauseForm, given = NONE): Phrase | undefined {
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

/** A piece of a sentence: a phrase, or text that will be escaped. */
export type Piece = Phrase | string | number;

/** A phrase of one piece. `html` is the piece as HTML. */
function phraseOf(html: string, line: Line): Phrase {
  return { html, line: () => line };
}

/** A phrase that is a text. */
export function text(words: string): Phrase {
  return phraseOf(escapeHtml(words), words);
}

/** A name or value of the document, as code. */
export function code(text: string): Phrase {
  return phraseOf(`<code>${escapeHtml(text)}</code>`, { code: text });
}

/** A name as code, with places where a long one may break. One that nobody would see is in quotes. */
export function codeName(name: string): Phrase {
  const shown = name.trim() === "" ? JSON.stringify(name) : name;
  return phraseOf(`<code>${breakableHtml(shown)}</code>`, { code: shown });
}

/** A name as text, with places where a long one may break. */
export function breakable(name: string): Phrase {
  return phraseOf(breakableHtml(name), name);
}

/** A link; only its text if `href` is empty, as for a source that is not shown. */
export function link(href: string, text: string): Phrase {
  if (href === "") return breakable(text);
  return phraseOf(`<a href="${escapeHtml(href)}">${breakableHtml(text)}</a>`, { text, href });
}

/** A link whose text does not break. */
export function plainLink(href: string, text: string): Phrase {
  return phraseOf(`<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`, { text, href });
}

export function strong(text: string): Phrase {
  return phraseOf(`<b>${escapeHtml(text)}</b>`, text);
}

/** A phrase within an element of HTML that is only for its look. */
export function within(element: "i" | "small" | "span", phrase: Phrase, className = ""): Phrase {
  return { html: `<${element}${className === "" ? "" : ` class="${className}"`}>${phrase.html}</${element}>`, line: phrase.line };
}

/** A phrase about how a schema is written. It says nothing more of a value, so the page shows it among the details of the schema. */
export function aside(phrase: Phrase): Phrase {
  return within("span", phrase, "aside");
}

function html(piece: Piece | undefined): string {
  return typeof piece === "object" ? piece.html : escapeHtml(String(piece ?? ""));
}

function lineOf(piece: Piece | undefined): Line {
  return typeof piece === "object" ? piece.line() : String(piece ?? "");
}

/** Joins pieces with a text between them. */
export function join(pieces: readonly Piece[], between: string): Phrase {
  return {
    html: pieces.map(html).join(escapeHtml(between)),
    line: () => pieces.flatMap((piece, at) => (at === 0 ? [lineOf(piece)] : [between, lineOf(piece)])),
  };
}

/** Fills the phrases of one language. Placeholders may get markup. */
export type Say = (key: WordKey, blanks?: Readonly<Record<string, Piece>>) => Phrase;

/**
 * Makes a {@link Say}. The phrase is first filled with marks that no vocabulary contains, then split at them, so that inserted text is
 * never filled itself.
 */
export function sayWith(words: Words): Say {
  const phrases = new Map<string, readonly string[]>();
  /** Phrases without placeholders, which are most: the same object is returned each time. */
  const plain = new Map<WordKey, Phrase>();
  return (key, blanks) => {
    if (!blanks) return getOrMake(plain, key, () => text(words(key)));
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
    const pieces = known;
    let said = "";
    for (const [at, each] of pieces.entries()) said += at % 2 === 0 ? escapeHtml(each) : html(blanks[each]);
    return { html: said, line: () => pieces.map((each, at) => (at % 2 === 0 ? each : lineOf(blanks[each]))) };
  };
}
