import { dirname, join } from "node:path";
import type { Disk } from "./disk.ts";
import type { FileCopy } from "./file-copy.ts";
import { readCopy } from "./file-copy.ts";
import type { Writers } from "./writers.ts";
import { OutputFailure } from "./disk.ts";
import { beginRecord, finishRecord, isSitePath } from "./own-files.ts";

/** One file of a site. The path is relative to the site, `/`-separated and not URL-encoded. */
export interface OutputFile {
  readonly path: string;
  readonly contents: string | Uint8Array;
}

/** A file of a site that is written from another file. */
export interface CopiedFile {
  readonly path: string;
  readonly copy: FileCopy;
}

/** The files of a site, created on demand. */
export type SiteFiles = Iterable<OutputFile | CopiedFile> | AsyncIterable<OutputFile | CopiedFile>;

/** Milliseconds of writing before signals and timers get a turn. */
const TURN = 25;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The threads that write files, once there are enough files. */
export interface WriterThreads {
  /** The number of files before the start. */
  readonly from: number;
  start(): Promise<Writers>;
}

/** Throws for an unsafe or duplicate path. On many systems names that differ only by case are the same file. */
function claim(taken: Set<string>, path: string): void {
  const name = path.toLowerCase();
  if (!isSitePath(path)) throw new Error(`The site has a file with an unsafe path: ${JSON.stringify(path)}`);
  if (taken.has(name)) throw new Error(`The site has two files at one path: ${JSON.stringify(path)}`);
  taken.add(name);
}

export interface StagingOptions {
  readonly folder: string;
  readonly threads: WriterThreads | undefined;
}

/** Throws if a folder, given by its real path, or one above it was exchanged for a link. */
export function refuseExchanged(disk: Disk, folder: string): void {
  const real = disk.realPath(folder);
  if (real === folder) return;
  throw new OutputFailure(
    "refused",
    `${JSON.stringify(folder)} was exchanged for a link while msgdocs ran, and leads to ${JSON.stringify(real)}.`,
  );
}

/** Makes the new folder. If a folder above it is exchanged later, the new folder is missing there, and writing fails. */
function makeStaged(disk: Disk, folder: string): void {
  disk.makeFolder(folder, dirname(folder));
  refuseExchanged(disk, folder);
}

/**
 * Writes the files into a new folder, here or in threads, and finally the record. Returns the paths.
 */
export async function stage(disk: Disk, { folder, threads }: StagingOptions, files: SiteFiles): Promise<Set<string>> {
  const written = new Set<string>();
  const taken = new Set<string>();
  const folders = new Set<string>([folder]);
  let writers: Writers | undefined;
  makeStaged(disk, folder);
  beginRecord(disk, folder);
  let since = performance.now();
  for await (const file of files) {
    const { path } = file;
    claim(taken, path);
    const place = join(folder, path);
    const parent = dirname(place);
    if (!folders.has(parent)) disk.makeFolder(parent, folder);
    folders.add(parent);
    written.add(path);
    if (threads && !writers && written.size > threads.from) writers = await threads.start();
    if ("copy" in file) await (writers ? writers.copy(place, file.copy) : disk.writeFile(place, readCopy(file.copy)));
    else if (writers) await writers.write(place, file.contents);
    else disk.writeFile(place, file.contents);
    if (performance.now() - since < TURN) continue;
    await turn();
    since = performance.now();
  }
  await writers?.flush();
  finishRecord(disk, folder, written);
  return written;
}
