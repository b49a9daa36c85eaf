import { hash } from "node:crypto";
import { join } from "node:path";
import type { CacheEntry } from "#output";
import type { PartIndex, PartOrigin } from "#portal";
import { readPartIndex } from "#portal";
import { readFile, realPathOf, statsOf } from "#text";
import { UsageError } from "./io.ts";

/** A part that is to be merged. */
export interface PartSource {
  readonly index: PartIndex;
  /** The bytes of one of its files, which have the hash that `part.json` says. */
  read(path: string): Buffer;
}

/** The largest file of a part. A part.json holds a few hundred bytes for each file. */
const LARGEST = 1 << 28;

const HINT = "Make the part anew with msgdocs part.";

function refusal(name: string, reason: string): UsageError {
  return new UsageError(`The part ${JSON.stringify(name)} ${reason}.`, HINT);
}

function verified(index: PartIndex, name: string, read: (path: string) => Buffer): PartSource {
  return {
    index,
    read(path) {
      const bytes = read(path);
      const expected = Object.hasOwn(index.files, path) ? index.files[path]?.sha256 : undefined;
      if (hash("sha256", bytes, "hex") !== expected)
        throw refusal(name, `is damaged: ${JSON.stringify(path)} does not have the hash that its part.json says`);
      return bytes;
    },
  };
}

/** Opens a part in a folder; refuses by its name what is none, or one of another portal. Links in it are not followed out of it. */
export function openPart(folder: string, name: string, origin: PartOrigin): PartSource {
  if (!statsOf(folder)?.isDirectory())
    throw new UsageError(`There is no part ${JSON.stringify(name)}.`, "A part is a folder that msgdocs part wrote.");
  const root = realPathOf(folder);
  const read = (path: string): Buffer => {
    const bytes = readFile(join(folder, path), { root, largest: LARGEST });
    if ("problem" in bytes)
      throw refusal(name, path === "part.json" ? "is no part: it has no part.json" : `is damaged: ${JSON.stringify(path)} ${bytes.reason}`);
    return bytes;
  };
  const index = readPartIndex(read("part.json").toString("utf8"), origin);
  if ("reason" in index) throw refusal(name, index.reason);
  return verified(index, name, read);
}

/** Opens a part that a cache holds, which verifies what is read. It throws where the cache is damaged. */
export function openCachedPart(entry: CacheEntry, name: string, origin: PartOrigin): PartSource {
  const index = readPartIndex(entry.read("part.json").toString("utf8"), origin);
  if ("reason" in index) throw refusal(name, index.reason);
  return { index, read: (path) => entry.read(path) };
}
