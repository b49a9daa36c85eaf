import type { Entity } from "#model";
import { anchorFor } from "#model";
import type { PageContext, SiteContext } from "./context.ts";
import { visible } from "./visible.ts";

export const CHANGES_PATH = "changes.html";

export const changeAnchor = (at: number): string => anchorFor("change", String(at + 1));

/** For each entity, by kind and id, the index of its first change and whether that change breaks. */
function marks({ changes }: SiteContext): ReadonlyMap<string, { readonly at: number; readonly bad: boolean }> {
  const first = new Map<string, { readonly at: number; readonly bad: boolean }>();
  for (const [at, { subject, verdict, accepted }] of (changes?.report.changes ?? []).entries()) {
    const key = `${subject.kind} ${subject.id}`;
    // The report lists breaking changes first.
    if (!first.has(key)) first.set(key, { at, bad: verdict === "breaking" && !accepted });
  }
  return first;
}

/** The note on an entity's page that it changed, with a link to the change. */
export function changedView({ site, path }: PageContext, entity: Entity | undefined) {
  if (!site.changes || !entity) return {};
  const mark = site.memo.of(marks, site).get(`${entity.kind} ${entity.id}`);
  if (!mark) return {};
  const text = site.words(mark.bad ? "site.changed-breaking" : "site.changed-since", { version: visible(site.changes.since) });
  return { changed: { href: site.routes.relative(path, CHANGES_PATH, changeAnchor(mark.at)), text, bad: mark.bad } };
}
