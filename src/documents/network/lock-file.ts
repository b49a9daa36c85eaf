import { createHash, randomUUID } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readFile, realPathOf } from "#text";

/** One recorded file. */
export interface Locked {
  /** Hex SHA-256 of its bytes. */
  readonly sha256: string;
  readonly bytes: number;
  readonly language: "yaml" | "json";
  /** Where the bytes came from in the end. */
  readonly from: string;
}

/** What a lock file says, by the URL that was asked for. */
export type Lock = ReadonlyMap<string, Locked>;

const NAME = "msgdocs.lock";
const KEPT = "msgdocs.remote";

export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function isOfOrigin(from: string, url: string): boolean {
  return URL.canParse(from) && URL.canParse(url) && new URL(from).origin === new URL(url).origin;
}

/** What is recorded of a URL. What came from elsewhere than its origin could only have been put there by hand. */
function lockedOf(url: string, value: unknown): Locked | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { sha256, bytes, language, from } = value as Readonly<Record<string, unknown>>;
  if (typeof sha256 !== "string" || !/^[0-9a-f]{64}$/.test(sha256)) return undefined;
  if (typeof bytes !== "number" || typeof from !== "string" || !isOfOrigin(from, url) || (language !== "yaml" && language !== "json"))
    return undefined;
  return { sha256, bytes, language, from };
}

/** A lock file has one short entry for each remote file; bytes. */
const LARGEST = 1 << 24;

/** The lock file of a folder: empty where there is none, `undefined` where it is not one, or what is kept would be kept elsewhere. */
export function readLock(folder: string): Lock | undefined {
  if (lstatSync(join(folder, KEPT), { throwIfNoEntry: false })?.isSymbolicLink() === true) return undefined;
  const bytes = readFile(join(folder, NAME), { root: realPathOf(folder), largest: LARGEST });
  if ("problem" in bytes) return bytes.problem === "missing" ? new Map() : undefined;
  try {
    const { version, files } = JSON.parse(bytes.toString()) as Readonly<Record<string, unknown>>;
    if (version !== 1 || typeof files !== "object" || files === null) return undefined;
    const entries = Object.entries(files).map(([url, value]): [string, Locked | undefined] => [url, lockedOf(url, value)]);
    return entries.every(([, locked]) => locked) ? (new Map(entries) as Map<string, Locked>) : undefined;
  } catch {
    return undefined;
  }
}

/** The bytes that were kept of a locked file, if they are still what was recorded. */
export function readKept(folder: string, { sha256, bytes: largest }: Locked): Uint8Array | undefined {
  const bytes = readFile(join(folder, KEPT, sha256), { root: realPathOf(folder), largest });
  return !("problem" in bytes) && hashOf(bytes) === sha256 ? bytes : undefined;
}

function replace(path: string, contents: string | Uint8Array): void {
  // Nobody can put a link there for us to write through.
  const unfinished = `${path}.${randomUUID()}`;
  try {
    writeFileSync(unfinished, contents, { flag: "wx" });
    renameSync(unfinished, path);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Writes a lock file, sorted, and beside it the bytes of every file, so that a run without network has them. */
export function writeLock(folder: string, lock: Lock, contents: ReadonlyMap<string, Uint8Array>): void {
  for (const [sha256, bytes] of contents) {
    const path = join(folder, KEPT, sha256);
    if (existsSync(path)) continue;
    mkdirSync(dirname(path), { recursive: true });
    replace(path, bytes);
  }
  const files = Object.fromEntries([...lock].sort(([a], [b]) => (a < b ? -1 : 1)));
  replace(join(folder, NAME), `${JSON.stringify({ version: 1, files }, undefined, 2)}\n`);
}
