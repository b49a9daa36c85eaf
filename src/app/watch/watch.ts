import { spawn } from "node:child_process";
import { dirname, relative } from "node:path";
import { networkInterfaces } from "node:os";
import type { Flags, Settings } from "#config";
import type { Problem, ProblemReport } from "#report";
import { printReport, visible } from "#report";
import type { Exit, Io } from "#run";
import { exits, isEnvironment, UsageError } from "#run";
import { counted, isUrl } from "#text";
import type { WatchedBuild } from "./builder.ts";
import { Builder, noStandardInput } from "./builder.ts";
import type { PreviewProblem } from "./preview.ts";
import { editorPattern, EDITORS, previewProblemsOf, Preview } from "./preview.ts";
import type { Dependencies, Rebuilding } from "./rebuilding.ts";
import { startRebuilding } from "./rebuilding.ts";
import { hostsFor } from "./send.ts";
import type { RunningServer } from "./server.ts";
import { serve } from "./server.ts";

/** The names of changed files, as many as fit. */
function namesOf(changed: readonly string[], cwd: string): string {
  const [first] = changed;
  if (first === undefined) return "everything";
  const name = visible(relative(cwd, first) || first);
  return changed.length === 1 ? name : `${name} and ${changed.length - 1} more`;
}

function outcome(report: ProblemReport, { site, unbuilt }: WatchedBuild, shown: boolean): string {
  const { errors, warnings } = report.summary;
  const counts = [...(errors > 0 ? [counted(errors, "error")] : []), ...(warnings > 0 ? [counted(warnings, "warning")] : [])];
  const found = counts.length > 0 ? counts.join(", ") : "no problems";
  const broken = new Set(unbuilt?.problems.map(({ file }) => file)).size;
  if (site && broken > 0) return `${found}; ${counted(broken, "file")} kept the documents from being built`;
  return site ? found : `${found}; ${shown ? "the last good site stays" : "nothing to show yet"}`;
}

interface Rebuild {
  readonly changed: readonly string[];
  readonly took: number;
  /** Whether a good site is shown. */
  readonly shown: boolean;
  readonly cwd: string;
}

/** The line printed after a rebuild: what changed, how long it took, and what was found. */
export function rebuildLine(built: WatchedBuild, { changed, took, shown, cwd }: Rebuild): string {
  // Nothing was built. The reason was printed before.
  if (!built.report) return `${shown ? "The last good site stays" : "Nothing to show yet"}.\n`;
  return `${namesOf(changed, cwd)}: ${Math.round(took)} ms, ${outcome(built.report, built, shown)}\n`;
}

/** The text printed before the first build: the address of the preview, and who else can read it. */
interface Announcement {
  /** The URL for the author. */
  readonly url: string;
  /** The text, with line ends. */
  readonly text: string;
}

const ALL = ["0.0.0.0", "::", "[::]"];
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i;

const urlOf = (name: string, port: number): string => `http://${name.includes(":") && !name.startsWith("[") ? `[${name}]` : name}:${port}/`;

/** The addresses at which other machines reach this one. Link-local ones (RFC 4291 § 2.5.6) are left out, because they need a zone. */
function outerAddresses(host: string): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const fitting = addresses.filter(
    ({ family, internal, address }) => !internal && !/^fe80:/i.test(address) && (host !== "0.0.0.0" || family === "IPv4"),
  );
  return fitting.map(({ address }) => address);
}

function warning(host: string | undefined, port: number): string {
  if (host === undefined || LOOPBACK.test(host)) return "";
  const names = ALL.includes(host) ? outerAddresses(host) : [host];
  const where = names.map((name) => `  ${urlOf(name, port)}\n`).join("");
  return `Warning: other machines in the network can read the preview, sources of the document too (--host ${host}).\n${where}`;
}

/** @param wanted the requested port; 0 for any */
export function announcement(host: string | undefined, { port, wanted }: { port: number; wanted: number }): Announcement {
  const url = urlOf(host === undefined || ALL.includes(host) ? "127.0.0.1" : host, port);
  const taken = wanted !== 0 && port !== wanted ? `Port ${wanted} is taken; ${port} is the next free one.\n` : "";
  return { url, text: `${taken}${warning(host, port)}Preview at ${url}\n` };
}

