import type { Node } from "#text";
import { entriesOf, itemsOf, stringOf, valueOf } from "#text";
import type { Documents } from "#documents";
import type { DescribedObject } from "./entity.ts";
import type { Message, Operation } from "./linked.ts";

/**
 * The values under a field that may be references: the value itself, list items, branches of `oneOf`, or the values of a map of
 * messages.
 */
function candidates(value: Node | undefined, field: string): readonly Node[] {
  if (!value || stringOf(value, "$ref") !== undefined) return value ? [value] : [];
  const branches = valueOf(value, "oneOf");
  if (branches || value.kind === "list") return itemsOf(branches ?? value);
  return field === "messages" ? entriesOf(value).map((entry) => entry.value) : [];
}

/** The references under a field that could not be followed, as written. */
export function unresolvedUnder(node: Node, field: string, documents: Documents): readonly string[] {
  return candidates(valueOf(node, field), field).flatMap((each) => {
    const ref = stringOf(each, "$ref");
    return ref !== undefined && documents.follow(each) === undefined ? [ref] : [];
  });
}

/**
 * The reference that stands in place of an object but could not be followed; `undefined` if there is none. It explains everything else
 * that is missing.
 */
export function lostReference({ otherFields }: Pick<DescribedObject, "otherFields">): string | undefined {
  const reference = otherFields.find(({ key, unread }) => unread && key === "$ref")?.value;
  return reference?.kind === "string" ? reference.value : undefined;
}

/** Whether it is unknown which channel an operation or its reply uses: it may be any. */
export function isAstray(operation: Operation): boolean {
  return (
    [operation.unresolved, operation.reply?.unresolved].some((each) => each?.channel !== undefined) ||
    lostReference(operation) !== undefined
  );
}

/** What the author wrote for a payload, or for a whole message, that could not be read. */
export function unreadPayload({ payload, node, otherFields }: Message): readonly Node[] {
  if (payload) return [];
  const given = valueOf(node, "payload");
  const whole = otherFields.filter(({ value, unread }) => unread && value.start === node.start && value.end === node.end);
  return [...(given ? [given] : []), ...whole.map(({ value }) => value)];
}
