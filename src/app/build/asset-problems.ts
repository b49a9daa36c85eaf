import type { Diagnostic } from "#text";
import { problem } from "#text";
import type { Theme } from "#render";
import { isSitePath, parentFolders } from "#output";

/** A path of the site that is already taken, and by what. */
export interface TakenPath {
  readonly path: string;
  readonly owner: string;
}

/** The name of a file, folded: many systems treat names that differ only by case or Unicode form as one file. */
const fileOf = (path: string): string => path.normalize("NFC").toLowerCase();

/** The paths that are taken so far. */
class TakenPaths {
  readonly #files = new Map<string, TakenPath>();
  readonly #folders = new Map<string, TakenPath>();

  add(taken: TakenPath): void {
    this.#files.set(fileOf(taken.path), taken);
    for (const folder of parentFolders(taken.path).slice(1)) this.#folders.set(fileOf(folder), taken);
  }

  /** Why a file cannot be placed at a path, as a clause; `undefined` if it can. */
  against(path: string): string | undefined {
    if (!isSitePath(path)) return "a colon or a backslash is no part of a file's name on every system";
    const same = this.#files.get(fileOf(path));
    if (same) return same.path === path ? `that is where ${same.owner} is` : `${same.owner} is the same file on many systems`;
    const file = parentFolders(path)
      .slice(1)
      .flatMap((folder) => this.#files.get(fileOf(folder)) ?? [])[0];
    if (file) return `${file.owner} is a file, and so no folder`;
    const folder = this.#folders.get(fileOf(path));
    return folder && `${folder.owner} is in a folder of that name`;
  }
}

/**
 * The problems of theme files that collide with other files of the site. Of two colliding files, that of the later layer is reported,
 * because it builds on the other.
 */
export function assetProblems({ assets: { style, headScript, script, others } }: Theme, taken: readonly TakenPath[]): Diagnostic[] {
  const paths = new TakenPaths();
  for (const each of taken) paths.add(each);
  for (const { path } of [style, headScript, script]) paths.add({ path, owner: `${JSON.stringify(path)} of msgdocs` });
  return others.flatMap(({ path, source }) => {
    const reason = paths.against(path);
    if (reason === undefined) {
      paths.add({ path, owner: JSON.stringify(path) });
      return [];
    }
    const what = "place in the site for the theme's file";
    const hint = `Rename it: ${reason}.`;
    return [problem("theme/not-found", { file: source, start: 0, end: 0 }, { what, path: source.name, hint })];
  });
}
