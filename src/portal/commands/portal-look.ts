import { hash } from "node:crypto";
import { basename, dirname, relative, sep } from "node:path";
import type { PortalSettings, Settings } from "#config";
import { brandAssets } from "#pages";
import type { Theme } from "#render";
import type { PartDocument, Subject } from "#run";
import { isUrl } from "#text";
import type { NamedApi, PartOrigin } from "../match/index.ts";

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
