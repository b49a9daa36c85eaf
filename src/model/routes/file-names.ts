import { createHash } from "node:crypto";

/** Characters kept of a key; a hash follows where more had to go. */
const LONGEST = 60;
/** Hex digits of the hash; more only where two names would still be the same, which takes intent. */
const HASH_LENGTHS = [8, 16, 32, 64];

/**
 * Names that some system gives a meaning of its own, with any extension: the device names of Windows, and `index`,
 * which a web server shows for the folder.
 */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d|index)$/;

interface FileName {
  readonly plain: string;
  readonly cut: boolean;
}

/** NFC → lower → `[^a-z0-9]+` to `-` → trim → 60 characters; nothing left → `x`. */
function plainName(key: string): FileName {
  const words = key
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return { plain: words.slice(0, LONGEST).replace(/-$/, "") || "x", cut: words.length > LONGEST };
}

function hashed(key: string, plain: string, length: number): string {
  return `${plain}-${createHash("sha256").update(key, "utf8").digest("hex").slice(0, length)}`;
}

/** How many keys have each plain name. */
function countPlain(names: Iterable<FileName>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { plain } of names) counts.set(plain, (counts.get(plain) ?? 0) + 1);
  return counts;
}

/** Gives each key a hashed name that nobody has, longer hashes only to those that collide. */
function assignHashed(keys: readonly string[], plains: ReadonlyMap<string, FileName>, given: Map<string, string>): void {
  const taken = new Set(given.values());
  let open = keys;
  for (const length of HASH_LENGTHS) {
    const wanted = open.map((key) => hashed(key, plains.get(key)?.plain ?? "x", length));
    const counts = new Map<string, number>();
    for (const name of wanted) counts.set(name, (counts.get(name) ?? 0) + 1);
    const left: string[] = [];
    for (const [at, key] of open.entries()) {
      const name = wanted[at] ?? "x";
      if (length < 64 && (taken.has(name) || (counts.get(name) ?? 0) > 1)) left.push(key);
      else given.set(key, name);
    }
    for (const name of wanted) taken.add(name);
    open = left;
  }
}

/**
 * A file name, without extension, for each key of one folder; no two are the same on any file system.
 * Where keys share a name, or it is reserved or cut, hex digits of the key's SHA-256 (of its UTF-8) are appended to each
 * but the one that is its own name. Never counters: a neighbour of another name never moves a page.
 */
export function fileNames(keys: readonly string[]): ReadonlyMap<string, string> {
  const plains = new Map(keys.map((key) => [key, plainName(key)]));
  const counts = countPlain(plains.values());
  const given = new Map<string, string>();
  const rest: string[] = [];
  for (const [key, { plain, cut }] of plains) {
    const sole = counts.get(plain) === 1 || key === plain;
    if (sole && !cut && !RESERVED.test(plain)) given.set(key, plain);
    else rest.push(key);
  }
  assignHashed(rest, plains, given);
  return given;
}
