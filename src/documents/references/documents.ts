import type { Dialect, ObjectName, SchemaResources } from "#format";
import type { MapNode, Node, TextFile, Diagnostic, FileProblem, InputFile, ReadLimits } from "#text";

/** A reference in the documents: a `$ref` where the format allows one. */
export interface Edge {
  /** The Reference Object. */
  readonly from: MapNode;
  /** The text of the reference. */
  readonly ref: string;
  /** The final target after all references on the way; `undefined` if it does not resolve, which is reported. */
  readonly target?: Node;
  /** The direct target, which may be another reference. Absent if the `$id` of a schema names the target. */
  readonly pointer?: { readonly root: Node; readonly tokens: readonly string[] };
  /** The object that the target must be. */
  readonly expects: ObjectName;
}

/** The main document and all files that references name, directly or indirectly. Following references is synchronous and in memory. */
export interface Documents {
  readonly main: TextFile;
  readonly root: MapNode;
  readonly dialect: Dialect;
  /** All files that were read, the main one first. */
  readonly files: readonly TextFile[];
  readonly edges: readonly Edge[];
  /**
   * The final target of a reference; any other node itself; `undefined` if a reference does not resolve. A `$ref` where the format allows
   * no reference, such as a property named `$ref`, is data.
   */
  follow(node: Node): Node | undefined;
  /** The index of identifiers in JSON Schemas. */
  readonly resources: SchemaResources;
  /** The root value of a file. */
  rootOf(file: TextFile): Node | undefined;
}

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
