import type { Entry, MapNode, Node, TextFile, StringNode } from "#text";
import { entryOf, printJson, printYaml, valueOf, groupBy, formatPointer } from "#text";
import { isLikelyAvro } from "#format";
import type { Documents } from "../references/index.ts";
import { standaloneAvro } from "../references/index.ts";
import type { MovedValue, ReferenceAction, Placement } from "./placement.ts";

/** A change of one value in the text of the main document. */
type ValueChange =
  | { readonly kind: "ref"; readonly at: StringNode; readonly value: string }
  | { readonly kind: "value"; readonly at: Node; readonly value: Node };

/** A pointer as a URI fragment (RFC 6901 § 6). Characters that a fragment may contain are not encoded. */
function fragment(tokens: readonly string[]): string {
  const kept = /%(?:2F|7E|21|24|26|27|28|29|2A|2B|2C|3B|3D|3A|40|3F)/g;
  const encoded = encodeURIComponent(formatPointer(tokens).toWellFormed());
  return `#${encoded.replace(kept, (code) => decodeURIComponent(code))}`;
}

/** The new text of a reference in the bundle, if it may differ from the old one. */
function rewrittenRef(fate: ReferenceAction | undefined): string | undefined {
  if (fate?.kind === "local") return fragment(fate.tokens);
  return fate?.kind === "left" ? fate.ref : undefined;
}

/** Creates the values of the bundle, each once. An unchanged value is the same node. */
export class BundleEmitter {
  /** The changes in the text of the main document, unordered. */
  readonly changes: ValueChange[] = [];
  /** References whose targets could not be placed. */
  readonly tooDeep: Node[] = [];
  private readonly homes: Placement;
  private readonly main: string;
  private readonly documents: Documents;
  private readonly done = new Map<Node, Node>();
  private readonly alone = new Map<Node, Node>();

  constructor(homes: Placement, documents: Documents) {
    this.homes = homes;
    this.main = documents.main.id;
    this.documents = documents;
  }

  /** Recursive. The depth is limited by that of a file, and twice that with inlined values. */
  emit(node: Node): Node {
    if (node.kind !== "map" && node.kind !== "list") return node;
    const known = this.done.get(node);
    if (known) return known;
    const made = this.make(node);
    this.done.set(node, made);
    return made;
  }

  private make(node: Node): Node {
    const fate = this.homes.actionFor(node);
    if (fate?.kind === "inlined") {
      const value = this.emit(this.standing(fate.target));
      this.note(node, { kind: "value", at: node, value });
      return value;
    }
    if (fate?.kind === "left" && fate.deep) this.tooDeep.push(node);
    if (node.kind === "list") {
      const items = node.items.map((item) => this.emit(item));
      return items.every((item, index) => item === node.items[index]) ? node : { ...node, items };
    }
    return node.kind === "map" ? this.map(node, fate) : node;
  }

  /**
   * The value to write for a target. A type of an Avro file is made self-contained, because it depends on its namespace and on other
   * types of the file.
   */
  private standing(target: Node): Node {
    const root = this.documents.rootOf(target.file);
    const known = this.alone.get(target);
    if (known || !root || root === target || !isLikelyAvro(root)) return known ?? target;
    const made = standaloneAvro(target, root);
    this.alone.set(target, made);
    return made;
  }

  private map(node: MapNode, fate: ReferenceAction | undefined): Node {
    const value = rewrittenRef(fate);
    const ref = value === undefined ? undefined : entryOf(node, "$ref")?.value;
    const entries = node.entries.map((entry): Entry => {
      if (value !== undefined && entry.value === ref && ref.kind === "string" && ref.value !== value)
        return { ...entry, value: this.ref(ref, value) };
      const made = this.emit(entry.value);
      return made === entry.value ? entry : { ...entry, value: made };
    });
    return entries.every((entry, index) => entry === node.entries[index]) ? node : { ...node, entries };
  }

  private ref(ref: StringNode, value: string): StringNode {
    this.note(ref, { kind: "ref", at: ref, value });
    return { ...ref, value };
  }

