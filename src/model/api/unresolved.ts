import type { Node } from "#text";
import { entriesOf, itemsOf, stringOf, valueOf } from "#text";
import type { Documents } from "#documents";
import type { Message } from "./linked.ts";

/** What may be a reference under a field: the value, the items of a list, the values of a map, the branches of `oneOf`. */
function candidates(value: Node | undefined): readonly Node[] {
  if (!value || stringOf(value, "$ref") !== undefined) return value ? [value] : [];
  const branches = valueOf(value, "oneOf");
  return [...itemsOf(branches ?? value), ...entriesOf(value).map((entry) => entry.value)];
}

/** The references under a field of an object that lead nowhere, as written. */
export function unresolvedUnder(node: Node, field: string, documents: Documents): readonly string[] {
  return candidates(valueOf(node, field)).flatMap((each) => {
    const ref = stringOf(each, "$ref");
    return ref !== undefined && documents.follow(each) === undefined ? [ref] : [];
  });
}

/** What stands where the payload of a message should, or where all of the message should, and could not be read. */
export function unreadPayload({ payload, node, otherFields }: Message): readonly Node[] {
  if (payload) return [];
  const given = valueOf(node, "payload");
  const whole = otherFields.filter(({ value, unread }) => unread && value.start === node.start && value.end === node.end);
  return [...(given ? [given] : []), ...whole.map(({ value }) => value)];
}
