import { extname, relative, resolve } from "node:path";
import type { Flags, Settings } from "#config";
import type { BundleFormat } from "#documents";
import { bundle as bundled } from "#documents";
import type { DocumentFindings } from "#report";
import { exitCode, visible } from "#report";
import type { Exit, Io, Reporting } from "#run";
import {
  documentOf,
  examine,
  exits,
  findingsOf,
  freeFile,
  load,
  openSettings,
  accessLine,
  readBaseline,
  replaceFile,
  reportOf,
  say,
} from "#run";
import { realPathOf } from "#text";

export interface BundleRequest extends Pick<Reporting, "quiet" | "tell"> {
  readonly flags: Flags;
  /** The file to write. Standard output if it is absent or `-`. */
  readonly out?: string | undefined;
  /** The language to write, regardless of file names. */
  readonly language?: BundleFormat["format"] | undefined;
  /** The name for standard input. */
  readonly stdinFilename?: string | undefined;
}

/** Problems are printed for people, because standard output is for the document. */
const reporting = { format: "pretty" } as const;

function languageOf(path: string | undefined): BundleFormat["format"] | undefined {
  const extension = path === undefined ? "" : extname(path).toLowerCase();
  if (extension === ".json") return "json";
  return extension === ".yaml" || extension === ".yml" ? "yaml" : undefined;
}

interface Source extends Awaited<ReturnType<typeof documentOf>> {
  readonly settings: Settings;
  readonly io: Io;
}

interface BundleOutcome {
  readonly text: string | undefined;
  /** The path to write to; absent for standard output. */
  readonly path: string | undefined;
  readonly findings: DocumentFindings;
  /** Whether msgdocs itself failed on a rule. */
  readonly isFaulty: boolean;
}

async function make(request: BundleRequest, { document, overlay, named, settings, io }: Source): Promise<BundleOutcome> {
  io.progress("reading");
  const context = { settings, cwd: io.cwd, overlay, named };
  const { documents, files } = await load(document, context);
  const out = request.out === undefined || request.out === "-" ? undefined : resolve(io.cwd, request.out);
  const path = out === undefined ? undefined : freeFile(out, [realPathOf(document), ...files.map(({ id }) => id)], io.cwd);
  io.progress("bundling");
  const made = documents && bundled(documents, { format: request.language ?? languageOf(path) });
  io.progress("checking");
  const examined = await examine(document, context, "problems");
  io.progress(undefined);
  if (!request.quiet) io.stderr(accessLine([{ ...examined, document }], { cwd: io.cwd, settings }));
  const { failures = [] } = examined;
  const diagnostics = [...examined.diagnostics, ...failures, ...(made?.problems ?? [])];
  return { text: made?.text, path, findings: findingsOf({ ...examined, diagnostics }), isFaulty: failures.length > 0 };
}

function deliver(text: string, path: string | undefined, { quiet, io }: { quiet: boolean; io: Io }): void {
  if (path === undefined) {
    io.stdout([text]);
    return;
  }
  replaceFile(path, text, io.cwd);
  if (!quiet) io.stderr(`Wrote ${visible(relative(io.cwd, path) || path)}\n`);
}

/**
 * Writes one self-contained document. Problems are reported as by `check`, and errors lead to exit code 1 unless they are allowed.
 * References that cannot be followed stay as they are.
 */
export async function bundle(request: BundleRequest, io: Io): Promise<Exit> {
  const { quiet, tell } = request;
  const settings = await openSettings(request.flags, { ...reporting, quiet, tell }, io);
  if (!settings) return exits.usage;
  const baseline = readBaseline(settings, io.cwd);
  const source = await documentOf(request, settings, io);
  const { document } = source;
  const { text, path, findings, isFaulty } = await make(request, { ...source, settings, io });
  const report = reportOf([findings], { settings, documents: [document], cwd: io.cwd, baseline });
  say(report, { ...reporting, quiet, tell }, { io, to: "stderr" });
  if (text === undefined) return exits.problems;
  deliver(text, path, { quiet, io });
  return isFaulty ? exits.bug : exitCode(report.summary, settings);
}
