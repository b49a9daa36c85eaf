import type { ScalarNode } from "../json/index.ts";

const PREFIX = "tag:yaml.org,2002:";

/**
 * Whether a tag says what a scalar already is. The JSON Schema ruleset (YAML 1.2.2 § 10.2) has the seven tags
 * `map seq str null bool int float` and no other.
 */
export function tagFits(tag: string, node: ScalarNode): boolean {
  switch (tag) {
    case "!":
    case `${PREFIX}str`:
      return node.kind === "string";
    case `${PREFIX}null`:
      return node.kind === "null";
    case `${PREFIX}bool`:
      return node.kind === "boolean";
    case `${PREFIX}int`:
      return node.kind === "number" && /^-?\d+$/.test(node.raw);
    case `${PREFIX}float`:
      return node.kind === "number";
    default:
      return false;
  }
}

/** Whether a tag makes a scalar a string whatever is written. */
export function isStringTag(tag: string | undefined): boolean {
  return tag === "!" || tag === `${PREFIX}str`;
}

/** Whether a tag says what a collection already is. */
export function collectionTagFits(tag: string, kind: "map" | "list"): boolean {
  return tag === "!" || tag === `${PREFIX}${kind === "map" ? "map" : "seq"}`;
}
