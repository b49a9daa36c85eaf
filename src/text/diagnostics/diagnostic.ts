import type { Place } from "../json/index.ts";
import type { Code } from "./catalog.ts";
import { catalog } from "./catalog.ts";
import type { Level } from "./definition.ts";
import { nextSteps } from "./next-steps.ts";

export type Severity = Exclude<Level, "off">;

/** A further place that explains a problem, such as the schema that an example breaks. */
export interface Related {
  readonly message: string;
  readonly place: Place;
}

/** Characters to write at an offset of the file that a problem stands in. */
export interface Insert {
  readonly at: number;
  readonly text: string;
}

/** One problem at one place. `severity` is the code's default level until settings are applied by the report. */
export interface Diagnostic {
  readonly code: Code;
  readonly severity: Level;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly place: Place;
  readonly related: readonly Related[];
  /** The one safe answer: what the key or text at the place should be instead. */
  readonly fix?: string | undefined;
  /** The one safe answer where something is missing: what to write, and where. */
  readonly inserts?: readonly Insert[] | undefined;
}

/** The names in braces of a message. */
type BlankNames<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}` ? Name | BlankNames<Rest> : never;

/** What the message of a code must be filled with. */
export type Blanks<C extends Code> = Readonly<Record<BlankNames<(typeof catalog)[C]["message"]>, string | number>>;

/** What a problem may say besides its message. */
export interface Extras {
  readonly hint?: string | undefined;
  readonly fix?: string | undefined;
  readonly inserts?: readonly Insert[] | undefined;
  readonly related?: readonly Related[];
}

/** An author's text that is longer is cut where a message quotes it: many messages may quote one text. */
const LONGEST = 1_000;

/** A text of at most so many characters. A slice would keep the whole text in memory, so it is copied. */
function cut(text: string): string {
  return text.length > LONGEST ? [text.slice(0, LONGEST), "…"].join("") : text;
}

/** An author's text in quotes for a message. Of a long one only what a message shows is quoted: thousands may name the same. */
export function inQuotes(text: string): string {
  return JSON.stringify(text.length > LONGEST ? text.slice(0, LONGEST + 1) : text);
}

/** The latest message of each code: a mistake that is made a hundred thousand times is one text. */
const latest = new Map<Code, string>();

function oneText(code: Code, message: string): string {
  const known = latest.get(code);
  if (known === message) return known;
  latest.set(code, message);
  return message;
}

const nonEmpty = (text: string | undefined): string | undefined => (text === "" ? undefined : text);

const none: readonly Related[] = [];

/**
 * The problem that a code stands for, at a place, with the message's blanks filled. Blanks are never expanded twice. All problems have
 * the same fields, in the same order, for there may be very many.
 */
export function problem<C extends Code>(code: C, place: Place, blanks: Blanks<C> & Extras): Diagnostic {
  const { level, message }: { level: Level; message: string } = catalog[code];
  const words: Readonly<Record<string, unknown>> = blanks;
  const filled = message.replace(/\{(\w+)\}/g, (_, name: string) => cut(String(words[name])));
  const { hint, related, fix, inserts } = blanks as Extras;
  return {
    code,
    severity: level,
    message: oneText(code, filled),
    hint: hint ? cut(hint) : nextSteps[code],
    place,
    related: related?.map((each) => (each.message.length > LONGEST ? { ...each, message: cut(each.message) } : each)) ?? none,
    fix: nonEmpty(fix),
    inserts,
  };
}

/** Collects the problems of a run in the order they are met; the report sorts them. */
export type Report = (diagnostic: Diagnostic) => void;
