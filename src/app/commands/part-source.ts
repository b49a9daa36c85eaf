import { hash } from "node:crypto";
import { join } from "node:path";
import type { CacheEntry, FileCopy } from "#output";
import type { PartOrigin, PartSummary, SealedPart } from "#portal";
import { readPartIndex, readPartLists, SITE } from "#portal";
import { readFile, realPathOf, statsOf, SOURCE_BYTES } from "#text";
import { UsageError } from "./io.ts";

/** A part to be merged. Many are open at once, so each keeps little in memory. */
export interface PartSource {
  readonly seal: string;
  readonly index: PartSummary;
  /** The hashes of its schemas. */
  readonly schemas: readonly string[];
  /** The path of its whole description; absent if that would have been too large. */
  readonly description: string | undefined;
  /** Reads its lists of files and pages again. */
  lists(): SealedPart["lists"];
  /** Reads a schema, `search.json` or the description, and verifies its hash from `part.json`. */
  read(path: string): Buffer;
  /** The error for a part that cannot be used. The reason is a clause. */
  refusal(reason: string): UsageError;
  /** An order to copy one of its files, with inserted texts. */
  copy(path: string, sha256: string, inserts: FileCopy["inserts"]): FileCopy;
}

const HINT = "Make the part anew with msgdocs part.";

function refusal(name: string, reason: string): UsageError {
  return new UsageError(`The part ${JSON.stringify(name)} ${reason}.`, HINT);
}

const DAMAGED = "is damaged: {file} does not have the hash that its part.json says";

type PartAccess = Pick<PartSource, "read" | "copy">;

/**
 * The data kept for an open part. It is a separate function, because a closure beside the lists would keep them in memory too, and they
 * grow with the pages.
 */
function keptOf({ seal, index, lists: { files } }: SealedPart) {
  const paths = Object.entries(files);
  const spanning = new Map(paths.flatMap(([path, { sha256 }]) => (path.startsWith(SITE) ? [] : [[path, sha256]])));
  return { seal, index, spanning };
}

function sourceOf(name: string, origin: PartOrigin, access: PartAccess): PartSource {
  const text = (): string => access.read("part.json").toString("utf8");
  const opened = readPartIndex(text(), origin);
  if ("reason" in opened) throw refusal(name, opened.reason);
  const { seal, index, spanning } = keptOf(opened);
  return {
    seal,
    index,
    schemas: [...spanning.keys()].flatMap((path) => /^schemas\/(.*)\.json$/.exec(path)?.[1] ?? []),
    description: [...spanning.keys()].find((path) => path.startsWith("document.")),
    lists() {
      const lists = readPartLists(text(), seal);
      if (!lists) throw refusal(name, "changed while it was merged");
      return lists;
    },
    read(path) {
      const bytes = access.read(path);
      if (hash("sha256", bytes, "hex") !== spanning.get(path))
        throw refusal(
          name,
          DAMAGED.replace("{file}", () => JSON.stringify(path)),
        );
      return bytes;
    },
    refusal: (reason) => refusal(name, reason),
    copy: access.copy,
  };
}

/**
 * Opens a part in a folder. Throws an error with its name if it is not a part, or belongs to another portal. Links in it are not
 * followed out of it.
 */
export function openPart(folder: string, name: string, origin: PartOrigin): PartSource {
  if (!statsOf(folder)?.isDirectory())
    throw new UsageError(`There is no part ${JSON.stringify(name)}.`, "A part is a folder that msgdocs part wrote.");
  const root = realPathOf(folder);
  const read = (path: string): Buffer => {
    const bytes = readFile(join(root, path), { root, largest: SOURCE_BYTES });
    if ("problem" in bytes)
      throw refusal(
        name,
        bytes.code === "ENOENT" && path === "part.json"
          ? "is no part: it has no part.json"
          : `is damaged: of ${JSON.stringify(path)}, ${bytes.reason}`,
      );
    return bytes;
  };
  const source = { path: root, refusal: `The part ${JSON.stringify(name)} ${DAMAGED}. ${HINT}` };
  return sourceOf(name, origin, {
    read,
    copy: (path, sha256, inserts) => ({ source, path, sha256, inserts }),
  });
}

/** Opens a part in a cache, which verifies what is read. Throws if the cache is damaged. */
export function openCachedPart(entry: CacheEntry, name: string, origin: PartOrigin): PartSource {
  const refusal = `The part of ${JSON.stringify(name)} in the cache is damaged: {file} does not have its hash. Remove the cache, and build again.`;
  const source = { path: entry.path, refusal };
  return sourceOf(name, origin, {
    read: (path) => entry.read(path),
    copy: (path, _, inserts) => ({ source, path, ...entry.locate(path), inserts }),
  });
}
