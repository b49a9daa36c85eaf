import { resolve } from "node:path";
import type { Flags } from "#config";
import { isDay } from "#config";
import { OutputFailure, readCopy } from "#output";
import type { ProblemReport } from "#report";
import { jsonReport, visibleLines } from "#report";
import type { DiffRequest, Exit, Io, MadeSite, PortalFile, Reporting, Writing } from "#run";
import { exits, filesOf, isEnvironment, UsageError } from "#run";
import { realPathOf, didYouMean } from "#text";
import manifest from "../../../package.json" with { type: "json" };
import type { BuildRequest } from "../commands/index.ts";
import {
  build as buildCommand,
  bundle as bundleCommand,
  check as checkCommand,
  diff as diffCommand,
  merge as mergeCommand,
  part as partCommand,
} from "../commands/index.ts";
import type {
  BuildOptions,
  BuildResult,
  BundleOptions,
  BundleResult,
  ChangesReport,
  CheckOptions,
  CheckResult,
  CommonOptions,
  Diagnostic,
  DiffOptions,
  DiffResult,
  DocumentOptions,
  DocumentText,
  FolderResult,
  MergeOptions,
  Model,
  ModelResult,
  PartOptions,
} from "./types.ts";

/**
 * The values that an option accepts, in words and as a test. Tests look at what an object can do and not at its class, because test
 * runners have classes of their own.
 */
