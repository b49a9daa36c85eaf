import { dirname, join } from "node:path";
import type { Disk } from "./disk.ts";
import type { Writers } from "./writers.ts";
import { beginRecord, finishRecord, isSitePath } from "./record.ts";

/** One file of a site. The path is relative to the site, `/`-separated and not URL-encoded. */
export interface OutputFile {
  readonly path: string;
  readonly contents: string | Uint8Array;
}

/** Files of a site, as they are made. */
export type Files = Iterable<OutputFile> | AsyncIterable<OutputFile>;

/** How long files are written before signals and timers get a turn, in milliseconds. */
const TURN = 25;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Threads that files are written in, once there are so many that it pays. */
export interface Threads {
  /** After how many files. */
  readonly from: number;
  start(): Promise<Writers>;
}

/** Two names that differ by case only are one file on many systems. */
function claim(taken: Set<string>, path: string): void {
  const name = path.toLowerCase();
  if (!isSitePath(path)) throw new Error(`The site has a file with an unsafe path: ${JSON.stringify(path)}`);
  if (taken.has(name)) throw new Error(`The site has two files at one path: ${JSON.stringify(path)}`);
  taken.add(name);
}

export interface Staging {
  readonly folder: string;
  readonly threads: Threads | undefined;
}

/**
 * Writes every file into a new folder as it is made, one at a time or in threads, and at last the record of what was written.
 * Returns the paths.
 */
export async function stage(disk: Disk, { folder, threads }: Staging, files: Files): Promise<Set<string>> {
  const written = new Set<string>();
  const taken = new Set<string>();
  const folders = new Set<string>([folder]);
  let writers: Writers | undefined;
  disk.makeFolder(folder);
  beginRecord(disk, folder);
  let since = performance.now();
  for await (const file of files) {
    const { path } = file;
    claim(taken, path);
    const place = join(folder, path);
    const parent = dirname(place);
    if (!folders.has(parent)) disk.makeFolder(parent);
    folders.add(parent);
    written.add(path);
    if (threads && !writers && written.size > threads.from) writers = await threads.start();
    if (writers) await writers.write(place, file.contents);
    else disk.writeFile(place, file.contents);
    if (performance.now() - since < TURN) continue;
    await turn();
    since = performance.now();
  }
  await writers?.flush();
  finishRecord(disk, folder, written);
  return written;
}
