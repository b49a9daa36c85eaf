import { relative } from "node:path";
import type { MadeSite } from "#build";
import { examine, filesOf, makeSite, openTheme } from "#build";
import type { Flags, Settings } from "#config";
import type { Diagnostic } from "#diagnostics";
import type { Report } from "#report";
import { exitCode } from "#report";
import type { Output, OutputFile } from "#write";
import { openOutput } from "#write";
import { readBaseline } from "./baseline-file.ts";
import { defaultDocument } from "./find-documents.ts";
import type { Exit, Io, Reporting } from "./io.ts";
import { exits, UsageError } from "./io.ts";
import { openSettings } from "./open-settings.ts";
import { findingsOf, reportOf, reportOfSettings, say } from "./report-problems.ts";

export interface BuildRequest extends Reporting {
  readonly document?: string | undefined;
  readonly flags: Flags;
}

interface Run {
  readonly request: BuildRequest;
  readonly settings: Settings;
  readonly io: Io;
  readonly document: string;
}

/** The folder to write to, held until the run ends; an interruption lets go of it and removes what is unfinished. */
function hold({ settings, document, io }: Run): Output & { release: () => void } {
  if (settings.output === undefined) throw new UsageError("Where to? Name the folder of the site: -o DIR, or output in the settings.");
  const inputs = [document, settings.theme, ...(settings.templates ? [settings.templates] : []), ...(settings.root ? [settings.root] : [])];
  const output = openOutput({ output: settings.output, cwd: io.cwd, inputs });
  const forget = io.onInterrupt(() => output.close());
  const release = (): void => {
    output.close();
    forget();
  };
  return { ...output, release };
}

/** Says which file is being made. */
function* counted(files: Iterable<OutputFile>, io: Io): Generator<OutputFile> {
  let count = 0;
  for (const file of files) {
    count += 1;
    io.progress(`writing file ${count}: ${file.path}`);
    yield file;
  }
}

async function write({ request, io }: Run, output: Output, made: MadeSite): Promise<void> {
  const count = await output.write(counted(await filesOf(made), io));
  io.progress(undefined);
  if (!request.quiet) io.stderr(`Wrote ${count} files to ${relative(io.cwd, output.folder) || output.folder}\n`);
}

async function run(given: Run, output: Output): Promise<Exit> {
  const { request, settings, io, document } = given;
  const baseline = readBaseline(settings);
  const { theme, problems } = await openTheme(settings);
  if (!theme) {
    say(reportOfSettings(problems, undefined), request, { io, to: "stderr" });
    return exits.usage;
  }
  const examined = await examine(document, { settings, cwd: io.cwd, progress: io.progress });
  const reported = (more: readonly Diagnostic[]): Report =>
    reportOf([findingsOf({ ...examined, diagnostics: [...problems, ...examined.diagnostics, ...more] })], {
      settings,
      documents: [document],
      baseline,
    });
  const report = reported([]);
  const code = exitCode(report.summary, settings);
  const { subject } = examined;
  const builds = subject && (code === exits.fine || settings.allowErrors);
  const made = builds && (await makeSite(subject, { settings, theme, problems: report.settled }));
  const wrong = made ? made.site.problems : [];
  io.progress(undefined);
  const told = wrong.length > 0 ? reported(wrong) : report;
  if (request.format !== "pretty" || told.summary.errors + told.summary.warnings > 0) say(told, request, { io, to: "stderr" });
  if (!made) return exits.problems;
  if (wrong.length > 0) return exits.usage;
  await write(given, output, made);
  return code;
}

/** Builds the site of a document. With errors that are not allowed the earlier site is left as it is. */
export async function build(request: BuildRequest, io: Io): Promise<Exit> {
  const settings = await openSettings(request.flags, request, io);
  if (!settings) return exits.usage;
  const document = settings.document ?? defaultDocument(settings, io.cwd);
  const given: Run = { request, settings, io, document };
  const { release, ...output } = hold(given);
  try {
    return await run(given, output);
  } finally {
    release();
  }
}
