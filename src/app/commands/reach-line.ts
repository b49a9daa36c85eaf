import { statSync } from "node:fs";
import { dirname, relative } from "node:path";
import { visible } from "#report";
import { counted, isInside, isUrl, realPathOf } from "#text";
import type { Examined } from "../build/index.ts";

/** A document, by its path or URL, and what reading it reached. */
export interface Reached extends Pick<Examined, "files" | "paths" | "contacts"> {
  readonly document: string;
}

/** How many folders are named. */
const NAMED = 3;

/** The files that were read outside of the document's folder. */
function outside({ document, files, paths }: Reached, cwd: string): string[] {
  const folder = isUrl(document) ? realPathOf(cwd) : dirname(realPathOf(document));
  // A path that a text links to need not lead to a file.
  const linked = paths.map(realPathOf).filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);
  const read = files.map(({ id }) => id).filter((id) => !isUrl(id));
  return [...read, ...linked].filter((path) => !isInside(folder, path));
}

function foldersOf(paths: ReadonlySet<string>, cwd: string): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  const folders = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  const named = folders.slice(0, NAMED).map(([path, count]) => `${counted(count, "file")} in ${relative(cwd, path) || "."}`);
  return folders.length > NAMED ? [...named, `files in ${counted(folders.length - NAMED, "more folder")}`] : named;
}

/**
 * What a run reached beyond the folder of its document, on one line: other folders, origins, and the environment variables that were sent.
 * Empty where there was nothing: most runs say nothing.
 */
export function reachLine(runs: readonly Reached[], cwd: string): string {
  const files = new Set(runs.flatMap((each) => outside(each, realPathOf(cwd))));
  const contacts = new Map(runs.flatMap(({ contacts: own }) => own.map(({ origin, variable }) => [origin, variable] as const)));
  const origins = [...contacts].sort(([a], [b]) => (a < b ? -1 : 1));
  const named = origins.map(([origin, variable]) => (variable === undefined ? origin : `${origin} with the credentials in ${variable}`));
  const all = [...foldersOf(files, realPathOf(cwd)), ...named];
  return all.length === 0 ? "" : `Read beyond the document's folder: ${visible(all.join(", "))}\n`;
}
