import { dirname, relative, sep } from "node:path";
import type { ObjectName, Shape } from "#format";
import type { MapNode, Node, StringNode, TextFile } from "#text";
import { entryOf, parsePointer, pointerAt } from "#text";
import { parseReference } from "./parse-reference.ts";

/** A `$ref` where the format lets a reference stand. Its value may still be no reference at all. */
export interface FoundReference {
  readonly node: MapNode;
  readonly object: ObjectName;
  /** What has to stand at its end. */
  readonly shape: Shape;
  /** The fields beside `$ref` count too (the 2.x Channel Item Object). */
  readonly siblings: boolean;
  /** What it says, where that is a text and nothing stands beside it: then nothing can be wrong with how it is written. */
  readonly text: string | undefined;
}

/** A map whose `$ref` is a string: what can be followed where the format lets a reference stand. */
export interface ReferenceNode {
  readonly node: MapNode;
  readonly ref: StringNode;
}

/** A node as a reference, or `undefined`. */
export function referenceOf(node: Node): ReferenceNode | undefined {
  if (node.kind !== "map") return undefined;
  const ref = entryOf(node, "$ref")?.value;
  return ref?.kind === "string" ? { node, ref } : undefined;
}

/** The path of a file of this machine as a relative URI reference (RFC 3986 § 4.2) in another. */
function pathFrom(to: TextFile, path: string): string {
  return relative(dirname(to.id), path).split(sep).map(encodeURIComponent).join("/");
}

/** A reference that stands in one file, as it is written in another to name the very same place, be there something or not. */
export function writtenIn(to: TextFile, ref: string, from: TextFile): string {
  if (from.id === to.id) return ref;
  const hash = ref.indexOf("#");
  const fragment = hash === -1 ? "" : ref.slice(hash);
  const target = hash === 0 ? { at: from.id } : parseReference(ref, from);
  // What is wrong wherever it stands.
  if (!("at" in target)) return ref;
  return (/^https?:/i.test(target.at) ? target.at : pathFrom(to, target.at)) + fragment;
}

/** Where a reference leads in a file, as pointer tokens; `undefined` where it does not lead into that file. */
export function tokensInto(file: TextFile, ref: string, from: TextFile): readonly string[] | undefined {
  const target = parseReference(ref, from);
  return "at" in target && target.at === file.id ? target.tokens : undefined;
}

/** The name of a file without its folders and its last extension. */
function baseName({ file }: Node): string {
  const name = file.id.slice(file.id.lastIndexOf("/") + 1);
  return name.replace(/(?<=.)\.[^.]*$/, "");
}

/** What a value of a file goes by there: the last token of its pointer, of a whole file its name; `root`: the file's root value. */
export function keyElsewhere(target: Node, root: Node | undefined): string {
  const token = root && root !== target ? parsePointer(pointerAt(root, target))?.at(-1) : undefined;
  return token ?? baseName(target);
}
