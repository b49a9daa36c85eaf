/** Finds the documents of a run. */
import { existsSync, readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Flags, PortalDocument, PortalSettings, Settings } from "#config";
import { visible } from "#report";
import { counted, expandPaths, isUrl, namedAccess, parseText, readFile, readLimits, SOURCE_BYTES, statsOf } from "#text";
import type { Io } from "./io.ts";
import { UsageError } from "./io.ts";
import { refuseWayOut } from "./one-file.ts";

/** The usual file names of a document, the preferred ones first. */
export const documentNames = ["msgapi", "asyncapi"].flatMap((name) => ["yaml", "yml", "json"].map((extension) => `${name}.${extension}`));

const LOOKED_FOR = `Looked for ${documentNames.join(", ")}.`;

const NOT_A_DOCUMENT = "A document says its format version in the field asyncapi or msgapi. To check another file, name it without a glob.";

/** The documents that a run reads. */
export interface Input {
  /** Absolute paths or URLs. */
  readonly documents: readonly string[];
  /** The content of standard input, by the path that it gets. */
  readonly overlay?: ReadonlyMap<string, Uint8Array> | undefined;
  /** Whether the command line names them, not the settings. */
  readonly named?: boolean;
  /** How many files matched by globs are not documents but fragments that documents refer to. */
  readonly fragments?: number;
  /** All files that the settings of a portal name or match, including fragments. */
  readonly matched?: readonly string[];
  /** The entry in the settings for each document of a portal, by path. */
  readonly listed?: ReadonlyMap<string, PortalDocument>;
}

/** One piece of what may stand before the first field. */
const BEFORE_FIELDS = /\s+|#[^\n]*|---(?=\s)/y;

