import { existsSync } from "node:fs";
import { dirname, sep } from "node:path";
import type { FSWatcher } from "chokidar";
import { watch } from "chokidar";
import { globFolder, hiddenName, isInside, realPathOf } from "#text";
import { settle } from "./events.ts";
import type { Dependencies, InputSignatures } from "./inputs.ts";
import { difference, Inputs, isBlank } from "./inputs.ts";

/** The nearest existing folder. */
function existing(path: string): string {
  let at = path;
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  return at;
}

/**
 * The paths to watch: files and the targets of links, folders, and the places where missing files would appear. Links in a document can
 * lead anywhere, so anything outside of the roots, or hidden in them, is left to the sweep.
 */
function wantedOf({ files, folders, globs = [], roots }: Dependencies): Set<string> {
  const wanted = new Set<string>();
  for (const path of [...files, ...folders]) {
    wanted.add(path);
    wanted.add(realPathOf(path));
    wanted.add(dirname(path));
    wanted.add(dirname(realPathOf(path)));
    wanted.add(existing(path));
  }
  for (const glob of globs) wanted.add(existing(globFolder(glob)));
  if (!roots) return wanted;
  const allowed = roots.map(realPathOf);
  const mayWatch = (path: string): boolean => allowed.some((root) => isInside(root, path) && hiddenName(root, path) === undefined);
  return new Set([...wanted].filter((path) => mayWatch(realPathOf(path))));
}

/** Calls back soon after something may have changed. It may do so needlessly, and may miss a change, for which a slow sweep compensates. */
interface Hints {
  follow(dependencies: Dependencies): void;
  /** Starts watching again, after a change was missed: what was watched has been replaced. */
  renew(): void;
  close(): Promise<void>;
}

/**
 * Closes a watcher. Closing removes all listeners, but pending operations may still fail, and an error without a listener would end the
 * process.
 */
async function closed(watcher: FSWatcher): Promise<void> {
  const closing = watcher.close();
  watcher.on("error", () => undefined);
  await closing;
}

/** Watches with chokidar. Folders are watched one level deep, and of their files only the relevant ones, however many others there are. */
export function openHints(tell: () => void): Hints {
  let dependencies: Dependencies = { files: [], folders: [] };
  let wanted = new Set<string>();
  const isInteresting = (path: string): boolean =>
    wanted.has(path) || dependencies.folders.some((folder) => path.startsWith(`${folder}${sep}`));
  const open = (): FSWatcher => {
    const options = { ignoreInitial: true, ignorePermissionErrors: true, followSymlinks: false };
    const opened = watch([...wanted], { ...options, ignored: (path) => !isInteresting(path) });
    opened.on("all", tell);
    // Raw events of the system come at once; other events are delayed.
    opened.on("raw", tell);
    // With too many watches, or a folder removed meanwhile, the sweep still works.
    opened.on("error", () => undefined);
    return opened;
  };
  let watcher = open();
  return {
    follow(next) {
      const paths = wantedOf(next);
      const gone = [...wanted].filter((path) => !paths.has(path));
      const added = [...paths].filter((path) => !wanted.has(path));
      dependencies = next;
      wanted = paths;
      if (gone.length > 0) watcher.unwatch(gone);
      if (added.length > 0) watcher.add(added);
    },
    renew() {
      void closed(watcher);
      wanted = wantedOf(dependencies);
      watcher = open();
    },
    close: () => closed(watcher),
  };
}

/**
 * How often all inputs are checked: `every` without events, `atWork` for the time `work` after a build; in milliseconds. The interval
 * is at least `share` times as long as the check takes.
 */
const SWEEP = { every: 1000, atWork: 250, work: 60_000, share: 50 };

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
  readonly #hints: Hints;
  #built: InputSignatures = new Map();
  #timer: NodeJS.Timeout | undefined;
  #busy: Promise<void> | undefined;
  #ended = 0;
  #due = false;
  #forced = false;
  #told = false;
  #closed = false;

  constructor(build: Build) {
    this.#build = build;
    this.#hints = openHints(() => {
      this.#told = true;
      this.#wake();
    });
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
    await this.#hints.close();
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
    let cost = 0;
    while (this.#due && !this.#closed) {
      this.#due = false;
      const began = performance.now();
      const changed = difference(this.#built, this.#inputs.snapshot());
      cost = performance.now() - began;
      if (changed.length > 0 || this.#forced) await this.#rebuild();
    }
    if (this.#closed) return;
    const every = performance.now() - this.#ended < SWEEP.work ? SWEEP.atWork : SWEEP.every;
    this.#timer = setTimeout(() => this.#sweep(), Math.max(every, cost * SWEEP.share));
  }

  /**
   * Checks all inputs. If it finds a change without an event, watching starts again, because events for deleted and recreated paths may
   * never come.
   */
  #sweep(): void {
    this.#told = false;
    if (difference(this.#built, this.#inputs.snapshot()).length > 0) {
      setImmediate(() => {
        if (!this.#told && !this.#closed) this.#hints.renew();
      });
    }
    this.#wake();
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
    this.#hints.follow(dependencies);
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
