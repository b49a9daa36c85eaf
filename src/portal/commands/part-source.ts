import { hash } from "node:crypto";
import { basename, join, dirname, relative, sep } from "node:path";
import type { PortalSettings, Settings } from "#config";
import type { CacheEntry, FileCopy } from "#output";
import { OutputFailure } from "#output";
import { brandAssets } from "#pages";
import type { Theme } from "#render";
import type { Fault, PartDocument, Subject } from "#run";
import { UsageError } from "#run";
import { failureReason, MADE_BYTES, readFile, realPathOf, SOURCE_BYTES, statsOf, isUrl } from "#text";
import type { PartOrigin, PartSummary, SealedPart, Portal, NamedApi } from "../match/index.ts";
import { apiName, readPartIndex, readPartLists, SITE } from "../match/index.ts";

const EMPTY = { documents: [], brokers: {}, takeAll: [], group: "none" } as const;

/**
 * The portal of the settings; a default one if they have none, since a part can be made and merged without. Names of files are relative
 * to `folder`.
 */
export function portalOf({ portal }: Settings, folder: string): PortalSettings & { readonly title: string } {
  return { ...EMPTY, folder, ...portal, title: portal?.title ?? "APIs" };
}

/** A path as the portal names it: relative to the folder of the settings, and so the same on every machine. */
export function portalPath(folder: string, path: string): string {
  return isUrl(path) ? path : relative(folder, path).split(sep).join("/");
}

