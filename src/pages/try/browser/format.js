/**
 * What the validator takes of the room `format`, in a page: tables that a test compares, ranges of numbers, and the drafts in which schema
 * files are written.
 */
export { numberFormats } from "../../../format/number-ranges.ts";

const named = { identifier: "$id", besideReference: false };
const modern = { identifier: "$id", besideReference: true };

export const addressing = { "draft-06": named, "draft-07": named, "2019-09": modern, "2020-12": modern };

export function draftOf(uri) {
  const found = /^https?:\/\/json-schema\.org\/(?:draft-(04|06|07)\/schema|draft\/(2019-09|2020-12)\/schema)#?$/.exec(uri.trim());
  return found?.[1] ? `draft-${found[1]}` : found?.[2];
}

export const sameValueKeywords = new Set(["$ref", "$recursiveRef", "$dynamicRef", "allOf", "oneOf", "anyOf", "not", "if", "then", "else"]);
