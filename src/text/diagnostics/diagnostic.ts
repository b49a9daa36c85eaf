import type { Place } from "../json/index.ts";
import { LONGEST_TEXT_QUOTED, withoutPasswords } from "../json/index.ts";
import type { Code, Level } from "./catalog.ts";
import { catalog } from "./catalog.ts";

/** The default hint of a code whose message does not say what to do. A caller that knows more passes its own hint. */
const nextSteps: Partial<Record<Code, string>> = {
  "document/not-found": "Paths of documents are relative to the working folder.",
  "document/encoding": "Save the file as UTF-8.",
  "document/too-deep": "Nest less deeply, or raise limits.depth in the settings (1000 at most).",
  "document/empty": "Start with the format's version, info and the channels.",
  "document/multiple": "Give each document a file of its own, or remove the --- line.",
  "document/not-an-object": "Remove what stands around the document: it begins with keys, such as info.",
  "document/duplicate-key": "Remove one of the two, or rename it.",
  "document/key-not-a-string": "Write the key as one text, in quotes where it holds braces or brackets.",
  "document/key-read-as-text": "Put the key in quotes.",
  "document/tag": "Write the value itself; a reference to another file is { $ref: other.yaml }.",
  "document/merge-key": "Write the fields out, or use $ref.",
  "document/yaml-version": "Remove the %YAML line.",
  "document/alias-cycle": "Use $ref for what contains itself: references may form a cycle, aliases may not.",
  "document/not-json": "Write a number that other programs can hold, or a text in quotes.",
  "version/newer": "Look for a newer msgdocs.",
  "structure/reference-required": "Move the object to its place, such as in the components, and refer to it.",
  "reference/loop": "One of them must be the thing itself.",
  "reference/not-json-or-yaml": "Correct the file, or refer to another; one that ends in .json must be JSON.",
  "reference/remote-failed": "A copy of the file beside the document needs no network.",
  "reference/siblings-ignored": "Move them to what $ref leads to, or remove them.",
  "channel/ref-overlap": "Keep the field on one side.",
  "value/uri": "A URI begins with its scheme, such as urn:com:example:lamps.",
  "value/absolute-url": "Write the whole address, with https:// or another scheme.",
  "value/media-type": "Write the full type, such as application/json.",
  "value/runtime-expression": "Write $message.header#/… or $message.payload#/…",
  "value/location-target": "Correct the pointer, or describe the property in the schema.",
  "value/email": "Write an address such as team@example.com, or the url of a page.",
  "name/confusable": "Rename one of the two.",
  "name/invisible-character": "Delete the character.",
  "server/variable-undefined": "Define the variable, or write its value into the URL.",
  "server/variable-unused": "Use it in braces in the URL, or remove it.",
  "channel/uri-template": "Close the brace, or escape the character; a wildcard is a parameter.",
  "channel/parameter-unused": "Put it in braces into the address, or remove it.",
  "trait/forbidden-field": "Write it on what takes the trait over.",
  "tag/duplicate": "Remove one of the two.",
  "tag/duplicate-in-list": "Remove one of the two.",
  "message/headers-not-object": "Describe each header as a property of an object.",
  "message/schema-format-encoding": "Add +json or +yaml to the format.",
  "schema/pattern": "Write it in ECMAScript's syntax, or leave it out: nothing is held against it.",
  "schema/default": "Correct the default, or the type beside it.",
  "schema/value": "Correct the value, or the keyword that refuses it.",
  "schema/impossible": "Change one of the two, or take one out.",
  "schema/discriminator-inline": "Name the schema in the components and refer to it, or give the property a const.",
  "example/ambiguous": "Make the schemas differ: by required, a const, or additionalProperties: false.",
  "security/foreign-field": "Set the type that was meant, or remove the field.",
  "channel/repeated-path": "Leave the path out of the address, or out of the server.",
  "portal/not-built": "Correct the errors of the document. With --allow-errors, only one that cannot be read at all is left out.",
  "portal/clash": "Let the receiver accept what is sent, or the sender send what is asked for.",
  "portal/contradiction": "Ask who owns the channel, and correct the other document.",
  "portal/message-id": "Let both refer to one schema, or give one of the messages another id.",
  "portal/stale": "Correct the errors of the document.",
  "portal/not-received": "Describe the message in the receiver, where it takes it.",
  "portal/one-sided": "Add the document of the other side, where it is not outside of the portal.",
  "change/server": "Keep the old server beside the new one until all have moved.",
  "change/channel": "Keep the old channel beside the new one until nobody uses it.",
  "change/operation": "Keep the operation until nobody uses it.",
  "change/reply": "Keep the reply, or offer a new operation beside this one.",
  "change/message": "Send a new message on a channel of its own; keep an old one until nobody uses it.",
  "change/payload": "Keep what others rely on, or send a new message beside the old one.",
  "change/headers": "Keep the headers that others rely on.",
  "change/content-type": "Send the new format on a channel of its own.",
  "change/correlation-id": "Keep the old place filled as well.",
  "change/parameter": "Keep accepting the old values.",
  "change/security": "Keep the old alternative beside the new one.",
  "change/binding": "Look at who relies on it before you change it.",
  "change/reference": "Run msgdocs check on that version: it says what cannot be read.",
  "change/version":
    "Raise the major version (before 1.0.0: the minor), so that others are warned, or take the change back. A higher version does not accept the change.",
  "report/limit": "Mend what is listed and check again, or raise limits.reportCharacters in the settings.",
  "text/unsafe-link": "Write an http, https or mailto address, or the path of a file beside the document.",
  "text/remote-image": "Put the image beside the document and name it by a relative path.",
  "text/broken-link": "Correct the target: an anchor of the text, a file beside the document, or a part of the API such as message:name.",
  "coverage/threshold": "Describe what is named first, or look at all counts: msgdocs check --coverage.",
  "style/contact": "Give info a contact with a name, a url or an email.",
  "style/description": "Say in a sentence what it is for.",
  "style/tags-order": "Put the tags in the order of the alphabet.",
  "style/id-urn": "Write urn: and a namespace of yours.",
  "operation/reply-address": "Leave out the reply's address, or write address: null in the channel.",
  "operation/code-sample": "Write { lang: Python, source: the code }.",
  "style/operation-id": "Use letters, digits and _, not starting with a digit.",
  "theme/unquoted-attribute": "Put quotes around the expression.",
  "theme/stale-override": "Eject the template anew (msgdocs theme eject), and carry your change over.",
  "ruleset/finding": "The rule stands in the ruleset: mend the document, or change the rule's severity there.",
  "ruleset/not-run": "Write it with a function that is data, or keep it in the tool that runs code, and set it to off here.",
  "config/missing-rule": "Remove the line, and keep this check in the tool that has it.",
  "config/unused-disable": "Remove the comment, or correct the code; it stands right before the key or item it is for.",
};

