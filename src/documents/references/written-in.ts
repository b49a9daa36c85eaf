import { dirname, relative, sep } from "node:path";
import type { TextFile } from "#text";
import { parseReference } from "./parse-reference.ts";

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
