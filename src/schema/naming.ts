import { parsePointer } from "#text";

/** Tokens of a pointer that say where in a schema something stands, not what it is. */
const structural = new Set([
  "properties", "patternProperties", "definitions", "$defs", "items", "prefixItems", "allOf", "oneOf", "anyOf", "not", "if", "then", "else",
  "additionalProperties", "schemas", "components", "schema", "channels", "operations", "messages", "message", "publish", "subscribe",
]); // prettier-ignore

/**
 * What to call a schema that has no name of its own, from the reference that leads to it: the last tokens that name something,
 * such as `userSignedUp payload` for `#/components/messages/userSignedUp/payload`; the file's name where there are none.
 */
export function nameOfReference(ref: string): string | undefined {
  const [path = "", fragment = ""] = ref.split("#");
  let decoded = fragment;
  try {
    decoded = decodeURIComponent(fragment);
  } catch {
    // RFC 3986 § 2.1: what is no percent-encoding stays as written.
  }
  const telling = (parsePointer(decoded) ?? []).filter((token) => !structural.has(token) && !/^\d+$/.test(token));
  const last = telling.at(-1);
  const before = telling.at(-2);
  if (last === "payload" || last === "headers") return before === undefined ? last : `${before} ${last}`;
  if (last !== undefined) return last;
  const file = path
    .split("/")
    .at(-1)
    ?.replace(/\.(?:json|ya?ml|avsc|proto|raml)$/, "");
  return file === "" ? undefined : file;
}
