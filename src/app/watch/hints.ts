import { existsSync } from "node:fs";
import { dirname, sep } from "node:path";
import type { FSWatcher } from "chokidar";
import { watch } from "chokidar";
import { globFolder, hiddenName, isInside, realPathOf } from "#text";
import type { Dependencies } from "./inputs.ts";

/** The nearest folder that is there. */
function existing(path: string): string {
  let at = path;
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  return at;
}

/**
 * What the file system is asked to tell about: files and what they are links to, folders, and where missing things would appear. Links of a
 * document can lead anywhere, so what is not in the roots, or is hidden there, is left to the sweep.
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

/** Tells soon after something may have changed. It may say so too often, and may miss a thing: a slow sweep makes up for that. */
export interface Hints {
  follow(dependencies: Dependencies): void;
  /** Begins anew, after something changed and nothing was told: what was watched has been replaced. */
  renew(): void;
  close(): Promise<void>;
}

/** Closing takes the listeners away, and what was being looked at may fail still: an error that no one listens to ends the process. */
async function closed(watcher: FSWatcher): Promise<void> {
  const closing = watcher.close();
  watcher.on("error", () => undefined);
  await closing;
}

/** Watches through chokidar, folders one level deep and of their files only those that matter, however many others there are. */
export function openHints(tell: () => void): Hints {
  let dependencies: Dependencies = { files: [], folders: [] };
  let wanted = new Set<string>();
  const isInteresting = (path: string): boolean =>
    wanted.has(path) || dependencies.folders.some((folder) => path.startsWith(`${folder}${sep}`));
  const open = (): FSWatcher => {
    const options = { ignoreInitial: true, ignorePermissionErrors: true, followSymlinks: false };
    const opened = watch([...wanted], { ...options, ignored: (path) => !isInteresting(path) });
    opened.on("all", tell);
    // What the system said itself, before it is looked into: events that are held back would be late.
    opened.on("raw", tell);
    // Too many watches, a folder taken away in the middle: the sweep goes on.
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
