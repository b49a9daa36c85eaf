import type { Page, Site } from "#pages";

/** A page as the manifest lists it. */
export type ManifestPage = Pick<Page, "path" | "kind" | "id" | "title" | "examples">;

/** `manifest.json`: what the site is and holds, one line a page so that two builds compare well. */
export function manifest(
  site: Pick<Site, "format" | "title" | "version">,
  pages: readonly ManifestPage[],
  files: readonly string[],
): string {
  const { format, title, version } = site;
  const head = Object.entries({ format, title, version }).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  const lines = pages.map((page) => JSON.stringify(page));
  const sorted = [...files].sort().map((file) => JSON.stringify(file));
  return `{${head.join(",")},"pages":[\n${lines.join(",\n")}\n],"files":[\n${sorted.join(",\n")}\n]}\n`;
}
