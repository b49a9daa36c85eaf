import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Flags, Settings } from "#config";
import { visible } from "#report";
import { expandPaths, isUrl, statsOf } from "#text";
import type { Io } from "./io.ts";
import { UsageError } from "./io.ts";
import { refuseWayOut } from "./one-file.ts";

/** The usual names of a document, those that win first. */
export const documentNames = ["msgapi", "asyncapi"].flatMap((name) => ["yaml", "yml", "json"].map((extension) => `${name}.${extension}`));

const LOOKED_FOR = `Looked for ${documentNames.join(", ")}.`;

/** What a run reads. */
export interface Input {
  /** Absolute paths, and URLs. */
  readonly documents: readonly string[];
  /** What standard input holds, by the path that stands for it. */
  readonly overlay?: ReadonlyMap<string, Uint8Array> | undefined;
  /** Whether the command line names them, and not the settings. */
  readonly named?: boolean;
}

/** The documents of a folder, by their usual names. */
function documentsIn(folder: string, cwd: string): string[] {
  const found = documentNames.map((name) => join(folder, name)).filter((path) => existsSync(path));
  if (found.length > 0) return found;
  throw new UsageError(`There is no document in the folder ${JSON.stringify(relative(cwd, folder) || ".")}.`, LOOKED_FOR);
}

/** A path, or the documents of the folder that it names. */
function documentsAt(path: string, cwd: string): string[] {
  if (isUrl(path)) return [path];
  return statsOf(path)?.isDirectory() ? documentsIn(path, cwd) : [path];
}

/** The documents of a run that names none: the settings', else the first of the usual names in the working folder. */
function defaultDocuments({ document }: Settings, cwd: string): string[] {
  if (document !== undefined) return documentsAt(document, cwd);
  const found = documentNames.map((name) => join(cwd, name)).find((path) => existsSync(path));
  if (found !== undefined) return [found];
  throw new UsageError("There is no document: none was named, and the working folder holds none.", LOOKED_FOR);
}

/** Refuses a URL that no document can be read from. Whether one of https may be is for the network policy to say. */
function refuseUrl(given: string): void {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(given) || (isUrl(given) && URL.canParse(given))) return;
  throw new UsageError(`${JSON.stringify(given)} is no URL of https.`, "A document is a file, a URL of https, or standard input.");
}

/** The documents that an argument names: a URL, a path, a folder, or a glob where no file has that very name. */
function documentsNamed(given: string, cwd: string): string[] {
  refuseUrl(given);
  if (isUrl(given)) return documentsAt(given, cwd);
  const { paths } = expandPaths(given, cwd);
  if (paths.length === 0) throw new UsageError(`No file matches ${JSON.stringify(given)}.`);
  return paths.flatMap((path) => documentsAt(path, cwd));
}

/** Standard input with the path that stands for it, which references are relative to. */
async function standardInput(name: string | undefined, { cwd, stdin }: InputContext): Promise<readonly [path: string, bytes: Uint8Array]> {
  const bytes = await stdin();
  const isJson = /^\s*\{/.test(new TextDecoder().decode(bytes.subarray(0, 1000)));
  const path = resolve(cwd, name ?? (isJson ? "stdin.json" : "stdin.yaml"));
  refuseWayOut(path, cwd);
  return [path, bytes];
}

type InputContext = Pick<Io, "cwd" | "stdin">;

export interface DocumentArguments {
  /** Paths, folders, globs, or `-` for standard input; without any, the settings' document. */
  readonly given: readonly string[];
  /** The name that standard input goes by. */
  readonly stdinFilename?: string | undefined;
}

/** What a run of several documents reads, each once. */
export async function inputOf({ given, stdinFilename }: DocumentArguments, settings: Settings, place: InputContext): Promise<Input> {
  if (given.length === 0) return { documents: defaultDocuments(settings, place.cwd) };
  const documents = [...new Set(given.filter((each) => each !== "-").flatMap((each) => documentsNamed(each, place.cwd)))];
  if (!given.includes("-")) return { documents, named: true };
  const [path, bytes] = await standardInput(stdinFilename, place);
  return { documents: [...documents.filter((each) => each !== path), path], overlay: new Map([[path, bytes]]), named: true };
}

/** The one document that a run is about. */
export async function documentOf(
  { flags: { document }, stdinFilename }: { readonly flags: Flags; readonly stdinFilename?: string | undefined },
  settings: Settings,
  place: InputContext,
): Promise<{ readonly document: string } & Pick<Input, "overlay" | "named">> {
  const { documents, ...more } = await inputOf({ given: document === undefined ? [] : [document], stdinFilename }, settings, place);
  const [first = "", ...others] = documents;
  if (others.length === 0) return { document: first, ...more };
  const names = documents.map((path) => visible(relative(place.cwd, path))).join(", ");
  throw new UsageError(`There are several documents: ${names}.`, "Name one of them.");
}
