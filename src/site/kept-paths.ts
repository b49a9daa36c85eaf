import type { Touched } from "#fingerprint";
import type { SiteContext } from "./context.ts";
import type { IsKept } from "./page.ts";

/** What a file's name may begin with: `lamp.payload` and `lamp` for `lamp.payload.schema.json`. */
function stemsOf(path: string): string[] {
  const name = path.slice(path.lastIndexOf("/") + 1).split(".");
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  return name.slice(1).map((_, index) => folder + name.slice(0, index + 1).join("."));
}

/**
 * Which files of a site are as they were before parts of its documents changed: those of the pages of entities that lead to nothing
 * that has, and of unchanged lines of the source. All others may tell of anything.
 */
export function keptPaths({ api, routes, sources }: SiteContext, touched: Touched): IsKept {
  const isKept = new Map<string, boolean>();
  for (const entity of [...api.channels, ...api.operations, ...api.messages, ...api.schemas]) {
    isKept.set(routes.pageOf(entity).replace(/\.html$/, ""), !touched.reaches(entity.node));
  }
  for (const { file, parts } of sources.files) {
    for (const { path, first, last } of parts) isKept.set(path.replace(/\.html$/, ""), !touched.within(file, first, last));
  }
  return (path) => {
    const known = stemsOf(path).flatMap((stem) => isKept.get(stem) ?? []);
    return known.length > 0 && !known.includes(false);
  };
}
