import type { Diagnostic, Node, ReadLimits, TextFile, TileMemo } from "#text";
import type { Documents } from "./documents.ts";

/** The bytes behind a URL. `url` is where they came from in the end; `language` by its media type or name. */
export interface Fetched {
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly language: TextFile["language"];
}

/** Why a URL was not read; the code says whose decision it was. */
export interface FetchProblem {
  readonly code: "reference/remote-disabled" | "reference/remote-failed" | "reference/lock-mismatch";
  readonly reason: string;
  readonly hint?: string;
}

/** Reads one http(s) URL under the network policy; never throws. Without one, every remote reference is refused unread. */
export type Fetcher = (url: string) => Promise<Fetched | FetchProblem>;

/** A text that was read once: its value and what was found while reading it. Immutable. */
export interface ReadText {
  readonly file: TextFile;
  readonly root: Node | undefined;
  readonly problems: readonly Diagnostic[];
}

/** Remembers what was read by name and content, so that watching parses only files that changed. */
export interface ReadMemo {
  get(key: string): ReadText | undefined;
  set(key: string, text: ReadText): void;
}

export interface LoadOptions {
  /** The folder that references may read; the main document's own where none is given. Absolute. */
  readonly root?: string | undefined;
  /** Whoever starts the run names the document, and is trusted: a link to it may lead out of the root. */
  readonly named?: boolean | undefined;
  /** What names in diagnostics are relative to. Absolute. */
  readonly cwd: string;
  readonly limits: ReadLimits;
  readonly fetcher?: Fetcher | undefined;
  readonly memo?: ReadMemo | undefined;
  /** The tiles of the last version of each file, so that watching looks for references only in those that changed. */
  readonly tiles?: TileMemo | undefined;
  /** Contents that count instead of what is on the disk, by absolute path: standard input, a document that is being edited. */
  readonly overlay?: ReadonlyMap<string, Uint8Array> | undefined;
}

export interface Loaded {
  /** Absent where the main document cannot be read, is no object or names no version that is read. */
  readonly documents?: Documents;
  /** Every file that was read, the main one first; also without documents, for code frames. */
  readonly files: readonly TextFile[];
  /** Absolute paths that the result depends on, those of missing files too. */
  readonly paths: readonly string[];
  readonly problems: readonly Diagnostic[];
}

const MEGABYTE = 2 ** 20;

/** Characters of all files of the documents. */
export function charactersOf({ files }: Pick<Documents, "files">): number {
  return files.reduce((sum, { text }) => sum + text.length, 0);
}

/** The same in megabytes begun, at least one: limits for the whole of them grow with it. */
export function megabytesOf(documents: Pick<Documents, "files">): number {
  return Math.max(1, Math.ceil(charactersOf(documents) / MEGABYTE));
}

/** What to do so that a URL may be read: its host and folder named to the command, or a copy where the network would not be safe. */
export function howToAllow(url: string): string {
  const { protocol, origin, pathname } = new URL(url);
  if (protocol !== "https:") return "Only https is read: download the file and use the copy.";
  const folder = `${origin}${pathname.slice(0, pathname.lastIndexOf("/") + 1)}`;
  return `Allow it with --allow-remote ${folder} or download the file and use the copy.`;
}
