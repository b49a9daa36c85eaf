import type { Api, Message } from "#model";

/** Schema languages that have an encoding of their own. What they describe is not JSON, unless the document says so. */
const ENCODED = /avro|protobuf/i;

/** Whether a payload is in a binary encoding. */
export function isEncoded({ contentType, payload }: Message): boolean {
  return !contentType && ENCODED.test(payload?.format?.value ?? "");
}

/** The content type of a message; empty if the document names none and its schema language tells that JSON would be a wrong guess. */
export function contentTypeOf({ defaultContentType }: Api, message: Message): string {
  return isEncoded(message) && !defaultContentType?.value.trim() ? "" : message.effectiveContentType;
}
