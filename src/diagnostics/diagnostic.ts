import type { Place } from "#json";
import type { Code } from "./catalog.ts";
import { catalog } from "./catalog.ts";
import type { Level } from "./definition.ts";

export type Severity = Exclude<Level, "off">;

/** A further place that explains a problem, such as the schema that an example breaks. */
export interface Related {
  readonly message: string;
  readonly place: Place;
}

/** One problem at one place. `severity` is the code's default level until settings are applied by the report. */
export interface Diagnostic {
  readonly code: Code;
  readonly severity: Level;
  readonly message: string;
  readonly hint?: string;
  readonly place: Place;
  readonly related: readonly Related[];
  /** The one safe answer: what the key or text at the place should be instead. */
  readonly fix?: string;
}

/** The names in braces of a message. */
type BlankNames<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}` ? Name | BlankNames<Rest> : never;

/** What the message of a code must be filled with. */
export type Blanks<C extends Code> = Readonly<Record<BlankNames<(typeof catalog)[C]["message"]>, string | number>>;

/** What a problem may say besides its message. */
export interface Extras {
  readonly hint?: string | undefined;
  readonly fix?: string | undefined;
  readonly related?: readonly Related[];
}

/** An author's text that is longer is cut where a message quotes it: many messages may quote one text. */
const LONGEST = 1_000;

function quoted(blank: unknown): string {
  const text = String(blank);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** The problem that a code stands for, at a place, with the message's blanks filled. Blanks are never expanded twice. */
export function problem<C extends Code>(code: C, place: Place, blanks: Blanks<C> & Extras): Diagnostic {
  const { level, message }: { level: Level; message: string } = catalog[code];
  const words: Readonly<Record<string, unknown>> = blanks;
  const filled = message.replace(/\{(\w+)\}/g, (_, name: string) => quoted(words[name]));
  const { hint, related, fix } = blanks as Extras;
  return { code, severity: level, message: filled, ...(hint ? { hint } : {}), place, related: related ?? [], ...(fix ? { fix } : {}) };
}

/** Collects the problems of a run in the order they are met; the report sorts them. */
export type Report = (diagnostic: Diagnostic) => void;
