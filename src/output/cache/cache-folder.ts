import { lstatSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The file that says that a folder is a cache, so that backups leave it out (Cache Directory Tagging Specification). */
const TAG = "CACHEDIR.TAG";
const SIGNATURE = "Signature: 8a477f597d28d172789f06886806bc55\n# This folder is a cache of msgdocs. It may be removed at any time.\n";

const isMissing = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) === undefined;

/** Why an existing folder is not used as a cache, as a clause; `undefined` where nothing is against it. */
function objection(folder: string): string | undefined {
  const stats = lstatSync(folder);
  if (stats.isSymbolicLink()) return "is a symbolic link";
  if (!stats.isDirectory()) return "is not a folder";
  const user = process.getuid?.();
  if (user !== undefined && stats.uid !== user) return "belongs to another user";
  if (user !== undefined && (stats.mode & 0o022) !== 0) return "can be written to by other users";
  if (isMissing(join(folder, TAG)) && readdirSync(folder).length > 0) return "holds files that are not a cache";
  return undefined;
}

/**
 * Makes a cache folder that nobody else can read or write, or returns as a clause why an existing one is not used: what others put
 * into it would become pages. Throws what the file system throws.
 */
export function claimCacheFolder(folder: string): string | undefined {
  if (isMissing(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const refused = objection(folder);
  if (refused !== undefined) return refused;
  if (isMissing(join(folder, TAG))) writeFileSync(join(folder, TAG), SIGNATURE, { flag: "wx" });
  return undefined;
}