const COMMANDS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Opens a URL of the preview in a browser. Calls `failed` once if that is not possible. */
function openBrowser(url: string, failed: () => void): void {
  const [command, ...args] = COMMANDS[process.platform] ?? ["xdg-open"];
  // Windows searches the working folder for a program first, and a repository may hold one of that name.
  const child = spawn(command, [...args, url], { stdio: "ignore", detached: true, cwd: dirname(process.execPath) });
  child.on("error", failed);
  child.on("exit", (code) => {
    if (code !== null && code !== 0) failed();
  });
  child.unref();
}

export interface WatchRequest {
  readonly flags: Flags;
  /** Whether to print only errors, and nothing about success. */
  readonly quiet: boolean;
  /** The port; 0 for any. */
  readonly port?: number | undefined;
  /** The address at which other machines may connect too. */
  readonly host?: string | undefined;
  readonly open: boolean;
  /** The name of a known editor, or a URL with {path}, {line} and {column}. */
  readonly editor?: string | undefined;
  /** Called after each build. */
  readonly built?: () => void;
}

const PORT = 4400;
const TRIES = 50;

/** Whether an error means that an address does not belong to this machine. */
const isNoAddress = (error: Error): boolean => "code" in error && error.code === "EADDRNOTAVAIL";

async function listen(preview: Preview, { port, host }: WatchRequest): Promise<RunningServer> {
  const address = host ?? "127.0.0.1";
  try {
    return await serve(preview, { address, hosts: hostsFor(host), port: port ?? PORT, tries: port === 0 ? 1 : TRIES });
  } catch (error) {
    if (isEnvironment(error) && !isNoAddress(error)) throw error;
    const { message } = error instanceof Error ? error : new Error(String(error));
    throw new UsageError(`There is nowhere to serve at: ${visible(message)}`, "Name an address of this machine with --host.");
  }
}

/** Why the editor setting cannot be used; `undefined` if it can or is not set. */
function whyNoEditor(editor: string | undefined): string | undefined {
  if (editor === undefined || editorPattern(editor) !== undefined) return undefined;
  return `must be ${[...EDITORS.keys()].join(", ")}, or a URL of a program's own scheme with {path}, {line} and {column}, and is ${JSON.stringify(editor)}.`;
}

/** One run of `watch`: shows and reports each build. */
class Watch {
  readonly #request: WatchRequest;
  readonly #io: Io;
  readonly #builder: Builder;
  readonly #preview = new Preview();
  #said = "";
  #warned: string | undefined;
  #warnedOfUrl = false;
  #reached = "";
  #known: ReadonlySet<string> = new Set();

  constructor(request: WatchRequest, io: Io) {
    this.#request = request;
    this.#io = io;
    this.#builder = new Builder({ flags: request.flags, io });
  }

