import { relative, resolve, sep } from "node:path";
import type { Code, Diagnostic, FileProblem, InputFile, Node, FileAccess, ReadTotal, TextFile, TextSource } from "#text";
import { decodeText, hiddenName, isInside, isUrl, parseText, sizeAllowed, withFile } from "#text";
import { howToAllow } from "./documents.ts";
import type { FetchedFile, FetchProblem, LoadOptions, ParsedFile, FileSnapshot } from "./documents.ts";
import type { FileRequest } from "./parse-reference.ts";

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
