import { keywordsHolding } from "#format";
import type { Entry, Node, TextFile, Tile } from "#text";
import { entriesOf, entryOf, itemsOf, lastBefore } from "#text";

/** A stretch of a tile that means nothing, counted from the tile's start. */
export interface Cut {
  readonly start: number;
  readonly end: number;
  /** What is left in its place. */
  readonly mark: "" | "\0";
}

/** Whether an offset is inside of a key or of a scalar: what looks like a comment there is none. */
function isInText(root: Node, offset: number): boolean {
  let node = root;
  while (offset >= node.start && offset < node.end) {
    if (node.kind !== "map" && node.kind !== "list") return true;
    const parts: readonly (Entry | Node)[] = node.kind === "map" ? node.entries : node.items;
    const part: Entry | Node | undefined = parts[lastBefore(parts, offset)];
    if (!part || offset < part.start) return false;
    if ("key" in part && offset < part.end) return true;
    node = "key" in part ? part.value : part;
  }
  return false;
}

/** The lines of a tile that are comments. */
function comments({ text, language }: TextFile, { start, end, node, path }: Tile): Cut[] {
  // Where aliases put values elsewhere, nobody knows from its offset what stands there.
  if (language === "json" || (path.length === 0 && node)) return [];
  const words = text.slice(start, end);
  if (!words.includes("#")) return [];
  const lines = [...words.matchAll(/^[ \t]*#.*\n?/gm)];
  // The tile's own key can go over several lines in quotes; it is part of the name that is hashed too.
  const isComment = (sign: number): boolean => !(node && isInText(node, sign));
  return lines
    .filter(({ index, 0: line }) => isComment(start + index + line.indexOf("#")))
    .map(({ index, 0: line }) => ({ start: index, end: index + line.length, mark: "" }));
}

/** Keywords of the Schema Object whose values are schemas, by themselves, in a list, or under names. */
const SCHEMAS = [...keywordsHolding(["schema"], "schema-object")];
const LISTS = [...keywordsHolding(["list of schemas"], "schema-object")];
const MAPS = [...keywordsHolding(["map of schemas"], "schema-object")];

function below(schema: Node): Node[] {
  return [
    ...SCHEMAS.flatMap((key) => entryOf(schema, key)?.value ?? []),
    ...LISTS.flatMap((key) => itemsOf(entryOf(schema, key)?.value)),
    ...MAPS.flatMap((key) => entriesOf(entryOf(schema, key)?.value).map(({ value }) => value)),
  ];
}

/**
 * The texts of the descriptions of a schema under the components, and of the schemas in it. That there is one counts, and what it
 * says is looked at where it stands.
 */
function descriptions({ start, node, path }: Tile): Cut[] {
  if (!node || path.length !== 3 || path[0] !== "components" || path[1] !== "schemas" || entryOf(node, "schemaFormat")) return [];
  const cuts: Cut[] = [];
  const open: Node[] = [node];
  for (let schema = open.pop(); schema; schema = open.pop()) {
    if (schema.kind !== "map" || entryOf(schema, "$ref")) continue;
    const text = entryOf(schema, "description")?.value;
    if (text?.kind === "string") cuts.push({ start: text.start - start, end: text.end - start, mark: "\0" });
    for (const part of below(schema)) open.push(part);
  }
  return cuts;
}

/** What of a tile makes no difference to what it describes: comments, and in the main document what schemas say in words. */
export function cutsOf(file: TextFile, tile: Tile, isMain: boolean): readonly Cut[] {
  const cuts = isMain ? [...comments(file, tile), ...descriptions(tile)] : comments(file, tile);
  return cuts.sort((one, other) => one.start - other.start);
}

/** A text without its cuts. */
export function without(text: string, cuts: readonly Cut[]): string {
  let kept = "";
  let at = 0;
  for (const { start, end, mark } of cuts) {
    kept += text.slice(at, start) + mark;
    at = end;
  }
  return kept + text.slice(at);
}

/** Where an offset is when the cuts are gone. */
export function offsetWithout(offset: number, cuts: readonly Cut[]): number {
  let gone = 0;
  for (const { start, end } of cuts) {
    if (start >= offset) break;
    gone += Math.min(end, offset) - start;
  }
  return offset - gone;
}
