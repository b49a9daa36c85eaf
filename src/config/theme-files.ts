import { readdirSync } from "node:fs";
import { join } from "node:path";

/** What a theme consists of. Settings may name any folder of a repository as a theme, and nothing else in it is looked at. */
const OF_THEME = /\.hbs$|^css\/.*\.css$|^js\/.*\.js$|^assets\//;

/** The regular files below a folder, by their paths from `from`. Links, and what is hidden or installed, are left out. */
function filesBelow(folder: string, from = ""): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry;
    if (name.startsWith(".") || name === "node_modules") return [];
    if (entry.isDirectory()) return filesBelow(join(folder, name), `${from}${name}/`);
    return entry.isFile() ? [`${from}${name}`] : [];
  });
}

/** The files of a theme: their paths from its folder, with `/`, in code-unit order. Throws if a folder cannot be read. */
export function themeFiles(folder: string): string[] {
  return filesBelow(folder)
    .filter((path) => OF_THEME.test(path))
    .sort();
}
