import { readdir, readFile } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import type { Diagnostic } from "#diagnostics";
import { problem } from "#diagnostics";
import type { TextFile } from "#json";
import type { ThemeFile } from "./theme-file.ts";

const utf8 = new TextDecoder();

/** A theme's file as diagnostics name it: relative to the working folder. */
function textFile(path: string, bytes: Uint8Array): TextFile {
  const name = relative(process.cwd(), path).split(sep).join("/");
  return { id: path, name, text: /\.(hbs|css|js|json)$/.test(path) ? utf8.decode(bytes) : "", language: "yaml" };
}

/** Every file of one folder, in code-unit order of its path, hidden ones and links left out. */
async function readLayer(folder: string, layer: number): Promise<ThemeFile[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const files: ThemeFile[] = [];
  for (const path of paths) {
    const bytes = await readFile(path);
    files.push({ path: relative(folder, path).split(sep).join("/"), layer, bytes, source: textFile(path, bytes) });
  }
  return files;
}

/** Whether a folder is not there for us. Anything else that goes wrong (too many open files, say) is not the theme's fault. */
function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && ["ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP"].includes(String(error.code));
}

/**
 * Reads the folders of a theme, the built-in templates first. Of files with one path the last folder's counts.
 * A folder that cannot be read is a `theme/not-found`, placed at its own name.
 */
export async function readLayers(folders: readonly string[]): Promise<{ files: ReadonlyMap<string, ThemeFile>; problems: Diagnostic[] }> {
  const files = new Map<string, ThemeFile>();
  const problems: Diagnostic[] = [];
  for (const [layer, folder] of folders.entries()) {
    try {
      for (const file of await readLayer(resolve(folder), layer)) files.set(file.path, file);
    } catch (error) {
      if (!isAbsent(error)) throw error;
      const file = textFile(resolve(folder), new Uint8Array());
      problems.push(problem("theme/not-found", { file, start: 0, end: 0 }, { what: "theme folder", path: file.name }));
    }
  }
  return { files, problems };
}