/** The names and ids from which the name of a document's API is chosen. */
export function namedBy(
  { path, entry }: PartDocument,
  { folder, settings }: { readonly folder: string; readonly settings: Pick<Settings, "sourceUrl"> },
  subject: Subject | undefined,
): NamedApi {
  const { sourceUrl } = settings;
  return {
    name: entry?.name,
    id: subject?.api.identifier?.value,
    path: portalPath(folder, path),
    title: subject?.api.info.title ?? basename(path),
    ...(entry && (entry.path === path || entry.versions !== undefined) ? { isListed: true } : {}),
    ...(sourceUrl === undefined ? {} : { repository: sourceUrl.replace(/\{[^]*$/, "") }),
  };
}

/** The group of a document's API by folders: the one that contains the API's own folder. */
export function folderGroup(path: string): string {
  const group = dirname(dirname(path));
  return isUrl(path) || group === "." ? "" : group;
}

/**
 * A hash of each setting that all parts of a portal must share, because it is on every page. It contains no path, so that parts made on
 * other machines have the same. The pictures themselves are added when parts are merged.
 */
export function lookOf(settings: Settings, theme: Theme, title: string): PartOrigin["look"] {
  const { language, words, siteUrl, noindex, markdown, links, footer, csp, limits, portal, guides } = settings;
  const { made, portal: own, others } = theme.assets;
  const assets = [...made, own.style, own.script, ...others].map(({ path, contents }) => [path, hash("sha256", contents, "hex")]);
  const pictures = new Map(brandAssets(settings).map(({ which, path }) => [which, path]));
  const look = {
    title,
    language,
    words,
    siteUrl,
    noindex,
    markdown,
    links,
    footer,
    csp,
    logo: pictures.get("logo"),
    favicon: pictures.get("favicon"),
    limits,
    // The header leads to them.
    guides: guides.length > 0,
    group: portal?.group,
    "theme, templates": [assets, theme.templateHash],
  };
  const hashes = Object.entries(look).map(([key, value]) => [key, hash("sha256", JSON.stringify([value]), "hex").slice(0, 16)]);
  return Object.fromEntries(hashes) as PartOrigin["look"];
}

/** A part to be merged. Many are open at once, so each keeps little in memory. */
export interface PartSource {
  /** The folder that merge was given, or the document of a part in a cache. */
  readonly part: string;
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
  /** The error for a part that is damaged. The reason is a clause. */
  refusal(reason: string): DamagedPart;
  /** Reads all files again, and returns what is damaged. */
  verify(): DamagedPart | undefined;
  /** Why the portal goes without its content: it is damaged. */
  readonly damage?: DamagedPart | undefined;
  /** An order to copy one of its files, with inserted texts. */
  copy(path: string, sha256: string, inserts: FileCopy["inserts"]): FileCopy;
}

const HINT = "Make the part anew with msgdocs part.";

/** Thrown for a part whose files are not as they were made. It costs its API, and not the portal. */
export class DamagedPart extends UsageError {
  readonly part: string;

  constructor(part: string, reason: string) {
    super(`The part ${JSON.stringify(part)} ${reason}.`, HINT);
    this.part = part;
  }
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
  if ("reason" in opened) {
    const refused = new DamagedPart(name, opened.reason);
    throw opened.isForeign === true ? new UsageError(refused.message, refused.hint) : refused;
  }
  const { seal, index, spanning } = keptOf(opened);
  const read = (path: string, sha256 = spanning.get(path)): Buffer => {
    const bytes = access.read(path);
    if (hash("sha256", bytes, "hex") !== sha256)
      throw new DamagedPart(
        name,
        DAMAGED.replace("{file}", () => JSON.stringify(path)),
      );
    return bytes;
  };
  const lists = (): SealedPart["lists"] => {
    const found = readPartLists(text(), seal);
    if (!found) throw new DamagedPart(name, "changed while it was merged");
    return found;
  };
  return {
    part: name,
    seal,
    index,
    schemas: [...spanning.keys()].flatMap((path) => /^schemas\/(.*)\.json$/.exec(path)?.[1] ?? []),
    description: [...spanning.keys()].find((path) => path.startsWith("document.")),
    lists,
    read: (path) => read(path),
    refusal: (reason) => new DamagedPart(name, reason),
    copy: access.copy,
    verify() {
      try {
        for (const [path, { sha256 }] of Object.entries(lists().files)) read(path, sha256);
      } catch (error) {
        return error instanceof DamagedPart ? error : new DamagedPart(name, `is damaged: ${failureReason(error)}`);
      }
      return undefined;
    },
  };
}

/** A part without content in place of a damaged one. Its index, if that could be read, says whose it is; otherwise its folder does. */
function damagedPart(damage: DamagedPart, known?: PartSource): PartSource {
  const name = basename(damage.part);
  const named = { path: `${name}/`, title: name };
  const nameless = {
    part: 1,
    msgdocs: "",
    look: {},
    name: apiName(named),
    named,
    title: name,
    version: "",
    document: damage.part,
  } as const;
  const owned = { owner: null, group: "", perspective: "application", asWritten: false } as const;
  const examples = { passed: [], failed: [], notChecked: [] };
  return {
    part: damage.part,
    seal: `damaged ${damage.part}`,
    index: { ...nameless, ...owned, ...known?.index, index: undefined, problems: [], examples, links: [] },
    schemas: [],
    description: undefined,
    lists: () => ({ files: {}, pages: [], things: [] }),
    read: () => {
      throw damage;
    },
    refusal: () => damage,
    copy: () => {
      throw damage;
    },
    verify: () => undefined,
    damage,
  };
}

/** The parts to merge after an error, with an empty one for each damaged one; `undefined` if the error has another cause. */
export function withoutDamaged(sources: readonly PartSource[], error: unknown): readonly PartSource[] | undefined {
  const isDamage = error instanceof DamagedPart || (error instanceof OutputFailure && error.kind === "refused");
  if (!isDamage) return undefined;
  const sound = sources.map((source) => {
    const isIt = error instanceof DamagedPart && source.part === error.part;
    const damage = isIt ? error : source.verify();
    return damage ? damagedPart(damage, source) : source;
  });
  return sound.some((source, at) => source !== sources[at]) ? sound : undefined;
}

/**
 * Opens a part in a folder. Throws an error with its name if there is none, or it belongs to another portal; in place of a damaged one
 * there is an empty one. Links in it are not followed out of it.
 */
export function openPart(folder: string, name: string, origin: PartOrigin): PartSource {
  if (!statsOf(folder)?.isDirectory())
    throw new UsageError(`There is no part ${JSON.stringify(name)}.`, "A part is a folder that msgdocs part wrote.");
  const root = realPathOf(folder);
  const read = (path: string): Buffer => {
    const largest = path.startsWith(SITE) ? MADE_BYTES : SOURCE_BYTES;
    const bytes = readFile(join(root, path), { root, largest });
    if (!("problem" in bytes)) return bytes;
    if (bytes.code === "ENOENT" && path === "part.json")
      throw new UsageError(
        `The folder ${JSON.stringify(name)} is no part: it has no part.json.`,
        "A part is a folder that msgdocs part wrote.",
      );
    throw new DamagedPart(name, `is damaged: of ${JSON.stringify(path)}, ${bytes.reason}`);
  };
  const source = { path: root, refusal: `${new DamagedPart(name, DAMAGED).message} ${HINT}` };
  try {
    return sourceOf(name, origin, {
      read,
      copy: (path, sha256, inserts) => ({ source, path, sha256, inserts }),
    });
  } catch (error) {
    if (error instanceof DamagedPart) return damagedPart(error);
    throw error;
  }
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

/** The pairs of messages on which we failed, each with the file of the sender. */
export function pairFaults({ fit }: Portal): (Fault & { readonly file: string })[] {
  return fit.flatMap(({ fault, message, sender, receiver, because }) => {
    if (fault === undefined) return [];
    const reason = `msgdocs failed to compare the message ${message} of ${sender} with what ${receiver} receives: ${fault}.`;
    const hint = "This is a bug of msgdocs, not of your documents: please report it, with both schemas.";
    return [{ reason, hint, file: because.sender.file }];
  });
}

/** Describes that the process of a document ended before it answered. */
export function deathOf(how: string): Fault {
  return {
    reason: `the process that made its pages ended (${how})`,
    hint: "It may have run out of memory: give it more with NODE_OPTIONS=--max-old-space-size=8192. With enough memory this is a bug of msgdocs: please report it.",
  };
}

/** An error as it is sent to another process, without its class. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string | undefined;
  readonly code?: unknown;
  readonly hint?: unknown;
  readonly kind?: unknown;
  readonly problem?: unknown;
}

/** Prepares an error for sending. */
export function sentError(error: unknown): SentError {
  const { name, message, stack, ...more } = error instanceof Error ? error : new Error(String(error));
  const { code, hint, kind, problem } = more as Omit<SentError, "name" | "message">;
  return { name, message, stack, code, hint, kind, problem };
}

/** Restores an error that was sent, with its class. */
export function receivedError({ name, message, hint, kind, ...more }: SentError): Error {
  if (name === "UsageError") return new UsageError(message, typeof hint === "string" ? hint : undefined);
  if (name === "OutputFailure") return new OutputFailure(kind === "refused" ? "refused" : "environment", message);
  return Object.assign(new Error(message), { name, ...more });
}
