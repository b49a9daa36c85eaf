import type { Diagnostic } from "#text";
import { problem } from "#text";
import type { Theme } from "#render";
import { isSitePath, parentFolders } from "#output";

/** A path of the site that a theme's file may not have, and whose it is. */
export interface TakenPath {
  readonly path: string;
  readonly owner: string;
}

/** Names that differ by case or Unicode form only are one file on many systems. */
const fileOf = (path: string): string => path.normalize("NFC").toLowerCase();

/** What has been put into the site so far, by the one file that it is on many systems. */
class Places {
  readonly #files = new Map<string, TakenPath>();
  readonly #folders = new Map<string, TakenPath>();

  add(taken: TakenPath): void {
    this.#files.set(fileOf(taken.path), taken);
    for (const folder of parentFolders(taken.path).slice(1)) this.#folders.set(fileOf(folder), taken);
  }

  /** Why there is no room for a file. */
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
 * Files of a theme that the site has no place for. Of two that are in each other's way the later layer's is told: the other is
 * the theme's that it builds on.
 */
export function assetProblems({ assets: { style, headScript, script, others } }: Theme, taken: readonly TakenPath[]): Diagnostic[] {
  const places = new Places();
  for (const each of taken) places.add(each);
  for (const { path } of [style, headScript, script]) places.add({ path, owner: `${JSON.stringify(path)} of msgdocs` });
  return others.flatMap(({ path, source }) => {
    const reason = places.against(path);
    if (reason === undefined) {
      places.add({ path, owner: JSON.stringify(path) });
      return [];
    }
    const what = "place in the site for the theme's file";
    const hint = `Rename it: ${reason}.`;
    return [problem("theme/not-found", { file: source, start: 0, end: 0 }, { what, path: source.name, hint })];
  });
}
