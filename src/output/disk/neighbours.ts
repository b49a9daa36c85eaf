import { basename, dirname, join } from "node:path";

/** The places beside an output folder that a run uses. They share its file system, so that renaming swaps them. */
export interface Neighbours {
  readonly target: string;
  readonly parent: string;
  /** Where the new site is made. */
  readonly staged: string;
  /** Where the earlier site stands between the two renames of a swap. */
  readonly earlier: string;
  readonly lock: string;
  /** Names `staged` and `earlier` while they are in use. */
  readonly journal: string;
}

/** The neighbours of an output folder, given by its real absolute path, for one run, given by random digits. */
export function neighboursOf(target: string, id: string): Neighbours {
  const parent = dirname(target);
  const beside = (what: string): string => join(parent, `.${basename(target)}.msgdocs-${what}`);
  return {
    target,
    parent,
    staged: beside(`new-${id}`),
    earlier: beside(`old-${id}`),
    lock: beside("lock"),
    journal: beside("journal"),
  };
}
