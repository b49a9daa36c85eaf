/**
 * The public types of the Node API. They import nothing: they are published as they are. `Diagnostic` and `Change` are the printed forms
 * of the types of the same names inside.
 */

/** Where a problem is. Lines and columns start at 1 and count UTF-16 units; `end` is exclusive. */
export interface Location {
  /** Relative to the working folder, with `/`; a remote file has its URL. */
  file: string;
  /** A JSON Pointer (RFC 6901) without `#`. */
  pointer: string;
  start: { line: number; column: number };
  end: { line: number; column: number };
}

/** A problem of a document. */
export interface Diagnostic extends Location {
  /** The code, such as `channel/unknown-server`. `msgdocs explain <code>` says more about it. */
  code: string;
  severity: "error" | "warning" | "info";
  message: string;
  /** What to do, if we know it. */
  hint: string | null;
  related: readonly (Location & { message: string })[];
}

/** The report that `--format json` prints. */
export interface Report {
  diagnostics: Diagnostic[];
  summary: {
    errors: number;
    warnings: number;
    infos: number;
    documents: number;
    examples: { checked: number; passed: number; failed: number; notChecked: number };
  };
  /** What is documented, if `coverage` was set. */
  coverage?: Coverage;
}

/** How many of some parts have a description or an example. */
export interface Share {
  present: number;
  total: number;
}

/** The share of the parts of some documents that have a description and an example. */
export interface Coverage extends Share {
  /** Rounded down: it is 100 only if nothing is missing. */
  percent: number;
  kinds: {
    kind: "document" | "server" | "channel" | "operation" | "message" | "parameter" | "schema" | "field";
    description: Share;
    /** `null` if such parts cannot have an example. */
    example: Share | null;
  }[];
  /** The first hundred missing ones, by kind. */
  missing: (Location & { kind: Coverage["kinds"][number]["kind"]; name: string; what: "description" | "example" })[];
}

/** A document in memory. */
export interface DocumentText {
  text: string | Uint8Array;
  /** The path that relative references and problems refer to, relative to `cwd`. Default: `stdin.yaml` or `stdin.json`. */
  path?: string;
}

/** Options that functions share. */
export interface CommonOptions {
  /** The working folder; relative paths of options start here. Default: `process.cwd()`. */
  cwd?: string;
  /** The settings file. Default: `msgdocs.yaml`, `.yml` or `.json` in the working folder, if there is one. */
  config?: string;
  /** Settings in memory, with the keys of the settings file, instead of a file. Their paths are relative to `cwd`. */
  settings?: Readonly<Record<string, unknown>>;
  /** The folder that references may read. Default: the folder of the document. */
  root?: string;
  /** Warnings fail too. */
  strict?: boolean;
  /** A file of known problems: only new ones are reported. */
  baseline?: string;
  /** The most problems to list. */
  maxProblems?: number;
  /** URLs of https that may be read, with the path that everything read lies under. Default: no network. */
  allowRemote?: readonly string[];
  /** `origin=VARIABLE`: the environment variable with the Authorization header of an origin. */
  remoteHeaderEnv?: readonly string[];
  /** Read remote files from what `msgdocs.lock` recorded. */
  offline?: boolean;
  /** Record the current content of remote files in `msgdocs.lock`. */
  updateLock?: boolean;
  /** The settings file may reach what an option may: other folders, the network, credentials. */
  trustSettings?: boolean;
  /** Ends the call: it rejects with the reason of the signal, and nothing is left behind. */
  signal?: AbortSignal;
  /** Receives remarks, without a line end, that the command line prints on standard error: what was read beyond the document's folder, say. */
  log?: (text: string) => void;
}

/** Options of functions that read one document. */
export interface DocumentOptions extends CommonOptions {
  /** A path, a URL of https, or a text. Default: the document in the settings, otherwise the usual names in the working folder. */
  document?: string | DocumentText;
}

export interface CheckOptions extends CommonOptions {
  /** Paths, folders, globs, URLs or texts (at most one text). Default: as for {@link DocumentOptions}. */
  documents?: readonly (string | DocumentText)[];
  /** Measure what is documented. A threshold is a setting: `coverage: { threshold: 80 }`. */
  coverage?: boolean;
}

export interface CheckResult {
  /** Whether there is no error; with `strict` no warning either. */
  ok: boolean;
  report: Report;
}

/** Without a document, settings that list `documents` give a portal. */
export interface BuildOptions extends DocumentOptions {
  /** The folder to write. Without it the files are returned. */
  output?: string;
  /** The same, by the name of the flag. */
  out?: string;
  /** Build even with errors. They are marked on the pages. */
  allowErrors?: boolean;
  theme?: string;
  templates?: string;
  language?: string;
  /** The folder of the cache, from which later builds reuse what did not change; used with `output` only. */
  cache?: string;
  /** A branch, tag or commit of git: the pages say what changed since. */
  base?: string;
  /** The day on which current versions were released, unless the settings say it: `2026-03-01`. */
  date?: string;
}

