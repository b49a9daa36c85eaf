import type { BigIntStats } from "node:fs";
import { statSync } from "node:fs";
import { dirname, sep, join } from "node:path";
import { themeFiles } from "#config";
import { globFolder, expandPaths } from "#text";

/** A text that changes when a file is saved: its identity, size and times, after following links. A missing file has a signature too. */
type Signature = string;

/** Whether a file is empty or missing. Files are so for a moment during a save. */
const isBlank = (signature: Signature): boolean => signature === "absent" || signature.startsWith("empty ");

const isThere = (signature: Signature): boolean => signature !== "absent";

function told({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): Signature {
  return `${size === 0n ? "empty " : ""}${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

function signatureOf(path: string): Signature {
  try {
    const stats = statSync(path, { bigint: true });
    return stats.isFile() ? told(stats) : "no file";
  } catch {
    // Whatever the reason, it cannot be read.
    return "absent";
  }
}

/** The signatures of the files of a theme, by path; of a folder that cannot be read, its own. */
export function signaturesBelow(folder: string): Map<string, Signature> {
  try {
    return new Map(themeFiles(folder).map((path) => [join(folder, path), signatureOf(join(folder, path))]));
  } catch {
    return new Map([[folder, "absent"]]);
  }
}

/** When a file was last modified, or the folder if the file is missing, in milliseconds since the epoch; 0 if unknown. */
function touchedAt(path: string, folder: string): number {
  for (const each of [path, folder]) {
    try {
      const { ctimeMs, mtimeMs } = statSync(each);
      return Math.max(ctimeMs, mtimeMs);
    } catch {
      // The file is missing, so the folder is used.
    }
  }
  return 0;
}

/** The absolute paths that a build depends on. */
export interface Dependencies {
  /** Files, including missing ones. */
  readonly files: readonly string[];
  /** Folders with everything below them. */
  readonly folders: readonly string[];
  /** Globs: only which files they match counts, not the content of these. */
  readonly globs?: readonly string[];
}

/** The state of all inputs at one moment. */
type InputSignatures = ReadonlyMap<string, Signature>;

/**
 * The state of a glob: the files that it matches, or the kind of file at a plain path. A folder that was removed meanwhile, or may not
 * be read, is another state.
 */
function namedBy(glob: string): Signature {
  try {
    const { paths } = expandPaths(glob);
    return paths.length === 1 && paths[0] === glob ? signatureOf(glob) : ["names", ...paths].join("\0");
  } catch {
    return "unreadable";
  }
}

/** The resolution of file timestamps in milliseconds. */
const TICK = 20;

/**
 * The state of everything that a site is made from, on disk. Changes are found by comparing states, so no save is missed, however it was
 * made.
 */
export class Inputs {
  #files: ReadonlySet<string> = new Set();
  #folders: readonly string[] = [];
  #globs: ReadonlySet<string> = new Set();
  /** How long the last walk through the folders of globs took, in milliseconds. */
  walked = 0;

  includes(path: string): boolean {
    if (this.#files.has(path) || this.#globs.has(path)) return true;
    return this.#folders.some((folder) => path === folder || path.startsWith(`${folder}${sep}`));
  }

  /** @param before the states of globs that are not to be looked at again */
  snapshot(before?: InputSignatures): InputSignatures {
    const began = performance.now();
    const found = new Map([...this.#globs].map((glob) => [glob, before?.get(glob) ?? namedBy(glob)]));
    if (!before) this.walked = performance.now() - began;
    for (const path of this.#files) found.set(path, signatureOf(path));
    for (const folder of this.#folders) for (const [path, signature] of signaturesBelow(folder)) found.set(path, signature);
    return found;
  }

  /** Changes the set of paths to look at. */
  follow({ files, folders, globs = [] }: Dependencies): void {
    this.#files = new Set(files);
    this.#folders = [...new Set(folders)];
    this.#globs = new Set(globs);
  }

  /**
   * The paths that are in a snapshot but not in the one before a build, and were modified since `began` (milliseconds since the epoch).
   * It is unknown whether they were read before or after that. Call it when the later snapshot exists, so that no save is missed in
   * between.
   */
  uncertain(now: InputSignatures, before: InputSignatures, began: number): string[] {
    const folderOf = (path: string): string => (this.#globs.has(path) ? globFolder(path) : dirname(path));
    return [...now.keys()].filter((path) => !before.has(path) && touchedAt(path, folderOf(path)) >= began - TICK);
  }
}

/** The paths at which two snapshots differ, including those in only one of them. */
function difference(before: InputSignatures, after: InputSignatures): string[] {
  const changed: string[] = [];
  for (const [path, signature] of after) if (before.get(path) !== signature) changed.push(path);
  for (const path of before.keys()) if (!after.has(path)) changed.push(path);
  return changed;
}

/**
 * The milliseconds between two looks. It is longer than the resolution of file timestamps, so that a later change has another
 * timestamp.
 */
const QUIET = 16;

/**
 * How many looks to wait for the end of a save: 200 and 400 ms. Looks are counted, and not time, because on a busy machine this process
 * may not run while the editor waits too.
 */
const LOOKS = { longest: 12, blank: 25 };

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether a save seems incomplete: a file that had content is empty or missing, or a new one is still empty. */
function isHalfDone(built: InputSignatures, now: InputSignatures): boolean {
  for (const [path, signature] of now) {
    const before = built.get(path);
    if (before === undefined || before === signature || !isBlank(signature)) continue;
    if (!isBlank(before) || !isThere(before)) return true;
  }
  return false;
}

/**
 * Waits until nothing has changed for a moment. If a file was emptied or removed it waits longer, because many editors do so before
 * they write. If saves never stop, it gives up waiting. The snapshot is at least as old as the resolution of timestamps.
 */
export async function settle(look: () => InputSignatures, built: InputSignatures): Promise<InputSignatures> {
  let before = look();
  for (let looks = 1; ; looks += 1) {
    await sleep(QUIET);
    const now = look();
    const isDone = !isHalfDone(built, now) && (looks > LOOKS.longest || difference(before, now).length === 0);
    if (isDone || looks > LOOKS.blank) return before;
    before = now;
  }
}

/**
 * How often files are looked at: `every` so often, but `atWork` for the time `work` after a build; in milliseconds. Globs are, too, but
 * to walk through folders may take long: the interval of either is at least `share` times as long as the look takes. No events of the
 * system are waited for, because some get lost.
 */
const LOOK = { every: 250, atWork: 50, work: 60_000, share: 20 };

/** The signature of a file that may have been saved while it was read. It differs from every other signature. */
const UNCERTAIN = "uncertain";

/** Builds once, and returns what the build depends on. It never throws. */
export type Build = (changed: readonly string[]) => Promise<Dependencies>;

/** Builds whenever files change. */
export interface Rebuilding {
  /** Builds again although nothing has changed. */
  force(): void;
  /** Resolves when no build is running or due. Everything saved before the call has then been built. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Builds once, and again whenever something changes that the last build read, one build at a time. Saves during a build lead to one
 * further build: at its end, the inputs are compared with those before it started.
 */
class Loop implements Rebuilding {
  readonly #build: Build;
  readonly #inputs = new Inputs();
  #built: InputSignatures = new Map();
  #timer: NodeJS.Timeout | undefined;
  #busy: Promise<void> | undefined;
  #ended = 0;
  /** When globs are looked at again. */
  #walkAt = 0;
  #due = false;
  #forced = false;
  #closed = false;

  constructor(build: Build) {
    this.#build = build;
  }

  async first(): Promise<void> {
    this.#forced = true;
    this.#wake();
    await this.idle();
  }

  force(): void {
    this.#forced = true;
    this.#wake();
  }

  async idle(): Promise<void> {
    this.#wake();
    while (this.#busy) await this.#busy;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    while (this.#busy) await this.#busy;
  }

  #wake(): void {
    if (this.#closed) return;
    this.#due = true;
    this.#busy ??= this.#work().finally(() => {
      this.#busy = undefined;
    });
  }

  async #work(): Promise<void> {
    clearTimeout(this.#timer);
    while (this.#due && !this.#closed) {
      this.#due = false;
      const changed = difference(this.#built, this.#inputs.snapshot());
      this.#walkAt = performance.now() + this.#inputs.walked * LOOK.share;
      if (changed.length > 0 || this.#forced) await this.#rebuild();
    }
    this.#rest(0);
  }

  /** Waits before the next look, longer after one that took long. */
  #rest(cost: number): void {
    if (this.#closed) return;
    const every = performance.now() - this.#ended < LOOK.work ? LOOK.atWork : LOOK.every;
    this.#timer = setTimeout(() => this.#look(), Math.max(every, cost * LOOK.share));
  }

  #look(): void {
    const began = performance.now();
    if (began >= this.#walkAt || difference(this.#built, this.#inputs.snapshot(this.#built)).length > 0) this.#wake();
    else this.#rest(performance.now() - began);
  }

  /** The paths to build for. Paths that perhaps changed only count if there are no others. */
  #reasons(snapshot: InputSignatures): readonly string[] {
    const changed = difference(this.#built, snapshot);
    const sure = changed.filter((path) => this.#built.get(path) !== UNCERTAIN || !isBlank(snapshot.get(path) ?? "absent"));
    return sure.length > 0 ? sure : changed;
  }

  async #rebuild(): Promise<void> {
    this.#forced = false;
    const snapshot = await settle(() => this.#inputs.snapshot(), this.#built);
    if (this.#closed) return;
    const began = Date.now();
    const dependencies = await this.#build(this.#reasons(snapshot));
    this.#inputs.follow(dependencies);
    // A path that is checked for the first time counts as read in this state, unless it was modified meanwhile.
    const now = this.#inputs.snapshot();
    const built = new Map(now);
    for (const [path, signature] of snapshot) if (this.#inputs.includes(path)) built.set(path, signature);
    for (const path of this.#inputs.uncertain(now, snapshot, began)) built.set(path, UNCERTAIN);
    this.#built = built;
    this.#ended = performance.now();
    this.#due = true;
  }
}

/** Starts building, and resolves after the first build. */
export async function startRebuilding(build: Build): Promise<Rebuilding> {
  const loop = new Loop(build);
  await loop.first();
  return loop;
}