export type Severity = Exclude<Level, "off">;

/** A further place that explains a problem, such as the schema that an example breaks. */
export interface Related {
  readonly message: string;
  readonly place: Place;
}

/** Text to insert at an offset of the file that the problem is in. */
export interface Insertion {
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
  /** The replacement for the key or text at the place, if there is exactly one safe answer. */
  readonly fix?: string | undefined;
  /** The text to insert if something is missing and there is exactly one safe answer. */
  readonly inserts?: readonly Insertion[] | undefined;
}

/** The names in braces in a message. */
type BlankNames<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}` ? Name | BlankNames<Rest> : never;

/** The values for the names in braces in the message of a code. */
export type Blanks<C extends Code> = Readonly<Record<BlankNames<(typeof catalog)[C]["message"]>, string | number>>;

/** The optional parts of a problem. */
export interface ProblemExtras {
  readonly hint?: string | undefined;
  readonly fix?: string | undefined;
  readonly inserts?: readonly Insertion[] | undefined;
  readonly related?: readonly Related[];
}

/** Cuts a text to the limit, and masks passwords. The result is a copy: a slice would keep the whole text in memory. */
function cut(whole: string): string {
  const text = withoutPasswords(whole);
  return text.length > LONGEST_TEXT_QUOTED ? [text.slice(0, LONGEST_TEXT_QUOTED), "…"].join("") : text;
}

function cutRelated(each: Related): Related {
  const message = cut(each.message);
  return message === each.message ? each : { ...each, message };
}

/** An author's text in quotes for a message, at most as long as a message shows. */
export function inQuotes(text: string): string {
  const said = withoutPasswords(text);
  return JSON.stringify(said.length > LONGEST_TEXT_QUOTED ? said.slice(0, LONGEST_TEXT_QUOTED + 1) : said);
}

const nonEmpty = (text: string | undefined): string | undefined => (text === "" ? undefined : text);

const noRelated: readonly Related[] = [];

/**
 * Creates the problem of a code at a place and fills the blanks of its message. Blanks are never expanded twice. All problems have
 * the same fields in the same order, which saves memory when there are very many.
 */
export function problem<C extends Code>(code: C, place: Place, blanks: Blanks<C> & ProblemExtras): Diagnostic {
  const { level, message }: { level: Level; message: string } = catalog[code];
  const words: Readonly<Record<string, unknown>> = blanks;
  const filled = message.replace(/\{(\w+)\}/g, (_, name: string) => cut(String(words[name])));
  const { hint, related, fix, inserts } = blanks as ProblemExtras;
  return {
    code,
    severity: level,
    message: filled,
    hint: hint ? cut(hint) : nextSteps[code],
    place,
    related: related?.map(cutRelated) ?? noRelated,
    fix: nonEmpty(fix),
    inserts,
  };
}

/** What to do about a problem of this code, whatever its place. */
export function nextStep(code: Code): string | undefined {
  return nextSteps[code];
}

/** Takes the problems of a run in the order of their discovery; the report sorts them. */
export type DiagnosticReporter = (diagnostic: Diagnostic) => void;
