import { dirname, resolve } from "node:path";
import type { TextFile } from "#text";
import { isUrl, parsePointer } from "#text";

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
