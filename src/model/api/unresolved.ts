import type { Node } from "#text";
import { entriesOf, itemsOf, stringOf, valueOf } from "#text";
import type { Documents } from "#documents";
import type { DescribedObject } from "./entity.ts";
import type { Message, Operation } from "./linked.ts";

/** What may be a reference under a field: the value, the items of a list, the branches of `oneOf`, the values of a map of messages. */
function candidates(value: Node | undefined, field: string): readonly Node[] {
  if (!value || stringOf(value, "$ref") !== undefined) return value ? [value] : [];
  const branches = valueOf(value, "oneOf");
  if (branches || value.kind === "list") return itemsOf(branches ?? value);
  return field === "messages" ? entriesOf(value).map((entry) => entry.value) : [];
}

/** The references under a field of an object that lead nowhere, as written. */
export function unresolvedUnder(node: Node, field: string, documents: Documents): readonly string[] {
  return candidates(valueOf(node, field), field).flatMap((each) => {
    const ref = stringOf(each, "$ref");
    return ref !== undefined && documents.follow(each) === undefined ? [ref] : [];
  });
}

/** The reference that stands in the place of an object and leads nowhere: all else that is not known of it follows from that. */
export function lostReference({ otherFields }: Pick<DescribedObject, "otherFields">): string | undefined {
  const reference = otherFields.find(({ key, unread }) => unread && key === "$ref")?.value;
  return reference?.kind === "string" ? reference.value : undefined;
}

/** Whether it cannot be told which channel an operation or its reply goes over: it may be any. */
export function isAstray(operation: Operation): boolean {
  return (
    [operation.unresolved, operation.reply?.unresolved].some((each) => each?.channel !== undefined) ||
    lostReference(operation) !== undefined
  );
}

/** What stands where the payload of a message should, or where all of the message should, and could not be read. */
export function unreadPayload({ payload, node, otherFields }: Message): readonly Node[] {
  if (payload) return [];
  const given = valueOf(node, "payload");
  const whole = otherFields.filter(({ value, unread }) => unread && value.start === node.start && value.end === node.end);
  return [...(given ? [given] : []), ...whole.map(({ value }) => value)];
}
