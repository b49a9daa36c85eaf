import { relativeUrl } from "#model";

/** The URL of the site with the slash that relative references need, without query and fragment. */
export function siteBase(siteUrl: string): string {
  return `${siteUrl.replace(/[?#][^]*$/, "").replace(/\/+$/, "")}/`;
}

/** Where a path of the site will be served; a folder's `index.html` is the folder. */
export function publicUrl(siteUrl: string, path: string): string {
  return siteBase(siteUrl) + relativeUrl("index.html", path).replace(/(^|\/)index\.html$/, "$1");
}
