import { createHash } from "node:crypto";

/** The most characters of a key in a name. If it has more, a hash follows. */
const LONGEST = 60;
/** The number of hex digits of the hash. More are only used if names still collide, which happens only on purpose. */
const HASH_LENGTHS = [8, 16, 32, 64];

/**
 * Names with a special meaning on some system, with any extension: device names of Windows, and `index`, which web servers show for a
 * folder.
 */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d|index)$/;

interface FileName {
  readonly plain: string;
  readonly cut: boolean;
}

/** Converts a key: NFC, lower case, `-` for other characters than `a-z0-9`, trimmed, at most 60 characters; `x` if nothing is left. */
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

/** Gives each key a hashed name that is still free. Only keys that collide get longer hashes. */
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

/** What a key is called in its name: usually the key itself. */
type LabelOf = (key: string) => string;

const itself: LabelOf = (key) => key;

/**
 * A file name, without extension, for each key of one folder. No two are the same on any file system. If keys share a name, or it is
 * reserved or cut, the key's SHA-256 (of its UTF-8) is appended in hex, except for a key that equals its name. There are no counters,
 * so adding a key never moves the page of a different name.
 *
 * @param before keys that already have names in the folder; they keep them, and are part of the result
 */
export function fileNames(
  keys: readonly string[],
  labelOf = itself,
  before: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const plains = new Map(keys.map((key) => [key, plainName(labelOf(key))]));
  const counts = countPlain(plains.values());
  const given = new Map(before);
  const taken = new Set(before.values());
  const rest: string[] = [];
  for (const [key, { plain, cut }] of plains) {
    const sole = counts.get(plain) === 1 || key === plain;
    if (sole && !cut && !RESERVED.test(plain) && !taken.has(plain)) given.set(key, plain);
    else rest.push(key);
  }
  assignHashed(rest, plains, given);
  return given;
}

/** The same for keys that say more than people call them by: each name has the hash, so that no further key moves a page. */
export function hashedNames(keys: readonly string[], labelOf: LabelOf): ReadonlyMap<string, string> {
  const plains = new Map(keys.map((key) => [key, plainName(labelOf(key))]));
  const given = new Map<string, string>();
  assignHashed([...plains.keys()], plains, given);
  return given;
}
