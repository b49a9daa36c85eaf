import type { StringNode } from "#text";
import { stringOf, valueOf } from "#text";
import type { PageContext, SiteContext } from "./context.ts";
import { urlView, type UrlView } from "./described-view.ts";
import { visible } from "./visible.ts";

/** The URL of `x-logo`, which stands in `info` (as ReDoc has it) as an object or as the URL alone. */
function urlOf({ api }: Pick<SiteContext, "api">): StringNode | undefined {
  const logo = api.info.extensions.find(({ key }) => key === "x-logo")?.value;
  const url = logo?.kind === "map" ? valueOf(logo, "url") : logo;
  return url?.kind === "string" && url.value.trim() !== "" ? url : undefined;
}

/** The path of the document's own logo, where it is an image file beside the document. */
export function documentLogo(site: Pick<SiteContext, "api" | "prose">): string | undefined {
  const url = urlOf(site);
  return url && site.prose.picture(url);
}

/** A logo that the site does not hold: a link, since pages ask nothing of other hosts. */
export function logoLink({ site }: PageContext): UrlView | undefined {
  const url = urlOf(site);
  if (!url || site.prose.picture(url) !== undefined) return undefined;
  const logo = site.api.info.extensions.find(({ key }) => key === "x-logo")?.value;
  const text = stringOf(logo, "altText")?.trim();
  return { ...urlView(url.value), ...(text ? { text: visible(text) } : {}) };
}
