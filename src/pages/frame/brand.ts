import { extname } from "node:path";
import type { Settings } from "#config";
import type { StringNode } from "#text";
import { stringOf, valueOf } from "#text";
import type { PageContext, SiteContext } from "./context.ts";
import type { UrlView } from "./described-view.ts";
import { urlView } from "./described-view.ts";

/** A picture from the settings and its path in the site. It keeps its extension, because servers derive the media type from it. */
export interface BrandAsset {
  readonly which: "logo" | "favicon";
  readonly source: string;
  readonly path: string;
}

/** The site path of the logo or icon; `undefined` if the settings name none. */
function brandPath(settings: Settings, which: "logo" | "favicon"): string | undefined {
  const source = settings[which];
  return source === undefined ? undefined : `assets/${which}${extname(source).toLowerCase()}`;
}

/** The pictures that the settings put on every page. */
export function brandAssets(settings: Settings): BrandAsset[] {
  return (["logo", "favicon"] as const).flatMap((which) => {
    const [source, path] = [settings[which], brandPath(settings, which)];
    return source === undefined || path === undefined ? [] : [{ which, source, path }];
  });
}

/** The URL in `x-logo` of `info`. As in ReDoc, it is an object or the URL alone. */
function urlOf({ api }: Pick<SiteContext, "api">): StringNode | undefined {
  const logo = api.info.extensions.find(({ key }) => key === "x-logo")?.value;
  const url = logo?.kind === "map" ? valueOf(logo, "url") : logo;
  return url?.kind === "string" && url.value.trim() !== "" ? url : undefined;
}

/** The path of the document's own logo, if it is an image file beside the document. */
function documentLogo(site: Pick<SiteContext, "api" | "prose">): string | undefined {
  const url = urlOf(site);
  return url && site.prose.picture(url);
}

/** A logo that is not part of the site. It is only linked, because pages load nothing from other hosts. */
export function logoLink({ site }: PageContext): UrlView | undefined {
  const url = urlOf(site);
  if (!url || site.prose.picture(url) !== undefined) return undefined;
  const logo = site.api.info.extensions.find(({ key }) => key === "x-logo")?.value;
  const text = stringOf(logo, "altText")?.trim();
  return { ...urlView(url.value), ...(text ? { text } : {}) };
}

/** The pictures of every page for the layout. Those of the settings come before the document's own; sizes are given where known. */
export function brandView({ site, path }: PageContext) {
  const { settings, routes, portal } = site;
  const [brand, favicon] = [brandPath(settings, "logo"), brandPath(settings, "favicon")];
  // A portal holds the pictures of its settings once, for all APIs.
  const shared = (file: string): string => portal?.href(path, file) ?? routes.relative(path, file);
  const own = brand === undefined ? documentLogo(site) : undefined;
  const logo = brand ?? own;
  // Only merging needs the picture of a portal, and its size.
  const isElsewhere = own === undefined && portal !== undefined;
  return {
    ...(logo === undefined
      ? {}
      : {
          logo: own === undefined ? shared(logo) : routes.relative(path, own),
          logoSize: isElsewhere ? undefined : site.pictureSize?.(logo),
        }),
    ...(favicon === undefined ? {} : { favicon: shared(favicon) }),
  };
}
