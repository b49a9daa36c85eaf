import { keywordsHolding } from "#format";
import type { Entry, MapNode, Node, StringNode } from "#text";
import type { Language } from "#schema";
import { readsKeyword } from "#schema";
import { broughtForward } from "./brought-forward.ts";
import { dialectOf } from "./dialect.ts";

/** A keyword that refers to another schema. */
export interface Reference {
  readonly role: "reference";
  readonly key: string;
  readonly value: StringNode;
}

/** One keyword of a schema with what its value holds. */
export type Part = Reference | { readonly role: "data" | "schema" | "list" | "map"; readonly key: string; readonly value: Node };

const SINGLE = keywordsHolding(["schema"]);
const LISTS = keywordsHolding(["list of schemas"]);
const MAPS = keywordsHolding(["map of schemas", "map of schemas or names"]);
/** Dynamic references are read as the plain ones that they are where nothing overrides their target. */
const REFERENCES = keywordsHolding(["reference"]);

/**
 * What only says where a schema is: a file's schemas refer to one another by pointers, and inner identifiers would move their base.
 * Definitions go where they are referred to.
 */
const ADDRESSES = new Set(["$schema", "$id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary", "definitions", "$defs"]);

/** Keywords that say nothing of what is valid may stand beside a reference in any draft. */
const ANNOTATIONS = new Set(["title", "description", "$comment", "default", "examples", "deprecated", "readOnly", "writeOnly"]);

/** Languages in which what stands beside a reference counts. */
const SIBLINGS: readonly Language[] = ["2019-09", "2020-12", "openapi-3.1"];

function partOf({ key, value }: Entry, language: Language): Part | undefined {
  if (REFERENCES.has(key) && value.kind === "string") return { role: "reference", key, value };
  if (ADDRESSES.has(key) || (key === "id" && language === "draft-04")) return undefined;
  // `items` holds a schema, or a list of them.
  if (LISTS.has(key) && (value.kind === "list" || !SINGLE.has(key))) return { role: "list", key, value };
  if (MAPS.has(key)) return { role: "map", key, value };
  return { role: SINGLE.has(key) ? "schema" : "data", key, value };
}

/** Without what the language does not read and the file's draft would: it must not come to mean anything. */
function readable(node: MapNode, language: Language): MapNode {
  const target = dialectOf(language).language;
  const entries = node.entries.filter(({ key, value }) => !readsKeyword(target, key) || readsKeyword(language, key, value));
  return entries.length === node.entries.length ? node : { ...node, entries };
}

/** The keywords of a schema as its file has them, each with what it holds, in document order. */
export function partsOf(written: MapNode, language: Language): readonly Part[] {
  const node = readable(written, language);
  const isOld = language === "draft-04" || language === "openapi-3.0";
  const entries = isOld ? broughtForward(node, language === "openapi-3.0") : node.entries;
  const parts = entries.flatMap((entry) => partOf(entry, language) ?? []);
  const isReference = !SIBLINGS.includes(language) && parts.some(({ role }) => role === "reference");
  return isReference ? parts.filter(({ role, key }) => role === "reference" || ANNOTATIONS.has(key) || key.startsWith("x-")) : parts;
}

/** The schemas that stand in a part itself. */
export function schemasIn({ role, value }: Part): readonly Node[] {
  if (role === "schema") return [value];
  if (role === "list" && value.kind === "list") return value.items;
  // A list of `dependencies` is one of names.
  return role === "map" && value.kind === "map" ? value.entries.flatMap((each) => (each.value.kind === "list" ? [] : [each.value])) : [];
}
