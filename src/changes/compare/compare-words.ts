/** Compares texts for readers, and names things in sentences. */
import { namesInBraces } from "#format";
import type { Channel, Message, Operation, Server } from "#model";
import type { Code, Entry, Node, Place } from "#text";
import { entriesOf, entryOf, itemsOf, listSome, stringOf, valueOf } from "#text";
import type { Affected, ChangeSubject } from "../report/index.ts";
import type { Comparison } from "./comparison.ts";
import type { Matches } from "./match.ts";

/** An object with descriptions for readers. */
export interface TextOwner {
  readonly node: Node;
}

/** Words that most objects have, in the order in which they are told. */
const COMMON = ["title", "termsOfService", "contact", "license", "summary", "description", "externalDocs", "deprecated", "examples"];

/** Ids that people may read, which one line of the format writes and another does not. */
const IDS: ReadonlySet<string> = new Set(["messageId", "operationId"]);

/** How the words of an object are told. */
interface WordOptions {
  readonly what: string;
  readonly subject: ChangeSubject;
  /** The fields whose changes are reported otherwise. All others are words. */
  readonly judged: readonly string[];
}

/** Reports changed descriptions of an object: all fields that nothing else judges. Programs do not read them, so nobody is affected. */
export function compareWords(old: TextOwner, now: TextOwner, { what, subject, judged }: WordOptions, comparison: Comparison): void {
  if (comparison.areSame(old.node, now.node)) return;
  const keys = [old, now].flatMap(({ node }) => entriesOf(node).map(({ key }) => key));
  const order = [...COMMON.filter((key) => keys.includes(key)), ...keys];
  const changed = [...new Set(order)].filter((field) => !judged.includes(field) && !hasSameWords(field, old.node, now.node, comparison));
  if (changed.length === 0) return;
  const placeOf = ({ node }: TextOwner): Place =>
    changed.map((field) => entryOf(node, field)?.value).find((each) => each !== undefined) ?? node;
  const message = `Words of ${what} changed: ${listSome(changed, 8)}.`;
  comparison.add({ code: "change/words", verdict: "annotation", message, subject, old: placeOf(old), new: placeOf(now) });
}

function hasSameWords(field: string, old: Node, now: Node, comparison: Comparison): boolean {
  const [before, after] = [worded(old, field), worded(now, field)];
  if (IDS.has(field) && !(before && after) && !comparison.isOneLine) return true;
  if (field !== "tags") return comparison.areSame(before, after);
  const [tags, others] = [tagsOf(before, comparison.old), tagsOf(after, comparison.new)];
  return tags.size === others.size && [...tags].every(([name, tag]) => comparison.areSame(tag, others.get(name)));
}

/** An object with fields that another version of the format writes elsewhere. Its own fields win. */
export function withFields(node: Node, fields: Readonly<Record<string, Node | undefined>>): Node {
  if (node.kind !== "map") return node;
  const more = Object.entries(fields).flatMap(([key, value]): Entry[] => {
    if (!value || entryOf(node, key)) return [];
    const { file, start, end } = value;
    return [{ file, start, end, key, value }];
  });
  return more.length === 0 ? node : { ...node, entries: [...node.entries, ...more] };
}

/** The value of a field, unless it is `false` or an empty list, which mean the same as no field. */
function worded(node: Node, field: string): Node | undefined {
  const value = valueOf(node, field);
  if (value?.kind === "boolean" && !value.value) return undefined;
  return value?.kind === "list" && value.items.length === 0 ? undefined : value;
}

/** Tags by name. Their order does not count. */
function tagsOf(tags: Node | undefined, { documents }: Comparison["old"]): ReadonlyMap<string, Node> {
  return new Map(itemsOf(tags).map((tag) => [stringOf(documents.follow(tag), "name") ?? "", tag]));
}

/** A name of the document in quotes, shortened to fit in a sentence. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > 200 ? `${name.slice(0, 200)}…` : name);
}

/** A text with a capital letter, for the beginning of a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function serverName({ id }: Server): string {
  return `server ${quoted(id)}`;
}

export function channelName({ address, id }: Channel): string {
  return `channel ${quoted(address ?? id)}`;
}

export function operationName({ isNamed, id, channel, direction }: Operation): string {
  if (isNamed || !channel) return `operation ${quoted(id)}`;
  return `the operation that ${direction === "send" ? "sends to" : "receives from"} ${channelName(channel)}`;
}

export function messageName({ title, name, isNamed }: Message): string {
  return isNamed ? `message ${quoted(name?.value ?? title)}` : "the message";
}

/** A sentence's subject within a sentence. */
export function uncapital(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Whether a name that both have is at another position. What is filled in there is then something else. */
export function isReordered(names: readonly string[], others: readonly string[]): boolean {
  return (
    names.length === others.length &&
    names.some((name, at) => others.includes(name) && others.indexOf(name) !== names.indexOf(name) && others[at] !== name)
  );
}

/** What the parameters of an address are, by their position: names may change. */
export function byPosition<Item extends Named>(address: string, all: readonly Item[]): readonly (Item | undefined)[] {
  return namesInBraces(address).map((name) => all.find((each) => each.name === name));
}

interface Named {
  readonly name: string;
}

/** Those of which an address has no name in braces. */
export function unfilled<Item extends Named>(all: readonly Item[], names: readonly string[]): readonly Item[] {
  return all.filter(({ name }) => !names.includes(name));
}

/** What a change is about. */
export function subjectOf({ kind, id }: ChangeSubject): ChangeSubject {
  return { kind, id };
}

/** Reports what only one version has. */
export function reportUnmatched<T extends ChangeSubject & TextOwner>(
  { removed, added }: Pick<Matches<T>, "removed" | "added">,
  { code, nameOf, affectedBy }: { readonly code: Code; readonly nameOf: (each: T) => string; readonly affectedBy?: (each: T) => Affected },
  within: Node | undefined,
  comparison: Comparison,
): void {
  for (const each of removed) {
    const message = `${capital(nameOf(each))} is gone.`;
    comparison.add({ code, verdict: "breaking", affects: affectedBy?.(each), message, subject: subjectOf(each), old: each.node, within });
  }
  for (const each of added) {
    const message = `${capital(nameOf(each))} is new.`;
    comparison.add({ code, verdict: "compatible", message, subject: subjectOf(each), new: each.node });
  }
}

/** Calls back for each name that both lists have. */
export function comparePairs<Item extends Named>(
  old: readonly Item[],
  now: readonly Item[],
  compare: (old: Item, now: Item) => void,
): void {
  for (const one of old) {
    const other = now.find(({ name }) => name === one.name);
    if (other) compare(one, other);
  }
}