export interface BuildResult {
  /** Whether the build counts as a success. With `allowErrors` there may be a site and errors. */
  ok: boolean;
  report: Report;
  /** The files of the site by their paths, without `output`. Absent if there is no site. */
  files?: Map<string, Uint8Array>;
  /** The absolute path of the folder that was written, with `output`. Absent if there is no site: then an earlier one is unchanged. */
  folder?: string;
}

/** Options of {@link part}. */
export interface PartOptions extends Omit<BuildOptions, "document" | "output" | "cache" | "base" | "date"> {
  /** A path or a URL of https. Default: as for {@link DocumentOptions}. */
  document?: string;
  /** The folder of the part. */
  output: string;
}

/** Options of {@link merge}. It takes documents from parts, so it has no options that say how documents are read. */
export interface MergeOptions extends Pick<
  BuildOptions,
  | "cwd"
  | "config"
  | "settings"
  | "strict"
  | "maxProblems"
  | "trustSettings"
  | "signal"
  | "log"
  | "allowErrors"
  | "theme"
  | "templates"
  | "language"
  | "date"
  | "out"
> {
  /** Folders of parts. */
  parts: readonly string[];
  /** The folder of the portal. */
  output: string;
}

export interface FolderResult extends CheckResult {
  /** The absolute path of the folder that was written. */
  folder?: string;
}

export interface BundleOptions extends DocumentOptions {
  /** The language to write. Default: that of the document. */
  format?: "yaml" | "json";
}

export interface BundleResult extends CheckResult {
  /** The document with all files that it refers to. Absent if it could not be read. */
  text?: string;
}

/** Something that `model.json` names by its id. */
export interface ModelEntity {
  id: string;
  [field: string]: unknown;
}

/** The content of `model.json`; `docs/model.schema.json` describes all of it. */
export interface Model {
  model: 1;
  format: { name: string; version: string };
  info: { title?: string; version?: string; [field: string]: unknown };
  servers?: ModelEntity[];
  channels?: ModelEntity[];
  operations?: ModelEntity[];
  messages?: ModelEntity[];
  schemas?: Record<string, unknown>;
  [field: string]: unknown;
}

export interface ModelResult extends CheckResult {
  /** Absent if the document could not be read. Numbers are doubles: {@link ModelResult.text} keeps every digit. */
  model?: Model;
  /** The content of `model.json`. */
  text?: string;
}

export interface DiffOptions extends Omit<CommonOptions, "strict" | "maxProblems"> {
  /** The old version: a path, a URL of https, `REF:path` of git, or a text. Left out with {@link DiffOptions.base}. */
  old?: string | DocumentText;
  /** The new version. Default with `base`: as for {@link DocumentOptions}, or all documents of a portal. */
  new?: string | DocumentText;
  /** A branch, tag or commit of git, whose version of the document is the old one. */
  base?: string;
  /** `documented`: what schemas do not declare is not sent. `strict`: exactly what they say. Default: `documented`. */
  reading?: "documented" | "strict";
  /** The changes that make the result not `ok`. Default: `breaking`. */
  failOn?: "breaking" | "breaking-known" | "unknown" | "any" | "none";
}

/** The place of a change. */
export interface ChangePlace {
  file: string;
  /** A JSON Pointer (RFC 6901) without `#`. */
  pointer: string;
  start: { line: number; column: number };
}

/** One difference between two versions. */
export interface Change {
  /** The code, such as `change/payload`. */
  code: string;
  verdict: "breaking" | "compatible" | "annotation" | "unknown";
  /** Why the team accepts it, and the version from which on it no longer does. */
  accepted: { reason: string; until: string | null } | null;
  affects: "receivers" | "senders" | "all" | "nobody";
  message: string;
  /** `null` for what is new. */
  old: ChangePlace | null;
  /** `null` for what is gone. */
  new: ChangePlace | null;
  /** A value that was fine and no longer is. */
  witness: unknown;
  /** The refused part of the witness, as a JSON Pointer (RFC 6901). */
  at: string;
  /** The property that the witness lacks there. */
  missing: string | null;
  subject: { kind: "api" | "server" | "channel" | "operation" | "message"; id: string };
  /** The other APIs of a portal that use what changed, and whether they still fit. */
  parties: { api: string; verdict: "fits" | "clash" | "unknown" | "not-received" }[];
}

export interface ChangeCounts {
  breaking: number;
  compatible: number;
  annotation: number;
  unknown: number;
  accepted: number;
}

/** The report that `msgdocs diff --format json` prints. */
export interface ChangesReport {
  changes: Change[];
  summary: ChangeCounts;
  /** Whether nothing breaking is unaccepted. */
  compatible: boolean;
  /** The APIs of a portal. */
  apis?: { api: string; presence: "both" | "added" | "removed"; old: string; new: string; summary: ChangeCounts; compatible: boolean }[];
}

export interface DiffResult {
  /** Whether no change fails by `failOn` and both versions could be read. What could not be read is reported to `log`. */
  ok: boolean;
  report: ChangesReport;
}
