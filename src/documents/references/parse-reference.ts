import { dirname, resolve } from "node:path";
import type { TextFile } from "#text";
import { isUrl, parsePointer } from "#text";

/** What a reference names: a file or URL (the referring file itself where `ref` is a fragment only) and a pointer into it. */
export interface Target {
  readonly kind: "file" | "url";
  /** An absolute path, or an absolute URL without fragment. */
  readonly at: string;
  readonly tokens: readonly string[];
}

/** A reference that is refused before anything is looked up. */
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

/** A fragment as pointer tokens. RFC 6901 § 6: percent-decoded first, then read as a pointer; into an Avro file it may be a bare name. */
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

/** What a path on this machine must never be: absolute in any system's spelling. */
function absolute(path: string): BadReference | undefined {
  const hint = "Write the path relative to the file that refers to it.";
  if (/^[\\/]{2}/.test(path)) return { kind: "outside-root", reason: "it names another machine", hint };
  if (/^[\\/]/.test(path)) return { kind: "outside-root", reason: "it is an absolute path", hint };
  if (/^[A-Za-z]:/.test(path)) return { kind: "outside-root", reason: "it starts with a drive letter", hint };
  return undefined;
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

/** The file part of a reference as an absolute path; whether that lies in the allowed folder is not judged here. */
function localPath(part: string, base: string): string | BadReference {
  const path = decode(part);
  if (path === undefined) return syntax("it is not percent-encoded as a URI asks", "Write % as %25.");
  if (path.includes("\0")) return syntax("it holds a NUL character");
  const bad = absolute(part) ?? absolute(path);
  if (bad) return bad;
  // A backslash is no separator in a URI, but a path on some systems: judged as the most dangerous reading.
  if (!path.includes("\\")) return resolve(dirname(base), path);
  if (path.split(/[\\/]/).includes("..")) return { kind: "outside-root", reason: "it leaves its folder with backslashes" };
  return syntax("a backslash is not allowed in a URI", `Write ${JSON.stringify(path.replaceAll("\\", "/"))}.`);
}

/** The file part of a reference in a file of this machine: its scheme decides. */
function fromFile(part: string, from: TextFile): Request | BadReference {
  const name = scheme(part);
  if (name === "http" || name === "https") return requestOf("url", remote(part));
  if (name === "file") return { kind: "outside-root", reason: "it is a file: URL" };
  if (name !== undefined) return { kind: "unknown-scheme", reason: `nothing can be read from ${name}:` };
  return requestOf("file", localPath(part, from.id));
}

/** The same in a file of the network: it never leads to this machine. */
function fromUrl(part: string, from: TextFile): Request | BadReference {
  const at = remote(part, from.id);
  if (typeof at !== "string" || /^https?:/.test(at)) return requestOf("url", at);
  if (at.startsWith("file:")) return { kind: "outside-root", reason: "it is a file: URL" };
  return { kind: "unknown-scheme", reason: `nothing can be read from ${scheme(at) ?? at}:` };
}

type Request = Omit<Target, "tokens">;

function requestOf(kind: Target["kind"], at: string | BadReference): Request | BadReference {
  return typeof at === "string" ? { kind, at } : at;
}

/** Where a reference written in a file leads (RFC 3986, RFC 6901 § 6), or what is wrong with how it is written. */
export function parseReference(ref: string, from: TextFile): Target | BadReference {
  const hash = ref.indexOf("#");
  const part = hash === -1 ? ref : ref.slice(0, hash);
  const tokens = tokensOf(hash === -1 ? "" : ref.slice(hash + 1), part === "" ? from.id : part);
  if ("kind" in tokens) return tokens;
  const network = isUrl(from.id);
  if (part === "") return { kind: network ? "url" : "file", at: from.id, tokens };
  const request = network ? fromUrl(part, from) : fromFile(part, from);
  return "at" in request ? { ...request, tokens } : request;
}