const VERSION = /\{?\s*["']?(?:asyncapi|msgapi)["']?\s*:/y;

/** Whether a text starts with the version, as most documents do. Then nothing needs to be parsed. */
function beginsWithVersion(text: string): boolean {
  let at = 0;
  BEFORE_FIELDS.lastIndex = 0;
  // Piece by piece: one expression for all of them would try every way to divide the text.
  while (BEFORE_FIELDS.test(text)) at = BEFORE_FIELDS.lastIndex;
  VERSION.lastIndex = at;
  return VERSION.test(text);
}

/**
 * Whether a file matched by a glob is a document and not a fragment: it has a version, or fields that only documents have. A file that
 * mentions a version but cannot be read or parsed counts as a document, so that its problem is reported. So does a link that leads out
 * of the repository, which is refused unread.
 */
export function isDocument(path: string, cwd: string): boolean {
  if (!/\.(?:ya?ml|json)$/i.test(path)) return false;
  const bytes = readFile(path, { ...namedAccess(path, cwd), largest: SOURCE_BYTES });
  if ("problem" in bytes) return true;
  const text = bytes.toString("utf8");
  if (beginsWithVersion(text)) return true;
  if (!/asyncapi|msgapi|channels/i.test(text)) return false;
  const language = /\.json$/i.test(path) ? "json" : "yaml";
  const root = parseText({ id: path, name: path, text, language }, { limits: readLimits, report: () => undefined });
  if (root?.kind !== "map") return root === undefined && /asyncapi|msgapi/i.test(text);
  const keys = root.entries.map(({ key }) => key.toLowerCase());
  return keys.includes("asyncapi") || keys.includes("msgapi") || (keys.includes("info") && keys.includes("channels"));
}

interface FoundDocuments {
  readonly documents: readonly string[];
  readonly fragments: number;
}

/** The documents among the files that a path or glob matches. A plain path always counts as a document. */
function withoutFragments(pattern: string, paths: readonly string[], cwd: string): FoundDocuments {
  if (paths.length === 1 && paths[0] === pattern) return { documents: paths, fragments: 0 };
  const documents = paths.filter((path) => isDocument(path, cwd));
  return { documents, fragments: paths.length - documents.length };
}

/** The documents in the settings, each once. An entry with a name or perspective has precedence over a glob. */
export function listedDocuments({ documents }: PortalSettings, { cwd }: InputContext): Input {
  const listed = new Map<string, PortalDocument>();
  const matched: string[] = [];
  let fragments = 0;
  for (const entry of documents) {
    for (const pattern of [entry.path, ...(entry.versions === undefined ? [] : [entry.versions])]) {
      const { paths, refused } = expandPaths(pattern);
      const found = withoutFragments(pattern, paths, cwd);
      matched.push(...paths);
      if (found.documents.length === 0) {
        const why = refused === undefined ? "" : ` It cannot be used: ${refused}.`;
        throw new UsageError(
          `No document matches ${JSON.stringify(relative(cwd, pattern))}, which the setting documents names.${why}`,
          found.fragments > 0 ? NOT_A_DOCUMENT : "Correct the path, or remove it from the setting.",
        );
      }
      fragments += found.fragments;
      for (const path of found.documents) {
        const known = listed.get(path);
        if (!known || entry.name !== undefined || entry.perspective !== undefined) listed.set(path, entry);
      }
    }
  }
  return { documents: [...listed.keys()], fragments, matched, listed };
}

/** The documents of a folder: those with the usual names, otherwise all. */
function documentsIn(folder: string, cwd: string): string[] {
  const found = documentNames.map((name) => join(folder, name)).filter((path) => existsSync(path));
  if (found.length > 0) return found;
  const names = readdirSync(folder).filter((name) => !name.startsWith("."));
  const others = names.sort().map((name) => join(folder, name));
  const documents = others.filter((path) => isDocument(path, cwd));
  if (documents.length > 0) return documents;
  const name = relative(cwd, folder) || ".";
  throw new UsageError(
    `There is no document in the folder ${JSON.stringify(name)}.`,
    `Folders below it are named by a glob, such as ${JSON.stringify(`${name}/**/*.yaml`)}.`,
  );
}

/** The path itself, or the documents in it if it is a folder. */
function documentsAt(path: string, cwd: string): string[] {
  if (isUrl(path)) return [path];
  return statsOf(path)?.isDirectory() ? documentsIn(path, cwd) : [path];
}

/** The default documents of a run: that of the settings, otherwise the first usual name in the working folder. */
function defaultDocuments({ document }: Settings, cwd: string): string[] {
  if (document !== undefined) return documentsAt(document, cwd);
  const found = documentNames.map((name) => join(cwd, name)).find((path) => existsSync(path));
  if (found !== undefined) return [found];
  throw new UsageError(
    "There is no document: none was named, and the working folder holds none.",
    `${LOOKED_FOR} Name one, or let msgdocs init look below this folder.`,
  );
}

/** Refuses URLs from which no document can be read. Whether an https URL is allowed is decided by the network policy. */
function refuseUrl(given: string): void {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(given) || (isUrl(given) && URL.canParse(given))) return;
  throw new UsageError(`${JSON.stringify(given)} is no URL of https.`, "A document is a file, a URL of https, or standard input.");
}

/** The documents for an argument: a URL, a path, a folder, or a glob unless a file has exactly that name. */
function documentsNamed(given: string, cwd: string): FoundDocuments {
  refuseUrl(given);
  if (isUrl(given)) return { documents: documentsAt(given, cwd), fragments: 0 };
  const { paths, refused } = expandPaths(given, cwd);
  if (paths.length === 0)
    throw new UsageError(`No file matches ${JSON.stringify(given)}.${refused === undefined ? "" : ` It cannot be used: ${refused}.`}`);
  const { documents, fragments } = withoutFragments(resolve(cwd, given), paths, cwd);
  if (documents.length === 0) throw new UsageError(`No file that matches ${JSON.stringify(given)} is a document.`, NOT_A_DOCUMENT);
  return { documents: documents.flatMap((path) => documentsAt(path, cwd)), fragments };
}

/** The content of standard input, with the path that references are relative to. */
async function standardInput(name: string | undefined, { cwd, stdin }: InputContext): Promise<readonly [path: string, bytes: Uint8Array]> {
  const bytes = await stdin();
  const isJson = /^\s*\{/.test(new TextDecoder().decode(bytes.subarray(0, 1000)));
  const path = resolve(cwd, name ?? (isJson ? "stdin.json" : "stdin.yaml"));
  refuseWayOut(path, cwd);
  return [path, bytes];
}

type InputContext = Pick<Io, "cwd" | "stdin">;

export interface DocumentArguments {
  /** Paths, folders, globs, or `-` for standard input. Without any, the document of the settings is used. */
  readonly given: readonly string[];
  /** The name for standard input. */
  readonly stdinFilename?: string | undefined;
}

/** Finds the documents that a run reads, each once. */
export async function inputOf({ given, stdinFilename }: DocumentArguments, settings: Settings, place: InputContext): Promise<Input> {
  if (given.length === 0 && settings.portal && settings.portal.documents.length > 0) return listedDocuments(settings.portal, place);
  if (given.length === 0) return { documents: defaultDocuments(settings, place.cwd) };
  const found = given.filter((each) => each !== "-").map((each) => documentsNamed(each, place.cwd));
  const documents = [...new Set(found.flatMap((each) => each.documents))];
  const fragments = found.reduce((sum, each) => sum + each.fragments, 0);
  if (!given.includes("-")) return { documents, fragments, named: true };
  const [path, bytes] = await standardInput(stdinFilename, place);
  return { documents: [...documents.filter((each) => each !== path), path], fragments, overlay: new Map([[path, bytes]]), named: true };
}

/** Finds the single document of a run. */
export async function documentOf(
  { flags: { document }, stdinFilename }: { readonly flags: Flags; readonly stdinFilename?: string | undefined },
  settings: Settings,
  place: InputContext,
): Promise<{ readonly document: string } & Pick<Input, "overlay" | "named">> {
  const { documents, ...more } = await inputOf({ given: document === undefined ? [] : [document], stdinFilename }, settings, place);
  const [first = "", ...others] = documents;
  if (others.length === 0) return { document: first, ...more };
  const names = documents.map((path) => visible(relative(place.cwd, path))).join(", ");
  const portal = document === undefined ? "" : ` For a portal of all: msgdocs init ${visible(document)}`;
  throw new UsageError(`There are several documents: ${names}.`, `Name one of them.${portal}`);
}

/** A line about files that globs match but that are not documents; empty if there are none. */
export function fragmentsLine(fragments: number | undefined): string {
  if (!fragments) return "";
  return `Left out ${counted(fragments, "file")} that ${fragments === 1 ? "is no document" : "are no documents"}.\n`;
}
