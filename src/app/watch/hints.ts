import { existsSync } from "node:fs";
import { dirname, sep } from "node:path";
import type { FSWatcher } from "chokidar";
import { watch } from "chokidar";
import { globFolder, hiddenName, isInside, realPathOf } from "#text";
import type { Dependencies } from "./inputs.ts";

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
export interface Hints {
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
