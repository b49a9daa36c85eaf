import { relative, resolve, sep } from "node:path";
import type { Dialect, ObjectName, SchemaResources } from "#format";
import type {
  Code,
  Diagnostic,
  FileProblem,
  InputFile,
  Node,
  FileAccess,
  ReadTotal,
  TextFile,
  TextSource,
  MapNode,
  ReadLimits,
} from "#text";
import { decodeText, hiddenName, isInside, isUrl, MEGABYTE, parseText, sizeAllowed, withFile } from "#text";
import type { FileRequest } from "./parse-reference.ts";

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
interface FetchedFile {
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly language: TextFile["language"];
}

/** Why a URL was not read. */
interface FetchProblem {
  readonly code: "reference/remote-disabled" | "reference/remote-failed" | "reference/lock-mismatch";
  readonly reason: string;
  readonly hint?: string;
}

/** Reads one http(s) URL under the network policy; never throws. Without a fetcher every remote reference is refused. */
export type Fetcher = (url: string) => Promise<FetchedFile | FetchProblem>;

/** A parsed file with its value and problems. Immutable. */
interface ParsedFile {
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

/** The number of concurrent fetches. */
const AT_ONCE = 8;

/** The result of a request for a file. `unreadable`: the diagnostics of the file say why. */
export type StoredFile =
  | { readonly kind: "read"; readonly file: TextFile; readonly root: Node }
  | { readonly kind: "unreadable"; readonly problems: readonly Diagnostic[] }
  | { readonly kind: "no-file"; readonly problem: FileProblem }
  | { readonly kind: "not-fetched"; readonly problem: FetchProblem }
  | { readonly kind: "too-many" };

interface StoreOptions extends LoadOptions {
  /** The main document by its real path, which has its own access because the command line may name any file. */
  readonly main: { readonly path: string; readonly reach: FileAccess };
}

/** All files of a run, each read once by its real path. The order of requests determines the order of files, whatever finishes first. */
export class FileStore {
  readonly files: TextFile[] = [];
  readonly problems: Diagnostic[] = [];
  readonly inputs: InputFile[] = [];
  readonly root: string;
  private readonly options: StoreOptions;
  private readonly total: ReadTotal = { bytes: 0, heap: 0 };
  private readonly byRequest = new Map<string, StoredFile>();
  private readonly byId = new Map<string, StoredFile>();
  private readonly allowed = new Map<string, boolean>();
  private failed = 0;

  /** A store that reads nothing outside of `root`, a real path, even through links. */
  constructor(options: StoreOptions, root: string) {
    this.options = options;
    this.root = root;
  }

  /** The files that may be opened. */
  get reach(): FileAccess {
    return { root: this.root };
  }

  /** The result of an earlier request, or `undefined`. */
  get({ at }: FileRequest): StoredFile | undefined {
    return this.byRequest.get(at) ?? this.byId.get(at);
  }

  /** Whether a path may be accessed. It checks only the spelling, so that files outside are not even touched. */
  allows(path: string): boolean {
    let allowed = this.allowed.get(path);
    if (allowed === undefined) this.allowed.set(path, (allowed = isInside(this.root, path)));
    return allowed;
  }

  /** The most files to read. */
  get limit(): number {
    return this.options.limits.files;
  }

  /** Resolves a path relative to the working folder. */
  fromWorkingFolder(path: string): string {
    return resolve(this.options.cwd, path);
  }

  nameOf(path: string): string {
    return this.options.snapshot?.nameOf(path) ?? (relative(this.options.cwd, path).split(sep).join("/") || ".");
  }

  /** Reads all requested files that have not been read before. */
  async load(requests: readonly FileRequest[]): Promise<void> {
    const wanted = requests.filter((request) => this.get(request) === undefined);
    for (let at = 0; at < wanted.length; at += AT_ONCE) await this.loadSome(wanted.slice(at, at + AT_ONCE));
  }

  private async loadSome(requests: readonly FileRequest[]): Promise<void> {
    const fetched = await Promise.all(requests.map(async ({ kind, at }) => (kind === "url" ? this.fetch(at) : undefined)));
    // Sizes are counted in the order of the requests, whichever file is read first.
    requests.forEach(({ at }, index) => {
      const answer = fetched[index];
      this.byRequest.set(at, this.finish(answer ? this.take(answer) : this.open(at)));
    });
  }

  private fetch(url: string): FetchedFile | FetchProblem | Promise<FetchedFile | FetchProblem> {
    const { fetcher } = this.options;
    return fetcher ? fetcher(url) : { code: "reference/remote-disabled", reason: "the network is off", hint: howToAllow(url) };
  }

  private take(answer: FetchedFile | FetchProblem): StoredFile | RawFile {
    if ("code" in answer) return { kind: "not-fetched", problem: answer };
    const { url, bytes } = answer;
    const language = languageOf(new URL(url).pathname) === "protobuf" ? "protobuf" : answer.language;
    return this.begin(url, { size: bytes.length, language, read: () => bytes });
  }

