import { createHash, randomUUID } from "node:crypto";
import { lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { patiently, readFile, realPathOf } from "#text";

/** The entry of one file. */
export interface LockEntry {
  /** Hex SHA-256 of its bytes. */
  readonly sha256: string;
  readonly bytes: number;
  readonly language: "yaml" | "json";
  /** The URL after redirects. */
  readonly from: string;
}

/** The entries of a lock file by requested URL. */
export type LockFile = ReadonlyMap<string, LockEntry>;

const NAME = "msgdocs.lock";
const COPIES = "msgdocs.remote";

export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function isOfOrigin(from: string, url: string): boolean {
  return URL.canParse(from) && URL.canParse(url) && new URL(from).origin === new URL(url).origin;
}

/** Parses the entry of a URL. Redirects stay on one origin, so an entry with another origin was edited and is invalid. */
function parseEntry(url: string, value: unknown): LockEntry | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { sha256, bytes, language, from } = value as Readonly<Record<string, unknown>>;
  if (typeof sha256 !== "string" || !/^[0-9a-f]{64}$/.test(sha256)) return undefined;
  if (typeof bytes !== "number" || !Number.isSafeInteger(bytes) || bytes < 0) return undefined;
  if (typeof from !== "string" || !isOfOrigin(from, url) || (language !== "yaml" && language !== "json")) return undefined;
  return { sha256, bytes, language, from };
}

/** The largest lock file in bytes. It has one short entry for each remote file. */
const MOST_BYTES = 1 << 24;

/** Reads the lock file of a folder: empty if there is none, `undefined` if it is invalid or the folder of the copies is a link. */
export function readLock(folder: string): LockFile | undefined {
  if (lstatSync(join(folder, COPIES), { throwIfNoEntry: false })?.isSymbolicLink() === true) return undefined;
  const bytes = readFile(join(folder, NAME), { root: realPathOf(folder), largest: MOST_BYTES });
  if ("problem" in bytes) return bytes.problem === "missing" ? new Map() : undefined;
  try {
    const { version, files } = JSON.parse(bytes.toString()) as Readonly<Record<string, unknown>>;
    if (version !== 1 || typeof files !== "object" || files === null) return undefined;
    const entries = Object.entries(files).map(([url, value]): [string, LockEntry | undefined] => [url, parseEntry(url, value)]);
    return entries.every(([, locked]) => locked) ? (new Map(entries) as Map<string, LockEntry>) : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the copy of a remote file, if its hash still matches. */
export function readCopy(folder: string, { sha256, bytes: largest }: LockEntry): Uint8Array | undefined {
  const bytes = readFile(join(folder, COPIES, sha256), { root: realPathOf(folder), largest });
  return !("problem" in bytes) && hashOf(bytes) === sha256 ? bytes : undefined;
}

function replace(path: string, contents: string | Uint8Array): void {
  // The name is random, so that nobody can place a link there.
  const unfinished = `${path}.${randomUUID()}`;
  try {
    writeFileSync(unfinished, contents, { flag: "wx" });
    patiently(() => renameSync(unfinished, path));
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Writes a sorted lock file and copies of all files for runs without network. */
export function writeLock(folder: string, lock: LockFile, contents: ReadonlyMap<string, Uint8Array>): void {
  for (const [sha256, bytes] of contents) {
    // A copy that is there already may not be what its name says.
    const path = join(folder, COPIES, sha256);
    mkdirSync(dirname(path), { recursive: true });
    replace(path, bytes);
  }
  const files = Object.fromEntries([...lock].sort(([a], [b]) => (a < b ? -1 : 1)));
  replace(join(folder, NAME), `${JSON.stringify({ version: 1, files }, undefined, 2)}\n`);
}
