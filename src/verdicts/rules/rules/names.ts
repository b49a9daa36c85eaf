import type { Message, Operation } from "#model";
import type { Code, Entry, Node, Place } from "#text";
import { entriesOf, inQuotes, invisibleProblem, itemsOf, problem, stringOf, valueOf } from "#text";
import type { Rule, RuleContext } from "../rule.ts";

/** The maps whose keys are names of the API. */
function* namedMaps({ api }: RuleContext): Generator<readonly Entry[]> {
  for (const key of ["servers", "channels", "operations"]) yield entriesOf(valueOf(api.node, key));
  for (const { value } of entriesOf(valueOf(api.node, "components"))) yield entriesOf(value);
}

/** The Unicode normal form of a name, and that form in lower case, to compare names that look alike. */
function fold(name: string): { form: string; all: string } {
  const form = name.normalize("NFC");
  return { form, all: form.toLowerCase() };
}

function checkMap(entries: readonly Entry[], { report }: RuleContext): void {
  const seen = new Map<string, Entry>();
  for (const entry of entries) {
    const { form, all } = fold(entry.key);
    const other = seen.get(all);
    if (!other) {
      seen.set(all, entry);
      continue;
    }
    const difference = form === other.key.normalize("NFC") ? "their Unicode form" : "case";
    const related = [{ message: "the other one stands here", place: other }];
    report(problem("name/confusable", entry, { name: inQuotes(entry.key), other: inQuotes(other.key), difference, related }));
  }
}

function checkSeen(node: Node | undefined, { report }: RuleContext): void {
  const found = node?.kind === "string" ? invisibleProblem(node.value, node) : undefined;
  if (found) report(found);
}

const nameFields = ["operationId", "messageId", "name", "title"];

/** Names that readers cannot tell apart or cannot see whole. Keys of files were checked when the file was read. */
export const names: Rule = {
  codes: ["name/confusable", "name/invisible-character"],
  check(context) {
    for (const entries of namedMaps(context)) checkMap(entries, context);
    checkSeen(valueOf(valueOf(context.api.node, "info"), "title"), context);
    for (const { node } of [...context.api.operations, ...context.api.messages]) {
      for (const field of nameFields) checkSeen(valueOf(node, field), context);
    }
  },
};

interface TagList {
  readonly list: Node | undefined;
  readonly root: boolean;
}

function* tagLists({ api }: RuleContext): Generator<TagList> {
  yield { list: valueOf(api.node, "tags"), root: true };
  yield { list: valueOf(api.info.node, "tags"), root: false };
  for (const group of [api.servers, api.channels, api.operations, api.messages, api.components]) {
    for (const { node } of group) yield { list: valueOf(node, "tags"), root: false };
  }
}

/** A tag's name should occur once in each list. The format requires it only for the root list of 2.x. */
export const duplicateTags: Rule = {
  codes: ["tag/duplicate", "tag/duplicate-in-list"],
  check(context) {
    const judged = new Set<Node>();
    for (const { list, root } of tagLists(context)) {
      if (!list || judged.has(list)) continue;
      judged.add(list);
      const code = root && context.api.dialect.line === "2" ? "tag/duplicate" : "tag/duplicate-in-list";
      const first = new Map<string, Node>();
      for (const item of itemsOf(list)) {
        const tag = context.documents.follow(item) ?? item;
        const name = stringOf(tag, "name");
        if (name === undefined) continue;
        const place = valueOf(item, "name") ?? item;
        const before = first.get(name);
        if (before)
          context.report(problem(code, place, { name: inQuotes(name), related: [{ message: "it stands here first", place: before }] }));
        else first.set(name, place);
      }
    }
  },
};

type IdCode = Extract<Code, "operation/duplicate-id" | "message/duplicate-id">;

/** Reports each id that several things have once: at its second place, with the others as related places. */
function reportDuplicates(code: IdCode, places: ReadonlyMap<string, readonly Place[]>, { report }: RuleContext): void {
  for (const [id, all] of places) {
    const [first, second, ...more] = all;
    if (!first || !second) continue;
    const related = [first, ...more].map((place) => ({ message: "the same id stands here", place }));
    report(problem(code, second, { id: inQuotes(id), count: all.length, hint: "Ids are unique in the whole API.", related }));
  }
}

/**
 * The places of an id field by its text. The field is read after traits are merged. If one trait gives an id to several objects, their
 * own places are used.
 */
function placesOf(field: string, objects: readonly (Operation | Message)[]): Map<string, Place[]> {
  const places = new Map<string, Place[]>();
  for (const object of objects) {
    const node = valueOf(object.node, field);
    if (node?.kind !== "string") continue;
    const own = valueOf(object.written, field) ? node : object.written;
    const list = places.get(node.value);
    if (list) list.push(own);
    else places.set(node.value, [own]);
  }
  return places;
}

/** `operationId` (2.x) and `messageId` must be unique. A message that is used twice counts once. */
export const duplicateIds: Rule = {
  codes: ["operation/duplicate-id", "message/duplicate-id"],
  check(context) {
    const { api } = context;
    if (api.dialect.line === "2") reportDuplicates("operation/duplicate-id", placesOf("operationId", api.operations), context);
    if (api.dialect.line !== "3") reportDuplicates("message/duplicate-id", placesOf("messageId", api.messages), context);
  },
};
