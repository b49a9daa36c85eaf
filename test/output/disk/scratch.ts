import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Disk, OutputFile } from "#output";
import { nodeDisk } from "#output";

/** A new, empty folder. */
export const scratch = (): string => realpathSync(mkdtempSync(join(tmpdir(), "msgdocs-write-")));

/** Puts files into a folder. */
export function put(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Every file of a folder with its text, our record left out. */
export function tree(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = names.map((entry) => join(entry.parentPath, entry.name)).sort();
  const files = paths.filter((path) => path !== join(folder, ".msgdocs.json"));
  return Object.fromEntries(files.map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")]));
}

export function files(texts: Readonly<Record<string, string>>): OutputFile[] {
  return Object.entries(texts).map(([path, contents]) => ({ path, contents }));
}

/** The disk, counting every operation; the ones that `fails` picks by number throw ENOSPC instead. */
export function countingDisk(fails: (operation: number) => boolean): { disk: Disk; count: () => number } {
  let operations = 0;
  const watch =
    <A extends unknown[], R>(name: string, run: (...given: A) => R) =>
    (...given: A): R => {
      operations += 1;
      if (fails(operations)) throw Object.assign(new Error(name), { code: "ENOSPC", path: String(given[0]) });
      return run(...given);
    };
  const disk: Disk = {
    makeFolder: watch("makeFolder", nodeDisk.makeFolder),
    writeFile: watch("writeFile", nodeDisk.writeFile),
    createFile: watch("createFile", nodeDisk.createFile),
    readFile: watch("readFile", nodeDisk.readFile),
    move: watch("move", nodeDisk.move),
    removeFile: watch("removeFile", nodeDisk.removeFile),
    removeFolder: watch("removeFolder", nodeDisk.removeFolder),
    list: watch("list", nodeDisk.list),
    kindOf: watch("kindOf", nodeDisk.kindOf),
    isReadOnly: watch("isReadOnly", nodeDisk.isReadOnly),
    realPath: watch("realPath", nodeDisk.realPath),
  };
  return { disk, count: () => operations };
}
