import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Files and bytes below a folder, and how many of the files are pages. */
export function sizeOf(folder) {
  let [files, pages, bytes] = [0, 0, 0];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    files += 1;
    if (entry.name.endsWith(".html")) pages += 1;
    bytes += statSync(join(entry.parentPath, entry.name)).size;
  }
  return { files, pages, bytes };
}