  private open(path: string): StoredFile | RawFile {
    // Missing files count, because looking for one costs as much as reading one.
    if (this.files.length + this.failed >= this.options.limits.files) return { kind: "too-many" };
    const { main, snapshot } = this.options;
    const reach = path === main.path ? main.reach : this.reach;
    this.note(path, reach);
    const given = this.options.overlay?.get(path);
    if (given) return this.begin(path, { size: given.length, language: languageOf(path), read: () => given });
    if (snapshot) return this.openIn(snapshot, path);
    const found = withFile(path, reach, ({ path: real, size, read }) => {
      if (real !== path) this.note(real, reach);
      return this.begin(real, { size, language: languageOf(real), read });
    });
    return "reason" in found ? { kind: "no-file", problem: found } : found;
  }

  /** Notes an input with its access, whether or not that allows to read it. */
  private note(path: string, access: FileAccess): void {
    const { yamlBytes, jsonBytes } = this.options.limits;
    this.inputs.push({ path, access: { ...access, largest: Math.max(yamlBytes, jsonBytes) } });
  }

  private openIn(snapshot: FileSnapshot, path: string): StoredFile | RawFile {
    const isHidden = path !== this.options.main.path && hiddenName(this.root, path) !== undefined;
    const found = isHidden ? ({ problem: "hidden", reason: "it is hidden" } as const) : snapshot.open(path);
    if ("reason" in found) return { kind: "no-file", problem: found };
    return this.begin(path, { ...found, language: languageOf(path) });
  }

  /** Reads a file within the limits. */
  private begin(id: string, { size, language, read }: ByteSource): StoredFile | RawFile {
    const known = this.byId.get(id);
    if (known) return known;
    if (this.files.length >= this.options.limits.files) return { kind: "too-many" };
    const source = { id, name: isUrl(id) ? id : this.nameOf(id), language };
    return this.refused(source, size) ?? { source, bytes: read() };
  }

  /** Removes files that are not what they were named for: they are not published, and diagnostics must not reveal their content. */
  withhold(isUnwanted: (file: TextFile) => boolean): void {
    const unwanted = new Map(this.files.filter(isUnwanted).map((file) => [file, blank(file)]));
    if (unwanted.size === 0) return;
    this.files.splice(0, Infinity, ...this.files.filter((file) => !unwanted.has(file)));
    const reported = new Set<TextFile>();
    const problems = this.problems.flatMap((each): readonly Diagnostic[] => {
      const file = unwanted.get(each.place.file);
      const related = each.related.filter(({ place }) => !unwanted.has(place.file));
      if (!file) return [related.length === each.related.length ? each : { ...each, related }];
      if (reported.has(file) || each.severity !== "error") return [];
      reported.add(file);
      // A plain place: with a node, the report would show its keys in the pointer.
      const { start, end } = each.place;
      const plain = { ...each, place: { file, start, end }, related };
      if (TELLS_NOTHING.includes(each.code)) return [plain];
      const message = "It cannot be read, and is not what a reference wants: its text is not shown.";
      return [{ code: each.code, severity: each.severity, message, place: plain.place, related }];
    });
    this.problems.length = 0;
    for (const each of problems) this.problems.push(each);
  }

  private refused(source: TextSource, size: number): StoredFile | undefined {
    const problems: Diagnostic[] = [];
    const report = (each: Diagnostic): unknown => problems.push(each);
    if (sizeAllowed(source, size, { limits: this.options.limits, total: this.total, report })) return undefined;
    for (const each of problems) this.problems.push(each);
    return { kind: "unreadable", problems };
  }

  private finish(result: StoredFile | RawFile): StoredFile {
    if ("kind" in result && result.kind === "no-file") this.failed += 1;
    if ("kind" in result) return result;
    const known = this.byId.get(result.source.id);
    if (known) return known;
    const text = this.read(result);
    this.files.push(text.file);
    for (const each of text.problems) this.problems.push(each);
    const stored: StoredFile = text.root
      ? { kind: "read", file: text.file, root: text.root }
      : { kind: "unreadable", problems: text.problems };
    this.byId.set(result.source.id, stored);
    return stored;
  }

  private read({ source, bytes }: RawFile): ParsedFile {
    const { limits } = this.options;
    const problems: Diagnostic[] = [];
    const report = (each: Diagnostic): unknown => problems.push(each);
    const file = decodeText(source, bytes, report);
    const root = file && parseText(file, { limits, report });
    return { file: file ?? { ...source, text: "" }, root, problems };
  }
}

/** The problems of a file whose messages hold nothing of its text. */
const TELLS_NOTHING: readonly Code[] = ["document/not-an-object", "version/missing"];

/** A file with its text blanked out. Places keep their line and column. */
function blank(file: TextFile): TextFile {
  return { ...file, text: file.text.replace(/[^\r\n]/g, " ") };
}

/** The size and language of a file, and a function that reads it. */
interface ByteSource {
  readonly size: number;
  readonly language: TextFile["language"];
  readonly read: () => Uint8Array;
}

/** The language of a file: JSON for `.json`, protobuf for `.proto`, else YAML. */
export function languageOf(path: string): TextFile["language"] {
  if (/\.proto$/i.test(path)) return "protobuf";
  return /\.json$/i.test(path) ? "json" : "yaml";
}

interface RawFile {
  readonly source: TextSource;
  readonly bytes: Uint8Array;
}
