/** Compares messages. */
import type { Direction, Message, SchemaSource } from "#model";
import type { Node } from "#text";
import { valueOf } from "#text";
import { compareBindings } from "./compare-bindings.ts";
import { compareSchemas, otherSide, schemaOfType } from "./compare-schemas.ts";
import { capital, compareWords, messageName, quoted, subjectOf, uncapital } from "./compare-words.ts";
import type { Comparison, FieldChange } from "./comparison.ts";
import { factOf } from "./facts.ts";
import { unreadFormat } from "./match.ts";
import { fieldsOf } from "./schema-fields.ts";

/** The fields of a message that are compared by what they mean. */
const JUDGED = ["payload", "headers", "schemaFormat", "contentType", "correlationId", "bindings", "traits"];

/** A message in both versions, with the directions in which the application uses it. */
export interface MessagePair {
  readonly old: Message;
  readonly new: Message;
  readonly directions: ReadonlySet<Direction>;
}

/** Reports the changes in one message. */
export function compareMessage({ old, new: now, directions }: MessagePair, comparison: Comparison): void {
  if (comparison.areSame(old.node, now.node) && old.effectiveContentType === now.effectiveContentType && isSameFormat(old, now, comparison))
    return;
  const subject = subjectOf(now);
  const name = messageName(now);
  for (const part of ["payload", "headers"] as const) comparePart(part, { old, new: now, directions }, comparison);
  compareContentType(old, now, comparison);
  compareCorrelation(old, now, comparison);
  compareBindings(old, now, { what: name, subject, directions: [...directions] }, comparison);
  const nameOf = ({ name: own, id }: Message): string => own?.value ?? id;
  const judged = nameOf(old) === nameOf(now) ? [...JUDGED, "name"] : JUDGED;
  compareWords(old, now, { what: name, subject, judged }, comparison);
}

/** Whether the schema formats are the same. Without `schemaFormat` they follow the version of the document. */
function isSameFormat(old: Message, now: Message, { old: before, new: after }: Comparison): boolean {
  return (["payload", "headers"] as const).every((part) => {
    const [one, other] = [old[part], now[part]];
    return !one || !other || before.schemas.languageOf(one) === after.schemas.languageOf(other);
  });
}

function comparePart(part: "payload" | "headers", { old, new: now, directions }: MessagePair, comparison: Comparison): void {
  if (!old[part] && !now[part]) return;
  // Without a description, headers may be any object.
  const [before, after] = [old, now].map(
    (message): SchemaSource | undefined =>
      message[part] ?? (part === "headers" ? { node: schemaOfType("object", message.node) } : undefined),
  );
  const subject = subjectOf(now);
  const code = `change/${part}` as const;
  const what = `The ${part} of ${messageName(now)}`;
  const unread = [before && unreadFormat(before, comparison.old), after && unreadFormat(after, comparison.new)].find((each) => each);
  if (before && after && unread && !comparison.areSame(before.node, after.node)) {
    const message = `Whether ${uncapital(what)} will still fit cannot be told: it is written as \`schemaFormat\` and \`schema\`, which a document of 2.x does not read.`;
    const [only, another] = directions;
    const affects = only && !another ? otherSide[only] : "all";
    comparison.add({ code, verdict: "unknown", affects, message, subject, old: before.node, new: after.node });
    return;
  }
  if (before && after) {
    const undescribed = old[part] ? (now[part] ? undefined : "new") : "old";
    const isJson = part === "payload" && isWrittenAsJson(now, comparison.new);
    compareSchemas({ code, what, subject, old: before, new: after, undescribed, directions: [...directions], isJson }, comparison);
    const [one, other] = [wrapperOf(old, part, comparison.old), wrapperOf(now, part, comparison.new)];
    if (one && other) compareWords({ node: one }, { node: other }, { what, subject, judged: ["schema", "schemaFormat"] }, comparison);
    noteFieldChanges({ message: now.id, part, old: before, new: after }, comparison);
    return;
  }
  // A new schema may refuse what senders sent before. Without a schema, receivers may get anything.
  const open: Direction = after ? "receive" : "send";
  const isOpen = directions.has(open);
  const message = after
    ? `${what} now has a schema${isOpen ? ", which may refuse what was sent before" : ""}.`
    : `${what} no longer has a schema: anything ${isOpen ? "may be sent" : "is accepted"}.`;
  const places = { old: before?.node, new: after?.node, within: now.node };
  comparison.add({ code, verdict: isOpen ? "unknown" : "compatible", affects: otherSide[open], message, subject, ...places });
}

