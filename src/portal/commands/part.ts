import { join, relative, resolve } from "node:path";
import type { Settings } from "#config";
import type { Output } from "#output";
import { openOutput } from "#output";
import type { Theme } from "#render";
import { exitCode, renamedReport, shortenReport, visible } from "#report";
import type { Exit, Io, PartDocument, PartRequest, Reporting } from "#run";
import {
  documentOf,
  exits,
  faultOf,
  freeFile,
  inputOf,
  isFault,
  listedDocuments,
  openSettings,
  openTheme,
  programKey,
  reportOfSettings,
  say,
  accessLineOf,
  settingsFolder,
  UsageError,
  writeInputs,
} from "#run";
import { isUrl, realPathOf } from "#text";
import type { PartContext } from "./make-part.ts";
import { examinePart, faultyPart } from "./make-part.ts";
import { lookOf, portalOf, portalPath } from "./part-source.ts";

/** Returns a function that makes names of files relative to the working folder. */
export function seenFrom(cwd: string, folder: string): (file: string) => string {
  return (file) => (isUrl(file) ? file : portalPath(cwd, resolve(folder, file)));
}

/** The data with which all parts of a run are made. */
export function partContext(given: Omit<PartContext, "folder" | "look">, cwd: string): PartContext {
  const { flags, settings, theme } = given;
  const folder = settingsFolder(flags, settings, cwd);
  return { ...given, folder, look: lookOf(settings, theme, portalOf(settings, folder).title) };
}

/** Loads the theme of a run. If it is invalid, that is reported and the result is `undefined`; the run ends with exit code 2. */
export async function openThemeOrSay(settings: Settings, reporting: Reporting, io: Io): Promise<Theme | undefined> {
  const { theme, problems } = await openTheme(settings);
  if (!theme) say(reportOfSettings(problems, undefined), reporting, { io, to: "stderr" });
  return theme;
}

/** Locks the output folder of a part or portal until the run ends. */
export function holdFolder(output: string, inputs: readonly string[], io: Io): Output & { readonly release: () => void } {
  const opened = openOutput({ output, cwd: io.cwd, inputs });
  const forget = io.onInterrupt(() => opened.close());
  return {
    ...opened,
    release() {
      opened.close();
      forget();
    },
  };
}

/**
 * Makes the part of one document, with everything that a portal needs of it. A document that cannot be built also gets a part, which
 * says so.
 */
export async function part(request: PartRequest, io: Io): Promise<Exit> {
  const { flags } = request;
  const settings = await openSettings({ ...flags, isPart: true }, request, io);
  if (!settings) return exits.usage;
  if (request.list === true) {
    const { documents } = await inputOf({ given: flags.document === undefined ? [] : [flags.document] }, settings, io);
    io.stdout(documents.map((path) => `${visible(portalPath(io.cwd, path))}\n`).join(""));
    return exits.fine;
  }
  const { document, overlay } = await documentOf({ flags }, settings, io);
  if (overlay) throw new UsageError("A part is made of a file: standard input has no place in a portal.");
  if (!request.printKey && settings.output === undefined)
    throw new UsageError("Where to? Name the folder of the part: -o DIR, or output in the settings.");
  if (request.inputs !== undefined) freeFile(resolve(io.cwd, request.inputs), [realPathOf(document)], io.cwd);
  const theme = await openThemeOrSay(settings, request, io);
  if (!theme) return exits.usage;
  const context = partContext({ flags, settings, theme, version: io.version, program: programKey(io.version) }, io.cwd);
  const hasList = settings.portal !== undefined && settings.portal.documents.length > 0;
  const source: PartDocument = { path: document, entry: hasList ? listedDocuments(settings.portal, io).listed?.get(document) : undefined };
  try {
    return await writePart(request, source, { context, io });
  } catch (error) {
    // The other parts can still be merged.
    if (isFault(error) && !request.printKey)
      await withFolder(source, { context, io }, (output) => output.write(faultyPart(source, context, faultOf(error)).files()));
    throw error;
  }
}

interface PartWriting {
  readonly context: PartContext;
  readonly io: Io;
}

async function withFolder<T>(
  { path }: PartDocument,
  { context: { settings }, io }: PartWriting,
  write: (output: Output) => Promise<T>,
): Promise<T> {
  const output = holdFolder(settings.output ?? "", isUrl(path) ? [] : [path], io);
  try {
    return await write(output);
  } finally {
    output.release();
  }
}

async function writePart(request: PartRequest, source: PartDocument, { context, io }: PartWriting): Promise<Exit> {
  const { flags, quiet } = request;
  const { settings, folder } = context;
  const made = await examinePart(source, context);
  if (request.inputs !== undefined) {
    const found = { examined: made.examined, settings, flags, others: made.inputs };
    writeInputs(resolve(io.cwd, request.inputs), { ...found, target: join(settings.output ?? "", "part.json") }, io);
  }
  if (!quiet) io.stderr(accessLineOf([made.reach], { cwd: io.cwd, settings, theme: true }));
  if (request.printKey) {
    io.stdout(`${made.key}\n`);
    return exits.fine;
  }
  return withFolder(source, { context, io }, async (output) => {
    await output.write(made.files());
    await output.waitForCleanup();
    io.progress(undefined);
    request.written?.(output.folder);
    const { index, report, isFaulty } = made.made();
    say(renamedReport(shortenReport(report, settings.maxProblems), seenFrom(io.cwd, folder)), request, { io, to: "stderr" });
    const place = visible(relative(io.cwd, output.folder) || output.folder);
    if (!quiet) io.stderr(`Wrote the part of ${index.name} to ${place}${index.index ? "" : ", which says that it could not be built"}\n`);
    if (isFaulty === true) return exits.bug;
    return index.index ? exitCode(report.summary, settings) : exits.problems;
  });
}
