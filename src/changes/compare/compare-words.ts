/** Compares texts for readers. */
import type { Entry, Node, Place } from "#text";
import { entriesOf, entryOf, itemsOf, listSome, stringOf, valueOf } from "#text";
import type { ChangeSubject } from "../report/index.ts";
import type { Comparison } from "./comparison.ts";

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