/** The object around a schema that states its format (3.x). */
function wrapperOf(message: Message, part: "payload" | "headers", { documents }: Comparison["new"]): Node | undefined {
  const written = valueOf(message.node, part);
  const wrapper = written && documents.follow(written);
  const schema = valueOf(wrapper, "schema");
  return schema && (schema === message[part]?.node || documents.follow(schema) === message[part]?.node) ? wrapper : undefined;
}

/** Whether the document says that a payload is JSON. Where it says nothing, a schema of another language tells how values are written. */
function isWrittenAsJson({ contentType, effectiveContentType }: Message, { api }: Comparison["new"]): boolean {
  const isStated = [contentType, api.defaultContentType].some((each) => each?.value.trim());
  return isStated && isJsonType(effectiveContentType);
}

function isJsonType(contentType: string): boolean {
  return /^[^;]*[/+]json\s*(?:;|$)/i.test(contentType);
}

/**
 * A media type for comparing, without differences in case, space, quotes and order of parameters (RFC 9110). JSON is always UTF-8
 * (RFC 8259), so a `charset` that says it says nothing.
 */
function normalized(contentType: string): string {
  const [type = "", ...parameters] = contentType
    .toLowerCase()
    .split(";")
    .map((part) => part.trim().replace(/^([^=]*?)\s*=\s*"?(.*?)"?$/, "$1=$2"));
  const meant = parameters.filter((each) => each !== "" && !(isJsonType(type) && /^charset=utf-?8$/.test(each)));
  return [type, ...meant.sort()].join(";");
}

/** Whether two media types mean the same. */
export function isSameType(one: string, other: string): boolean {
  return normalized(one) === normalized(other);
}

function compareContentType(old: Message, now: Message, comparison: Comparison): void {
  const [before, after] = [old.effectiveContentType, now.effectiveContentType];
  if (isSameType(before, after)) return;
  const message = `The content type of ${messageName(now)} was ${quoted(before)} and is ${quoted(after)}.`;
  const places = { old: old.contentType ?? old.node, new: now.contentType ?? now.node };
  const stated = now.contentType ?? comparison.new.api.defaultContentType ?? places.new;
  const facts = [factOf({ key: "change.content-type", blanks: { was: before, is: after } }, stated)];
  comparison.add({ code: "change/content-type", verdict: "breaking", message, facts, subject: subjectOf(now), ...places });
}

function compareCorrelation(old: Message, now: Message, comparison: Comparison): void {
  const [before, after] = [old.correlationId?.location?.value, now.correlationId?.location?.value];
  const [subject, what] = [subjectOf(now), `the correlation id of ${messageName(now)}`];
  if (before === after) {
    if (old.correlationId && now.correlationId)
      compareWords(old.correlationId, now.correlationId, { what, subject, judged: ["location"] }, comparison);
    return;
  }
  const verdict = before === undefined ? "compatible" : "breaking";
  const message = `${capital(what)} ${after === undefined ? "is gone" : before === undefined ? `is new, at ${quoted(after)}` : `was at ${quoted(before)} and is at ${quoted(after)}`}.`;
  const places = { old: old.correlationId?.node, new: now.correlationId?.node, within: now.node };
  comparison.add({ code: "change/correlation-id", verdict, message, subject, ...places });
}

/** A part of a message in both versions. */
interface PartPair extends Pick<FieldChange, "message" | "part"> {
  readonly old: SchemaSource;
  readonly new: SchemaSource;
}

/** The paths that have fields below them. */
function parentsOf(paths: Iterable<string>): ReadonlySet<string> {
  const parents = new Set<string>();
  for (const path of paths)
    for (let end = path.lastIndexOf("/"); end > 0 && !parents.has(path.slice(0, end)); end = path.lastIndexOf("/", end - 1))
      parents.add(path.slice(0, end));
  return parents;
}

/**
 * Notes which fields of a message are new and which were changed. A field with fields of its own only counts as changed if it became
 * required or optional: the others tell for themselves.
 */
function noteFieldChanges({ message, part, old, new: now }: PartPair, comparison: Comparison): void {
  if (comparison.areSame(old.node, now.node)) return;
  const [before, after] = [fieldsOf(comparison.old.schemas.of(old)), fieldsOf(comparison.new.schemas.of(now))];
  const parents = parentsOf([...before.keys(), ...after.keys()]);
  for (const [path, { pointer, place, schema, required }] of after) {
    const earlier = before.get(path);
    const change = { message, part, path: pointer, place };
    if (!earlier) comparison.fields.push({ ...change, what: "added" });
    else if (earlier.required !== required || (!parents.has(path) && !comparison.areSameSchemas(earlier.schema.node, schema.node)))
      comparison.fields.push({ ...change, what: "changed" });
  }
}
