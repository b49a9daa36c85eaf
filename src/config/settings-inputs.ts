import { basename, dirname, join, resolve } from "node:path";
import type { FileAccess, InputFile } from "#text";
import { namedAccess, realPathOf, repositoryOf } from "#text";

/** Names of settings files that are found without `--config`, in order of precedence. */
export const settingsFiles = ["msgdocs.yaml", "msgdocs.yml", "msgdocs.json"];

/** The settings file that `--config` names, or the files that are looked for without it. */
export function settingsInputs({ config }: { readonly config?: string | undefined }, cwd: string): readonly InputFile[] {
  // A found file must be in the repository; a named file may be anywhere, but not through a link of the repository.
  if (config === undefined)
    return settingsFiles.map((name) => ({ path: join(cwd, name), access: { root: repositoryOf(cwd), named: [cwd] } }));
  const path = resolve(cwd, config);
  // Whatever the settings name is looked for from this folder, so links in its path are followed once.
  return [{ path: join(realPathOf(dirname(path)), basename(path)), access: namedAccess(path, cwd) }];
}

/** The access to files that the settings in a folder name. The path of the folder is real. */
export function settingsAccess(folder: string, isTrusted: boolean): FileAccess {
  return isTrusted ? {} : { root: repositoryOf(folder), named: [folder] };
}
