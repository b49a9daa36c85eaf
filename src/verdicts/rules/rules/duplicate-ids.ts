import type { Message, Operation } from "#model";
import type { Code, Place, Node } from "#text";
import { inQuotes, problem, valueOf, itemsOf, stringOf } from "#text";
import type { Rule, RuleContext } from "../rule.ts";

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
