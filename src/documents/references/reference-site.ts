import { dirname, relative, sep } from "node:path";
import type { ObjectName, Shape } from "#format";
import type { MapNode, Node, StringNode, TextFile } from "#text";
import { entryOf, parsePointer, pointerAt } from "#text";
import { parseReference } from "./parse-reference.ts";

/** A `$ref` where the format allows a reference. Its value may be invalid. */
export interface ReferenceSite {
  readonly node: MapNode;
  readonly object: ObjectName;
  /** The shape of the final target. */
  readonly shape: Shape;
  /** Whether the fields beside `$ref` count (the 2.x Channel Item Object). */
  readonly siblings: boolean;
  /** The text of the reference, if it is a string without fields beside it, so that its form needs no check. */
  readonly text: string | undefined;
}

/** A map whose `$ref` is a string. */
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

/** The path of a local file as a relative URI reference (RFC 3986 § 4.2) in another file. */
function pathFrom(to: TextFile, path: string): string {
  return relative(dirname(to.id), path).split(sep).map(encodeURIComponent).join("/");
}

/** Rewrites a reference of one file for another file, so that it names the same target, existing or not. */
export function rewriteReference(to: TextFile, ref: string, from: TextFile): string {
  if (from.id === to.id) return ref;
  const hash = ref.indexOf("#");
  const fragment = hash === -1 ? "" : ref.slice(hash);
  const target = hash === 0 ? { at: from.id } : parseReference(ref, from);
  // An invalid reference is invalid in any file.
  if (!("at" in target)) return ref;
  return (/^https?:/i.test(target.at) ? target.at : pathFrom(to, target.at)) + fragment;
}

/** The pointer of a reference into a file; `undefined` if it does not lead into that file. */
export function pointerInto(file: TextFile, ref: string, from: TextFile): readonly string[] | undefined {
  const target = parseReference(ref, from);
  return "at" in target && target.at === file.id ? target.tokens : undefined;
}

/** The name of a file without its folders and its last extension. */
function baseName({ file }: Node): string {
  const name = file.id.slice(file.id.lastIndexOf("/") + 1);
  return name.replace(/(?<=.)\.[^.]*$/, "");
}

/** The name of a value in its file: the last token of its pointer, or the name of the file for its root. `root` is the root of the file. */
export function keyInFile(target: Node, root: Node | undefined): string {
  const token = root && root !== target ? parsePointer(pointerAt(root, target))?.at(-1) : undefined;
  return token ?? baseName(target);
}