interface OptionKind {
  readonly words: string;
  readonly takes: (value: unknown) => boolean;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === "string";

function isDocument(value: unknown): boolean {
  if (isText(value)) return true;
  if (!isObject(value) || !("text" in value)) return false;
  const { text: content, path } = value as { readonly text: unknown; readonly path?: unknown };
  return (isText(content) || ArrayBuffer.isView(content)) && (path === undefined || isText(path));
}

const listOf =
  (takes: OptionKind["takes"]): OptionKind["takes"] =>
  (value) =>
    Array.isArray(value) && value.every(takes);

const text: OptionKind = { words: "a string", takes: isText };
const flag: OptionKind = { words: "true or false", takes: (value) => typeof value === "boolean" };
const texts: OptionKind = { words: "a list of strings", takes: listOf(isText) };
const document: OptionKind = { words: "a path, a URL or { text, path }", takes: isDocument };
const oneOf = (...words: readonly string[]): OptionKind => ({
  words: `one of ${words.join(", ")}`,
  takes: (value) => isText(value) && words.includes(value),
});

type Kinds<Options> = Readonly<Record<keyof Options, OptionKind>>;

const settings: Kinds<Pick<CommonOptions, "cwd" | "config" | "settings" | "trustSettings" | "signal" | "log">> = {
  cwd: text,
  config: text,
  settings: { words: "an object", takes: isObject },
  trustSettings: flag,
  signal: { words: "an AbortSignal", takes: (value) => isObject(value) && "aborted" in value },
  log: { words: "a function", takes: (value) => typeof value === "function" },
};

const reading = { ...settings, root: text, baseline: text, allowRemote: texts, remoteHeaderEnv: texts, offline: flag, updateLock: flag };

const report = {
  strict: flag,
  maxProblems: { words: "a whole number, 1 or more", takes: (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0 },
};

const pages = { out: text, allowErrors: flag, theme: text, templates: text, language: text };

const date: OptionKind = { words: "a day such as 2026-03-01", takes: (value) => isText(value) && isDay(value) };

const modelOptions: Kinds<DocumentOptions> = { ...reading, ...report, document };

/** The options of each function. The compiler checks that none is missing. */
const optionsOf = {
  check: {
    ...reading,
    ...report,
    documents: { words: `a list, of which each is ${document.words}`, takes: listOf(isDocument) },
    coverage: flag,
  } satisfies Kinds<CheckOptions>,
  build: { ...modelOptions, ...pages, output: text, cache: text, base: text, date } satisfies Kinds<BuildOptions>,
  part: { ...reading, ...report, ...pages, document: text, output: text } satisfies Kinds<PartOptions>,
  merge: { ...settings, ...report, ...pages, parts: texts, output: text, date } satisfies Kinds<MergeOptions>,
  bundle: { ...modelOptions, format: oneOf("yaml", "json") } satisfies Kinds<BundleOptions>,
  model: modelOptions,
  diff: {
    ...reading,
    old: document,
    new: document,
    base: text,
    reading: oneOf("documented", "strict"),
    failOn: oneOf("breaking", "breaking-known", "unknown", "any", "none"),
  } satisfies Kinds<DiffOptions>,
};

type FunctionName = keyof typeof optionsOf;

/** What to do about an option that a function does not have. */
function adviceOn(option: string, own: Kinds<Record<string, unknown>>): string | undefined {
  const others = Object.entries(optionsOf).flatMap(([name, options]) => (Object.hasOwn(options, option) ? [name] : []));
  return others.length === 0 ? didYouMean(option, Object.keys(own)) : `It is an option of ${others.join(", ")}.`;
}

/** Refuses options that the types of the API do not allow, for programs that are not type-checked. */
function checkOptions(name: FunctionName, options: unknown): void {
  const own: Kinds<Record<string, unknown>> = optionsOf[name];
  if (!isObject(options)) {
    const [some] = ["document", "documents", "parts", "old"].filter((option) => Object.hasOwn(own, option));
    throw new UsageError("The options must be an object.", `Such as { ${some}: … }.`);
  }
  for (const [option, value] of Object.entries(options)) {
    const kind = Object.hasOwn(own, option) ? own[option] : undefined;
    if (!kind) throw new UsageError(`${name} has no option ${JSON.stringify(option)}.`, adviceOn(option, own));
    if (value !== undefined && !kind.takes(value)) throw new UsageError(`The option ${JSON.stringify(option)} must be ${kind.words}.`);
  }
}

/** A call that could not be carried out. Problems of a document are not such an error; they are in the report of the result. */
export class MsgdocsError extends Error {
  /** `usage`: the options are wrong. `settings`: the settings or the theme are wrong. `environment`: the system refuses something. */
  readonly kind: "usage" | "settings" | "environment";
  /** What to do, if we know it. */
  readonly hint: string | undefined;
  /** The problems of the settings or the theme. */
  readonly diagnostics: readonly Diagnostic[];

  constructor(
    kind: "usage" | "settings" | "environment",
    message: string,
    more: { readonly hint?: string | undefined; readonly diagnostics?: readonly Diagnostic[]; readonly cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = "MsgdocsError";
    this.kind = kind;
    this.hint = more.hint;
    this.diagnostics = more.diagnostics ?? [];
  }
}

/** Turns errors of commands into errors of the API. Any other error, such as the reason of a signal, is thrown again. */
function asOwnError(error: unknown): unknown {
  if (error instanceof UsageError) return new MsgdocsError("usage", error.message, { hint: error.hint, cause: error });
  if (error instanceof OutputFailure)
    return new MsgdocsError(error.kind === "refused" ? "usage" : "environment", error.message, { cause: error });
  return isEnvironment(error) ? new MsgdocsError("environment", error.message, { cause: error }) : error;
}

/** A document option as commands take it. A text is passed as `-`, which means standard input. */
function argumentOf(document: string | DocumentText | undefined): string | undefined {
  if (typeof document === "string" && document === "-") throw new UsageError('"-" is no path.', "Pass a text: { text, path }.");
  return typeof document === "object" ? "-" : document;
}

/** The options as flags: those that are flags have the same names. */
function flagsOf(options: CommonOptions & Partial<BuildOptions>, document?: string): Flags {
  const { config, settings, out, output = out } = options;
  if (config !== undefined && settings !== undefined) throw new UsageError("Either config or settings, not both.");
  return { ...options, output, document };
}

/** The result of a command: its exit code, its report, and its standard output. */
interface CommandOutcome extends CheckResult {
  readonly exit: Exit;
  readonly stdout: string;
}

/** The `Io` of a call: nothing is printed, and a signal ends the command. */
function ioOf({ cwd = process.cwd(), signal, log }: CommonOptions, source: DocumentText | undefined, print: (text: string) => void): Io {
  return {
    cwd: realPathOf(resolve(cwd)),
    version: manifest.version,
    stdout: (text) => {
      for (const piece of typeof text === "string" ? [text] : text) print(piece);
    },
    stderr: (text) => {
      const said = visibleLines(typeof text === "string" ? text : [...text].join("")).replace(/\n$/, "");
      if (said !== "") log?.(said);
    },
    stdin: () => Promise.resolve(bytesOfText(source?.text ?? "")),
    colour: { stdout: false, stderr: false },
    progress: (what) => {
      if (what !== undefined) signal?.throwIfAborted();
    },
    onInterrupt: () => () => undefined,
  };
}

/** Runs a command as the command line does, but returns its report instead of printing it. */
async function answerOf(
  options: CommonOptions,
  source: DocumentText | undefined,
  command: (io: Io, reporting: Required<Pick<Reporting, "tell">> & Reporting) => Promise<Exit>,
): Promise<CommandOutcome> {
  let report: ProblemReport | undefined;
  let stdout = "";
  const io = ioOf(options, source, (text) => (stdout += text));
  const tell = (told: ProblemReport): void => {
    report = told;
  };
  options.signal?.throwIfAborted();
  const exit = await command(io, { format: "pretty", quiet: false, tell });
  if (!report) throw new Error("A command ended without a report.");
  const printed = jsonReport(report);
  if (exit === exits.usage) {
    const [first] = printed.diagnostics;
    const place = first ? `${first.file}:${first.start.line}:${first.start.column}: ` : "";
    throw new MsgdocsError("settings", `${place}${first?.message ?? "The settings are wrong."}`, {
      hint: first?.hint ?? undefined,
      diagnostics: printed.diagnostics,
    });
  }
  return { exit, ok: exit === exits.fine, report: printed, stdout };
}

const bytesOfText = (text: string | Uint8Array): Uint8Array => (typeof text === "string" ? new TextEncoder().encode(text) : text);

/** A version of a document as `diff` takes it. */
function named(document: string | DocumentText | undefined, usual: string): DiffRequest["documents"][number] | undefined {
  return typeof document === "object" ? { name: document.path ?? usual, text: bytesOfText(document.text) } : argumentOf(document);
}

/** Checks the options of a call, and turns its errors into errors of the API. */
async function withOwnErrors<Result>(name: FunctionName, options: CommonOptions, call: () => Promise<Result>): Promise<Result> {
  try {
    checkOptions(name, options);
    return await call();
  } catch (error) {
    // Options may be anything here, even missing.
    const signal = (options as CommonOptions | null)?.signal;
    throw signal?.aborted === true ? signal.reason : asOwnError(error);
  }
}

/**
 * Checks documents, as `msgdocs check` does.
 *
 * @throws {MsgdocsError} if options or settings are wrong, or the system refuses something; never because of a document.
 */
export function check(options: CheckOptions = {}): Promise<CheckResult> {
  return withOwnErrors("check", options, async () => {
    const { documents = [] } = options;
    const texts = documents.filter((each) => typeof each === "object");
    if (texts.length > 1) throw new UsageError("Only one of the documents can be a text.", "Check each in a call of its own.");
    const paths = documents.map((each) => argumentOf(each) ?? "");
    const request = { documents: paths, stdinFilename: texts[0]?.path, writeBaseline: false, fix: false, dryRun: false };
    const { ok, report } = await answerOf(options, texts[0], (io, reporting) =>
      checkCommand({ ...reporting, ...request, flags: flagsOf(options) }, io),
    );
    return { ok, report };
  });
}

/** Follows the recipe to a site, and passes the site on if there is one. */
function made(options: BuildOptions, to: Pick<BuildRequest, "take" | "takeFiles" | "written">): Promise<CommandOutcome> {
  const { document, base } = options;
  const source = typeof document === "object" ? document : undefined;
  return answerOf(options, source, (io, reporting) =>
    buildCommand({ ...reporting, ...to, base, stdinFilename: source?.path, flags: flagsOf(options, argumentOf(document)) }, io),
  );
}

const bytesIn = (file: PortalFile): Uint8Array => ("copy" in file ? readCopy(file.copy) : bytesOfText(file.contents));

/**
 * Builds the site of a document, or the portal of the documents in the settings, as `msgdocs build` does: into the folder `output`, or
 * without it into memory. The bytes are the same.
 *
 * @throws {MsgdocsError} if options, settings or theme are wrong, or the system refuses something; never because of a document.
 */
export function build(options: BuildOptions = {}): Promise<BuildResult> {
  return withOwnErrors("build", options, async () => {
    const { out, output = out, signal } = options;
    if (output !== undefined) {
      let folder: string | undefined;
      const { ok, report } = await made(options, { written: (path) => void (folder = path) });
      return { ok, report, ...(folder === undefined ? {} : { folder }) };
    }
    let files: Map<string, Uint8Array> | undefined;
    const takeFiles = async (given: Iterable<PortalFile> | AsyncIterable<PortalFile>): Promise<void> => {
      const all = new Map<string, Uint8Array>();
      for await (const file of given) {
        signal?.throwIfAborted();
        all.set(file.path, bytesIn(file));
      }
      // This is not reached if the site turns out to be too large.
      files = all;
    };
    const take = async (site: MadeSite): Promise<void> => takeFiles(await filesOf(site, site.most));
    const { ok, report } = await made(options, { take, takeFiles });
    return { ok, report, ...(files ? { files } : {}) };
  });
}

/**
 * Makes the part of a document for a portal, as `msgdocs part` does. A document that cannot be built is a part too: `ok` is false.
 *
 * @throws {MsgdocsError} if options, settings or theme are wrong, or the system refuses something; never because of a document.
 */
export function part(options: PartOptions): Promise<FolderResult> {
  return folderResult("part", options, (io, request) =>
    partCommand({ ...request, printKey: false, flags: flagsOf(options, argumentOf(options.document)) }, io),
  );
}

/** The parts to merge. Without any, the command says what to name. */
const partsOf = ({ parts = [] }: Partial<MergeOptions>): readonly string[] => parts;

/**
 * Puts parts together to a portal, as `msgdocs merge` does.
 *
 * @throws {MsgdocsError} if options, a part, settings or theme are wrong, or the system refuses something.
 */
export function merge(options: MergeOptions): Promise<FolderResult> {
  return folderResult("merge", options, (io, request) =>
    mergeCommand({ ...request, parts: partsOf(options), flags: flagsOf(options) }, io),
  );
}

function folderResult(
  name: FunctionName,
  options: CommonOptions,
  command: (io: Io, request: Writing) => Promise<Exit>,
): Promise<FolderResult> {
  return withOwnErrors(name, options, async () => {
    let folder: string | undefined;
    const written = (path: string): void => void (folder = path);
    const { ok, report } = await answerOf(options, undefined, (io, reporting) => command(io, { ...reporting, written }));
    return { ok, report, ...(folder === undefined ? {} : { folder }) };
  });
}

/**
 * Makes one self-contained document of a document and the files that it refers to, as `msgdocs bundle` does. There is a text even with
 * errors: `ok` says whether there are any.
 *
 * @throws {MsgdocsError} if options or settings are wrong, or the system refuses something; never because of a document.
 */
export function bundle(options: BundleOptions = {}): Promise<BundleResult> {
  return withOwnErrors("bundle", options, async () => {
    const { document, format } = options;
    const source = typeof document === "object" ? document : undefined;
    const { ok, report, stdout } = await answerOf(options, source, (io, { quiet, tell }) =>
      bundleCommand({ quiet, tell, language: format, stdinFilename: source?.path, flags: flagsOf(options, argumentOf(document)) }, io),
    );
    return { ok, report, ...(stdout === "" ? {} : { text: stdout }) };
  });
}

/**
 * Reads a document into the linked model that every site has as `model.json`: one shape for all versions of the format. There is a model
 * even with errors: `ok` says whether there are any.
 *
 * @throws {MsgdocsError} if options or settings are wrong, or the system refuses something; never because of a document.
 */
export function model(options: DocumentOptions = {}): Promise<ModelResult> {
  return withOwnErrors("model", options, async () => {
    let text: string | undefined;
    const take = ({ site }: MadeSite): Promise<void> => {
      for (const { path, contents } of site.files()) if (path === "model.json") text = contents;
      return Promise.resolve();
    };
    const { report } = await made({ ...options, allowErrors: true }, { take });
    const { errors, warnings } = report.summary;
    const ok = text !== undefined && errors === 0 && (options.strict !== true || warnings === 0);
    return { ok, report, ...(text === undefined ? {} : { text, model: JSON.parse(text) as Model }) };
  });
}

/**
 * Compares two versions of a document, or of all documents of a portal, as `msgdocs diff` does: what changed, and whom it breaks.
 *
 * @throws {MsgdocsError} if options or settings are wrong, or git or the system refuses something; never because of a document.
 */
export function diff(options: DiffOptions = {}): Promise<DiffResult> {
  return withOwnErrors("diff", options, async () => {
    const { old, new: now, base, reading = "documented", failOn = "breaking" } = options;
    const documents = [named(old, "old.yaml"), named(now, "new.yaml")].flatMap((each) => each ?? []);
    let printed = "";
    let said = "";
    const { log } = options;
    const heard = {
      ...options,
      log: (text: string): void => {
        said += `${text}\n`;
        log?.(text);
      },
    };
    const io = ioOf(heard, undefined, (text) => (printed += text));
    options.signal?.throwIfAborted();
    const request = {
      documents,
      base,
      reading,
      failOn,
      format: "json",
      quiet: false,
      writeBaseline: false,
      flags: flagsOf(options),
    } as const;
    const exit = await diffCommand(request, io);
    if (exit === exits.usage) throw new MsgdocsError("settings", said.trim() === "" ? "The settings are wrong." : said.trim());
    return { ok: exit === exits.fine, report: JSON.parse(printed) as ChangesReport };
  });
}