  private note(node: Node, change: ValueChange): void {
    if (node.file.id === this.main) this.changes.push(change);
  }
}

/** Whether a map or list is written as a flow collection, as in JSON. */
function isFlow({ file, start }: Node): boolean {
  return /^[{[]/.test(file.text.charAt(start));
}

/** The text between the start of a line and a place in it. */
function lineBefore({ text }: TextFile, at: number): string {
  return text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
}

/** Spaces as wide as the text before a place in its line. */
function indentAt(file: TextFile, at: number): string {
  return lineBefore(file, at).replace(/[^\t]/g, " ");
}

/** The indentation of the line of a place. */
function lineIndent(file: TextFile, at: number): string {
  return /^[ \t]*/.exec(lineBefore(file, at))?.[0] ?? "";
}

function indentLines(text: string, indent: string): string {
  return text.replace(/\n(?=[^\n])/g, `\n${indent}`);
}

/** A value as block YAML. The first line is not indented. */
function blockText(node: Node, indent: string): string {
  return indentLines(printYaml(node), indent).replace(/\n$/, "");
}

/** A value on one line as JSON, which is valid YAML. */
function flowText(node: Node): string {
  return printJson(node, { most: Infinity }).replace(/\n */g, " ");
}

/** A value as JSON. The first line is not indented. */
function jsonText(node: Node, indent: string): string {
  return indentLines(printJson(node, { most: Infinity }), indent);
}

/** The comment after a place in its line, and its end, if there is one. */
function commentAfter({ text }: TextFile, at: number): { readonly comment: string; readonly end: number } | undefined {
  const pattern = /[ \t]+(#[^\r\n]*)/y;
  pattern.lastIndex = at;
  const comment = pattern.exec(text)?.[1];
  return comment === undefined ? undefined : { comment, end: pattern.lastIndex };
}

/** A value in the style of the value that it replaces. */
function textFor(value: Node, at: Node): string {
  const { file, start } = at;
  if (file.language === "json") return jsonText(value, lineIndent(file, start));
  return isFlow(at) ? flowText(value) : blockText(value, indentAt(file, start));
}

/** A text as a quoted scalar in the style of the one that it replaces. */
function quotedLike(value: string, { file, start, end }: Node): string {
  const written = file.text.slice(start, end);
  if (file.language === "json" || written.startsWith('"')) return JSON.stringify(value);
  return `'${value.replaceAll("'", "''")}'${written.endsWith("\n") ? "\n" : ""}`;
}

/** The end of the line of a place, with its line break. */
function afterLine({ text }: TextFile, at: number): number {
  if (text.charAt(at - 1) === "\n") return at;
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end + 1;
}

/** The indentation of the keys of a block map. */
function keyIndent({ file, entries }: MapNode): string {
  return indentAt(file, entries[0]?.start ?? 0);
}

function mapOrEmpty(node: Node | undefined, like: Node): MapNode {
  const { file, start, end } = node ?? like;
  return node?.kind === "map" ? node : { kind: "map", file, start, end, entries: [] };
}

function withEntry(map: MapNode, key: string, value: Node): MapNode {
  const { file, start, end } = value;
  const own = entryOf(map, key);
  const entry: Entry = own ? { ...own, value } : { file, start, end, key, value };
  return { ...map, entries: own ? map.entries.map((each) => (each === own ? entry : each)) : [...map.entries, entry] };
}

/** A document with moved values added to the end of its components. */
export function addMoved(root: MapNode, moved: readonly MovedValue[]): MapNode {
  if (moved.length === 0) return root;
  let components = mapOrEmpty(valueOf(root, "components"), root);
  for (const [group, values] of groupBy(moved, ({ group }) => group)) {
    const map = mapOrEmpty(valueOf(components, group), root);
    const added = values.map(({ key, node: value }): Entry => ({ file: value.file, start: value.start, end: value.end, key, value }));
    components = withEntry(components, group, { ...map, entries: [...map.entries, ...added] });
  }
  return withEntry(root, "components", components);
}

/** A replacement of a range of the text. */
interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** An entry to add to a map. */
type Addition = readonly [key: string, value: Node];

function mapOf(additionEdits: readonly Addition[], like: Node): MapNode {
  const { file, start, end } = like;
  const place = { file, start, end };
  return { kind: "map", ...place, entries: additionEdits.map(([key, value]): Entry => ({ ...place, key, value })) };
}

function editOf(change: ValueChange): TextEdit {
  const { file, start, end } = change.at;
  if (change.kind === "ref") return { start, end, text: quotedLike(change.value, change.at) };
  const text = textFor(change.value, change.at);
  const after = file.language === "json" || isFlow(change.at) ? undefined : commentAfter(file, end);
  // The comment after a reference stays in front of the value that replaces it.
  return after ? { start, end: after.end, text: `${after.comment}\n${indentAt(file, start)}${text}` } : { start, end, text };
}

/** Adds entries to a flow map after its last entry. */
function addToFlow(map: MapNode, additions: readonly Addition[]): TextEdit {
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

/** Adds entries to a block map on new lines after its last entry. */
function addToBlock(map: MapNode, additions: readonly Addition[]): TextEdit {
  const { file } = map;
  const at = afterLine(file, map.end);
  const indent = keyIndent(map);
  const open = at > 0 && file.text.charAt(at - 1) !== "\n" ? "\n" : "";
  return { start: at, end: at, text: `${open}${indent}${blockText(mapOf(additions, map), indent)}\n` };
}

/** Adds entries to the value of an entry that is missing or empty. */
function addToEmpty(entry: Entry, parent: MapNode, additions: readonly Addition[]): TextEdit {
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

function addToMap(map: MapNode, additions: readonly Addition[]): TextEdit {
  return isFlow(map) ? addToFlow(map, additions) : addToBlock(map, additions);
}

/** Adds entries to the value of an entry. */
function addToEntry(entry: Entry, parent: MapNode, additions: readonly Addition[]): TextEdit {
  const { value } = entry;
  return value.kind === "map" && value.entries.length > 0 ? addToMap(value, additions) : addToEmpty(entry, parent, additions);
}

function additions(root: MapNode, moved: readonly MovedValue[]): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  const groups: Addition[] = [];
  const components = entryOf(root, "components");
  for (const [group, values] of groupBy(moved, ({ group }) => group)) {
    const added = values.map(({ key, node }): Addition => [key, node]);
    const entry = entryOf(components?.value, group);
    if (entry && components?.value.kind === "map") edits.push(addToEntry(entry, components.value, added));
    else groups.push([group, mapOf(added, root)]);
  }
  if (groups.length === 0) return edits;
  const whole: Addition = ["components", mapOf(groups, root)];
  return [...edits, components ? addToEntry(components, root, groups) : addToMap(root, [whole])];
}

/** The edits in text order, without those inside another edit. The sort is stable for edits at the same place. */
function outermost(edits: readonly TextEdit[]): readonly TextEdit[] {
  const kept: TextEdit[] = [];
  let end = -1;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.start < end || (edit.start === kept.at(-1)?.start && edit.end === end && edit.end > edit.start)) continue;
    kept.push(edit);
    end = edit.end;
  }
  return kept;
}

/**
 * Changes values in the text of a document and adds others to its components. All other text stays the same. It cannot handle every
 * layout, so the caller must parse the result and compare.
 */
export function splice(root: MapNode, { changes, moved }: { changes: readonly ValueChange[]; moved: readonly MovedValue[] }): string {
  const { text } = root.file;
  const lineBreak = text.includes("\r\n") ? "\r\n" : "\n";
  let result = "";
  let at = 0;
  for (const edit of outermost([...changes.map(editOf), ...additions(root, moved)])) {
    result += text.slice(at, edit.start) + edit.text.replaceAll("\n", lineBreak);
    at = edit.end;
  }
  return result + text.slice(at);
}