  async run(): Promise<Exit> {
    const noEditor = whyNoEditor(this.#request.editor);
    if (noEditor !== undefined) throw new UsageError(`--editor ${noEditor}`);
    const { port: wanted = PORT, open } = this.#request;
    const serving = await listen(this.#preview, this.#request);
    const { url, text } = announcement(this.#request.host, { port: serving.port, wanted });
    this.#io.stderr(text);
    const rebuilding = await startRebuilding((changed) => this.#build(changed));
    if (open) this.#open(url);
    await this.#untilQuit(rebuilding, url);
    this.#preview.close();
    await Promise.all([serving.close(), rebuilding.close()]);
    this.#builder.close();
    return exits.fine;
  }

  #open(url: string): void {
    openBrowser(url, () => this.#io.stderr(`No browser could be opened. Open ${url} yourself.\n`));
  }

  #untilQuit(rebuilding: Rebuilding, url: string): Promise<void> {
    return new Promise((resolve) => {
      const forget = this.#io.onInterrupt(() => this.#preview.close());
      if (this.#io.keys) this.#io.stderr("o open · r rebuild · q quit\n");
      const release = this.#io.keys?.((key) => {
        if (key === "o") this.#open(url);
        else if (key === "r") rebuilding.force();
        else if (key === "q" || key === "\u0003" || key === "\u0004") {
          release?.();
          forget();
          resolve();
        }
      });
    });
  }

  async #build(changed: readonly string[]): Promise<Dependencies> {
    const began = performance.now();
    const built = await this.#builder.build(changed);
    this.#warnOfEditor(built.settings);
    this.#warnOfUrl(built.settings);
    this.#preview.show(built.site, this.#previewProblemsOf(built));
    this.#say(built, changed, performance.now() - began);
    this.#request.built?.();
    return built.dependencies;
  }

  /** Warns of an unusable editor setting. The site is shown anyway. */
  #warnOfEditor(settings: Settings | undefined): void {
    const noEditor = whyNoEditor(settings?.editor);
    if (noEditor !== undefined && noEditor !== this.#warned) this.#io.stderr(`Warning: the setting editor ${noEditor}\n`);
    this.#warned = noEditor;
  }

  /** Warns that a remote document is read only once, and again when the user asks for it. */
  #warnOfUrl({ document = "" }: Partial<Settings> = {}): void {
    const again = this.#io.keys ? "press r" : "start watch again";
    const isOnNetwork = isUrl(document);
    if (isOnNetwork && !this.#warnedOfUrl)
      this.#io.stderr(`The document is on the network and is not watched: ${again} to read it anew.\n`);
    this.#warnedOfUrl = isOnNetwork;
  }

  #previewProblemsOf({ report: whole, message, hint, settings, site, unbuilt }: WatchedBuild): PreviewProblem[] {
    if (site && !unbuilt) return [];
    const report = unbuilt ?? whole;
    if (!report) return [{ severity: "error", message: message ?? "", ...(hint === undefined ? {} : { hint }) }];
    return previewProblemsOf(report, { strict: settings?.strict ?? false, editor: this.#request.editor ?? settings?.editor });
  }

  /** Prints a line for each build, and problems in full if they differ from those before. */
  #say(built: WatchedBuild, changed: readonly string[], took: number): void {
    const { report, message, hint, reached = "" } = built;
    const { quiet } = this.#request;
    if (!quiet && reached !== this.#reached) this.#io.stderr(reached);
    this.#reached = reached;
    const line = rebuildLine(built, { changed, took, shown: this.#preview.hasSite, cwd: this.#io.cwd });
    const isError = !built.site || (built.unbuilt?.problems.length ?? 0) > 0;
    const text = report
      ? this.#problemsOf(built)
      : `error: ${[message, hint]
          .filter((each) => each !== undefined)
          .map(visible)
          .join("\n")}\n`;
    if (text !== this.#said && text !== "") this.#io.stderr(report ? [text] : text);
    this.#said = text;
    if (!quiet || isError) this.#io.stderr(line);
  }

  #problemsOf({ report, unbuilt }: WatchedBuild): string {
    if (!report || report.problems.length === 0) return "";
    const wanted = this.#request.quiet ? report.problems.filter(({ severity }) => severity === "error") : report.problems;
    const problems = unbuilt ? this.#newsOf(wanted) : wanted;
    if (problems.length === 0) return "";
    const { colour, columns, version } = this.#io;
    return printReport({ ...report, problems }, { format: "pretty", colour: colour.stderr, columns: columns?.("stderr"), version });
  }

  /** The problems that are new. A portal may have hundreds that a save does not affect. */
  #newsOf(problems: readonly Problem[]): Problem[] {
    const keyed = new Map(problems.map((each) => [JSON.stringify([each.file, each.code, each.message]), each]));
    const news = [...keyed].filter(([key, { severity }]) => severity !== "info" && !this.#known.has(key));
    this.#known = new Set(keyed.keys());
    return news.map(([, problem]) => problem);
  }
}

/** Builds, serves and watches until it is quit or interrupted. */
export async function watch(request: WatchRequest, io: Io): Promise<Exit> {
  const { document } = request.flags;
  // Saving a file cannot change standard input.
  if (document === "-") noStandardInput();
  return new Watch(request, io).run();
}
