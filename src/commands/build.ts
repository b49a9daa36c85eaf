import { relative } from "node:path";
import type { Subject } from "#build";
import { buildSite, examine, openTheme } from "#build";
import type { Flags, Settings } from "#config";
import type { Report } from "#report";
import { exitCode } from "#report";
import type { Theme } from "#theme";
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

async function write(
  { request, settings, io }: Run,
  output: Output,
  site: { subject: Subject; theme: Theme; report: Report },
): Promise<void> {
  const { subject, theme, report } = site;
  const files = await buildSite(subject, { settings, theme, problems: report.settled });
  const count = await output.write(counted(files, io));
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
  const findings = findingsOf({ ...examined, diagnostics: [...problems, ...examined.diagnostics] });
  const report = reportOf([findings], { settings, documents: [document], baseline });
  const code = exitCode(report.summary, settings);
  io.progress(undefined);
  if (request.format !== "pretty" || report.summary.errors + report.summary.warnings > 0) say(report, request, { io, to: "stderr" });
  const { subject } = examined;
  if (!subject || (code !== exits.fine && !settings.allowErrors)) return exits.problems;
  await write(given, output, { subject, theme, report });
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
