import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** What a file holds as a hash; something that is no hash where there is none that can be read. */
export function hashOfFile(path: string): string {
  try {
    return hash("sha256", readFileSync(path), "hex");
  } catch {
    // A missing file counts too: it may be there next time.
    return "absent";
  }
}

/** The files below a folder with their hashes, in code-unit order of their paths; what is no folder has none. */
export function hashesBelow(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
    return paths.map((path) => `${relative(folder, path).split(sep).join("/")} ${hashOfFile(path)}`);
  } catch {
    return ["absent"];
  }
}
