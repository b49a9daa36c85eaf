import type { Diagnostic, FileProblem, InputFile, Node, ReadLimits, TextFile } from "#text";
import type { Documents } from "./documents.ts";

/** A remote file. `url` is the URL after redirects; media type or name determine `language`. */
export interface FetchedFile {
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly language: TextFile["language"];
}

/** Why a URL was not read. */
export interface FetchProblem {
  readonly code: "reference/remote-disabled" | "reference/remote-failed" | "reference/lock-mismatch";
  readonly reason: string;
  readonly hint?: string;
}

/** Reads one http(s) URL under the network policy; never throws. Without a fetcher every remote reference is refused. */
export type Fetcher = (url: string) => Promise<FetchedFile | FetchProblem>;

/** A parsed file with its value and problems. Immutable. */
export interface ParsedFile {
  readonly file: TextFile;
  readonly root: Node | undefined;
  readonly problems: readonly Diagnostic[];
}

/** Files as they were at one time, instead of those on disk. */
export interface FileSnapshot {
  /** The file at an absolute path, or why it cannot be read. */
  open(path: string): { readonly size: number; readonly read: () => Uint8Array } | FileProblem;
  /** The name of a file in diagnostics. */
  nameOf(path: string): string;
}

export interface LoadOptions {
  readonly snapshot?: FileSnapshot | undefined;
  /** The absolute path of the folder that references may read; by default the folder of the main document. */
  readonly root?: string | undefined;
  /** Whether the user named the document. If so, it may be a link that leads out of the root. */
  readonly named?: boolean | undefined;
  /** The real path of the working folder. Names in diagnostics are relative to it. */
  readonly cwd: string;
  readonly limits: ReadLimits;
  readonly fetcher?: Fetcher | undefined;
  /** Contents by absolute path that replace those on disk: standard input, a document in an editor. */
  readonly overlay?: ReadonlyMap<string, Uint8Array> | undefined;
}

export interface LoadResult {
  /** Absent if the main document cannot be read, is not an object, or has no supported version. */
  readonly documents?: Documents;
  /** All files that were read, the main one first; also without documents, for code frames. */
  readonly files: readonly TextFile[];
  /** The local files that the result depends on, including missing and refused files. */
  readonly inputs: readonly InputFile[];
  readonly problems: readonly Diagnostic[];
}

const MEGABYTE = 2 ** 20;

/** The number of characters of all files. */
export function charactersOf({ files }: Pick<Documents, "files">): number {
  return files.reduce((sum, { text }) => sum + text.length, 0);
}

/** The size of all files in started megabytes, at least one, for limits that grow with the input. */
export function megabytesOf(documents: Pick<Documents, "files">): number {
  return Math.max(1, Math.ceil(charactersOf(documents) / MEGABYTE));
}

/** The hint for a URL that is not allowed: the flag that allows it, or a local copy if it is not https. */
export function howToAllow(url: string): string {
  const { protocol, origin, pathname } = new URL(url);
  if (protocol !== "https:") return "Only https is read: download the file and use the copy.";
  const folder = `${origin}${pathname.slice(0, pathname.lastIndexOf("/") + 1)}`;
  return `Allow it with --allow-remote ${folder} or download the file and use the copy.`;
}
