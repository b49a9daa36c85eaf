import { dirname, resolve, relative, sep } from "node:path";
import type { ObjectName, Shape } from "#format";
import type { TextFile, MapNode, Node, StringNode } from "#text";
import { isUrl, parsePointer, entryOf, pointerAt } from "#text";

/** The target of a reference: a file or URL (the referring file itself for a plain fragment) and a pointer into it. */
export interface ReferenceTarget {
  readonly kind: "file" | "url";
  /** An absolute path, or an absolute URL without fragment. */
  readonly at: string;
  readonly tokens: readonly string[];
}

/** A reference that is refused by its text alone. */
export interface BadReference {
  readonly kind: "syntax" | "outside-root" | "unknown-scheme";
  readonly reason: string;
  readonly hint?: string;
}

function syntax(reason: string, hint?: string): BadReference {
  return { kind: "syntax", reason, ...(hint === undefined ? {} : { hint }) };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** A fragment as pointer tokens: percent-decoded first, then parsed (RFC 6901 § 6). Into an Avro file it may be a plain name. */
function tokensOf(fragment: string, file: string): readonly string[] | BadReference {
  const text = decode(fragment);
  if (text === undefined) return syntax("its fragment is not percent-encoded as a URI asks", "Write % as %25.");
  const tokens = parsePointer(text);
  if (tokens) return tokens;
  if (/\.avsc$/i.test(file) && /^[A-Za-z_][\w.]*$/.test(text)) return [text];
  if (text.startsWith("/"))
    return syntax("~ stands before something other than 0 or 1", "In a pointer, ~ is written ~0 and / is written ~1.");
  return syntax(`${JSON.stringify(`#${text}`)} is not a JSON Pointer`, `A pointer starts with a slash: ${JSON.stringify(`#/${text}`)}.`);
}

/** The refusal of a path that does not start at the file with the reference. */
function fixed(reason: string): BadReference {
  return { kind: "outside-root", reason, hint: "Write the path relative to the file that refers to it." };
}

/** Refuses absolute paths in the spelling of any system. */
function absolute(path: string): BadReference | undefined {
  if (/^[\\/]{2}/.test(path)) return fixed("it names another machine");
  if (/^[\\/]/.test(path)) return fixed("it is an absolute path");
  return /^[A-Za-z]:/.test(path) ? fixed("it starts with a drive letter") : undefined;
}

function scheme(ref: string): string | undefined {
  return /^([A-Za-z][A-Za-z0-9+.-]+):/.exec(ref)?.[1]?.toLowerCase();
}

function remote(ref: string, base?: string): string | BadReference {
  try {
    const url = new URL(ref, base);
    url.hash = "";
    return url.href;
  } catch {
    return syntax("it is not a URL");
  }
}

/** The file part of a reference as an absolute path. The caller must check that it is in the allowed folder. */
function localPath(part: string, base: string): string | BadReference {
  const path = decode(part);
  if (path === undefined) return syntax("it is not percent-encoded as a URI asks", "Write % as %25.");
  if (path.includes("\0")) return syntax("it holds a NUL character");
  const bad = absolute(part) ?? absolute(path);
  if (bad) return bad;
  // A backslash is not a separator in a URI, but on some systems it is one in a path, so the most dangerous reading counts.
  if (!path.includes("\\")) return resolve(dirname(base), path);
  if (path.split(/[\\/]/).includes(".."))
    return { kind: "outside-root", reason: "it leaves its folder with backslashes", hint: "Write it with slashes." };
  return syntax("a backslash is not allowed in a URI", `Write ${JSON.stringify(path.replaceAll("\\", "/"))}.`);
}

/** The file part of a reference in a local file. */
function fromFile(part: string, from: TextFile): FileRequest | BadReference {
  const name = scheme(part);
  if (name === "http" || name === "https") return requestOf("url", remote(part));
  if (name === "file") return fixed("it is a file: URL");
  if (name !== undefined) return { kind: "unknown-scheme", reason: `nothing can be read from ${name}:` };
  return requestOf("file", localPath(part, from.id));
}

/** The file part of a reference in a remote file, which never leads to a local file. */
function fromUrl(part: string, from: TextFile): FileRequest | BadReference {
  const at = remote(part, from.id);
  if (typeof at !== "string" || /^https?:/.test(at)) return requestOf("url", at);
  if (at.startsWith("file:")) return fixed("it is a file: URL");
  return { kind: "unknown-scheme", reason: `nothing can be read from ${scheme(at) ?? at}:` };
}

/** The file or URL of a target. */
export type FileRequest = Omit<ReferenceTarget, "tokens">;

function requestOf(kind: ReferenceTarget["kind"], at: string | BadReference): FileRequest | BadReference {
  return typeof at === "string" ? { kind, at } : at;
}

/** Parses a reference in a file (RFC 3986, RFC 6901 § 6). */
export function parseReference(ref: string, from: TextFile): ReferenceTarget | BadReference {
  const hash = ref.indexOf("#");
  const part = hash === -1 ? ref : ref.slice(0, hash);
  const tokens = tokensOf(hash === -1 ? "" : ref.slice(hash + 1), part === "" ? from.id : part);
  if ("kind" in tokens) return tokens;
  const network = isUrl(from.id);
  if (part === "") return { kind: network ? "url" : "file", at: from.id, tokens };
  const request = network ? fromUrl(part, from) : fromFile(part, from);
  return "at" in request ? { ...request, tokens } : request;
}

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
