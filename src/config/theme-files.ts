import { join } from "node:path";
import { listFolder } from "#text";

/** What a theme consists of. Settings may name any folder of a repository as a theme, and nothing else in it is looked at. */
const OF_THEME = /\.hbs$|^css\/.*\.css$|^js\/.*\.js$|^assets\//;

/** The regular files below the folder of a theme, by their paths from it. Links, and what is hidden or installed, are left out. */
function filesBelow(root: string, from = ""): string[] {
  const entries = listFolder(join(root, from), { root });
  if ("problem" in entries) throw Object.assign(new Error(entries.reason), { code: entries.code ?? "ENOENT", path: join(root, from) });
  return entries.flatMap((entry) => {
    const { name } = entry;
    if (name.startsWith(".") || name === "node_modules") return [];
    if (entry.isDirectory()) return filesBelow(root, `${from}${name}/`);
    return entry.isFile() ? [`${from}${name}`] : [];
  });
}

/** The files of a theme: their paths from its folder, given by its real path, with `/`, in code-unit order. Throws if a folder cannot be read. */
export function themeFiles(folder: string): string[] {
  return filesBelow(folder)
    .filter((path) => OF_THEME.test(path))
    .sort();
}
