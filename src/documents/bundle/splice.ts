import type { Entry, MapNode, Node } from "#text";
import { entryOf } from "#text";
import type { Change } from "./emit.ts";
import type { Moved } from "./homes.ts";
import {
  afterLine,
  blockText,
  commentAfter,
  flowText,
  indentAt,
  isFlow,
  jsonText,
  keyIndent,
  lineIndent,
  quotedLike,
  textFor,
} from "./layout.ts";
import { byGroup } from "./with-moved.ts";

/** A piece of text in place of another. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Something to add to a map: under a key a value, or a map that holds such. */
type Addition = readonly [key: string, value: Node];

function mapOf(additions: readonly Addition[], like: Node): MapNode {
  const { file, start, end } = like;
  const place = { file, start, end };
  return { kind: "map", ...place, entries: additions.map(([key, value]): Entry => ({ ...place, key, value })) };
}

function changed(change: Change): Edit {
  const { file, start, end } = change.at;
  if (change.kind === "ref") return { start, end, text: quotedLike(change.value, change.at) };
  const text = textFor(change.value, change.at);
  const after = file.language === "json" || isFlow(change.at) ? undefined : commentAfter(file, end);
  // A comment stays at the head of what comes for the reference it was written at.
  return after ? { start, end: after.end, text: `${after.comment}\n${indentAt(file, start)}${text}` } : { start, end, text };
}

/** Entries of a map in braces, after its last one. */
function intoFlow(map: MapNode, additions: readonly Addition[]): Edit {
  const { file, entries } = map;
  const last = entries.at(-1);
  if (!last) return { start: map.start, end: map.end, text: textFor(mapOf(additions, map), map) };
  const at = last.value.end;
  const own = file.language === "json" && lineIndent(file, last.start) !== "" ? lineIndent(file, last.start) : undefined;
  const texts = additions.map(([key, value]) => {
    const text = own === undefined ? flowText(value) : jsonText(value, own);
    return `,${own === undefined ? " " : `\n${own}`}${JSON.stringify(key)}: ${text}`;
  });
  return { start: at, end: at, text: texts.join("") };
}

/** Entries of a block map, on lines of their own after its last one. */
function intoBlock(map: MapNode, additions: readonly Addition[]): Edit {
  const { file } = map;
  const at = afterLine(file, map.end);
  const indent = keyIndent(map);
  const open = at > 0 && file.text.charAt(at - 1) !== "\n" ? "\n" : "";
  return { start: at, end: at, text: `${open}${indent}${blockText(mapOf(additions, map), indent)}\n` };
}

/** The value of an entry that had none, or an empty one. */
function intoNothing(entry: Entry, parent: MapNode, additions: readonly Addition[]): Edit {
  const { file, value } = entry;
  if (file.language === "json" || isFlow(parent))
    return { start: value.start, end: value.end, text: textFor(mapOf(additions, parent), parent) };
  const indent = `${keyIndent(parent)}  `;
  const start = file.text.indexOf(":", entry.end) + 1;
  const end = Math.max(start, value.end);
  const after = commentAfter(file, end);
  const text = `${after ? ` ${after.comment}` : ""}\n${indent}${blockText(mapOf(additions, value), indent)}`;
  return { start, end: after?.end ?? end, text };
}

function into(map: MapNode, additions: readonly Addition[]): Edit {
  return isFlow(map) ? intoFlow(map, additions) : intoBlock(map, additions);
}

/** Additions to the value of an entry. */
function below(entry: Entry, parent: MapNode, additions: readonly Addition[]): Edit {
  const { value } = entry;
  return value.kind === "map" && value.entries.length > 0 ? into(value, additions) : intoNothing(entry, parent, additions);
}

function additions(root: MapNode, moved: readonly Moved[]): readonly Edit[] {
  const edits: Edit[] = [];
  const groups: Addition[] = [];
  const components = entryOf(root, "components");
  for (const [group, values] of byGroup(moved)) {
    const added = values.map(({ key, node }): Addition => [key, node]);
    const entry = entryOf(components?.value, group);
    if (entry && components?.value.kind === "map") edits.push(below(entry, components.value, added));
    else groups.push([group, mapOf(added, root)]);
  }
  if (groups.length === 0) return edits;
  const whole: Addition = ["components", mapOf(groups, root)];
  return [...edits, components ? below(components, root, groups) : into(root, [whole])];
}

/** The edits in text order, without those inside of another. Two at one place are in the order they were made. */
function outermost(edits: readonly Edit[]): readonly Edit[] {
  const kept: Edit[] = [];
  let end = -1;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.start < end || (edit.start === kept.at(-1)?.start && edit.end === end && edit.end > edit.start)) continue;
    kept.push(edit);
    end = edit.end;
  }
  return kept;
}

/**
 * The text of a document with some values changed and others added to its components; all else stays, letter for letter.
 * What text layouts there are nobody can list: the caller reads the result and compares.
 */
export function splice(root: MapNode, { changes, moved }: { changes: readonly Change[]; moved: readonly Moved[] }): string {
  const { text } = root.file;
  const lineBreak = text.includes("\r\n") ? "\r\n" : "\n";
  let result = "";
  let at = 0;
  for (const edit of outermost([...changes.map(changed), ...additions(root, moved)])) {
    result += text.slice(at, edit.start) + edit.text.replaceAll("\n", lineBreak);
    at = edit.end;
  }
  return result + text.slice(at);
}
