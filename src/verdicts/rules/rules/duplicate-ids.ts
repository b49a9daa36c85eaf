import type { Code, Place } from "#text";
import { inQuotes, problem, valueOf } from "#text";
import type { Message, Operation } from "#model";
import type { Rule, RuleContext } from "../rule.ts";

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
