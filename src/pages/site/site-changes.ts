import type { Entity } from "#model";
import { anchorFor } from "#model";
import type { PageContext, SiteContext } from "./context.ts";
import { visible } from "./visible.ts";

export const CHANGES_PATH = "changes.html";

export const changeAnchor = (at: number): string => anchorFor("change", String(at + 1));

/** The first change of each entity, by kind and id, and whether one of them breaks. */
function marks({ changes }: SiteContext): ReadonlyMap<string, { readonly at: number; readonly bad: boolean }> {
  const first = new Map<string, { readonly at: number; readonly bad: boolean }>();
  for (const [at, { subject, verdict, accepted }] of (changes?.report.changes ?? []).entries()) {
    const key = `${subject.kind} ${subject.id}`;
    // What breaks comes first.
    if (!first.has(key)) first.set(key, { at, bad: verdict === "breaking" && !accepted });
  }
  return first;
}

/** Says on the page of an entity that it changed, with a link to how. */
export function changedView({ site, path }: PageContext, entity: Entity | undefined) {
  if (!site.changes || !entity) return {};
  const mark = site.memo.of(marks, site).get(`${entity.kind} ${entity.id}`);
  if (!mark) return {};
  const text = site.words(mark.bad ? "site.changed-breaking" : "site.changed-since", { version: visible(site.changes.since) });
  return { changed: { href: site.routes.relative(path, CHANGES_PATH, changeAnchor(mark.at)), text, bad: mark.bad } };
}
