import type { Touched } from "#fingerprint";
import { listParts } from "#machine";
import type { Entity } from "#model";
import type { SiteContext } from "./context.ts";
import type { IsKept } from "./page.ts";
import { usesOf } from "./uses.ts";
import { usesOn, usesParts } from "./uses-pages.ts";

/** Whether what a file's name may begin with is kept, where anything is known of it: `lamp.payload` and `lamp` of `lamp.payload.schema.json`. */
function isStemKept(path: string, isKept: ReadonlyMap<string, boolean>): boolean {
  let found = false;
  for (let dot = path.indexOf(".", path.lastIndexOf("/") + 1); dot >= 0; dot = path.indexOf(".", dot + 1)) {
    const known = isKept.get(path.slice(0, dot));
    if (known === false) return false;
    found ||= known === true;
  }
  return found;
}

/** Lists by their paths, and what is on each: they tell less of it than its own page does. */
function* listsOf(site: SiteContext): Generator<readonly [path: string, entities: readonly Entity[]]> {
  const size = site.settings.limits.listRows;
  for (const { pages, entities } of site.navigation.listings.values()) {
    for (const [index, path] of pages.entries()) yield [path, entities.slice(index * size, (index + 1) * size)];
  }
  for (const { path, entities } of listParts(site.api, size)) yield [path, entities];
  for (const { path, entity, index } of usesParts(site)) yield [path, usesOn(site, usesOf(site, entity), index)];
}

/**
 * Which files of a site are as they were before parts of its documents changed: those of the pages of entities that lead to nothing
 * that has, lists of such, and of unchanged lines of the source. All others may tell of anything.
 */
export function keptPaths(site: SiteContext, touched: Touched): IsKept {
  const { api, routes, sources } = site;
  const isSame = new Map<Entity, boolean>();
  const isKept = new Map<string, boolean>();
  for (const entity of [...api.channels, ...api.operations, ...api.messages, ...api.schemas]) {
    isSame.set(entity, !touched.reaches(entity.node));
    isKept.set(routes.pageOf(entity).replace(/\.html$/, ""), isSame.get(entity) === true);
  }
  for (const { file, parts } of sources.files) {
    for (const { path, first, last } of parts) isKept.set(path.replace(/\.html$/, ""), !touched.within(file, first, last));
  }
  const lists = new Map([...listsOf(site)].map(([path, entities]) => [path, entities.every((entity) => isSame.get(entity) === true)]));
  return (path) => lists.get(path) ?? isStemKept(path, isKept);
}
