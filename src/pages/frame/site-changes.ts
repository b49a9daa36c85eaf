import type { Entity } from "#model";
import type { MergedProperty } from "#schema";
import type { PageContext, SafeHtml, SiteContext } from "./context.ts";
import { escapeHtml } from "./value-html.ts";

/** What changed in a field. Without `text`, it is the slot of a portal, which is filled with HTML on a page and with Markdown in its twin. */
export interface VersionMark extends SafeHtml {
  readonly text?: string;
}

const NOTHING: VersionMark = { html: "" };

export const CHANGES_PATH = "changes.html";

/** The mark of a field that is new or was changed since an earlier version; empty if it is as before. */
export function fieldChange({ changes, words }: SiteContext, property: MergedProperty | undefined): VersionMark {
  if (!changes || !property) return NOTHING;
  const [what] = property.stated.flatMap((each) => changes.fields.get(each.property.place) ?? []);
  return what === undefined ? NOTHING : versionMarkHtml(words(`site.field-${what}`, { version: changes.since }));
}

/** The mark of a field, beside the name of its row. */
export function versionMarkHtml(text: string, isBreaking = false): VersionMark {
  return { text, html: ` <span class="schema-version${isBreaking ? " bad" : ""}">${escapeHtml(text)}</span>` };
}

interface ChangedView {
  readonly changed?: { readonly href: string; readonly text: string; readonly bad: boolean };
}

/** The note on an entity's page that it changed, with a link to the change. */
export function changedView({ site, path }: PageContext, entity: Entity | undefined): ChangedView {
  if (!site.changes || !entity) return {};
  const mark = site.changes.entities.get(`${entity.kind} ${entity.id}`);
  if (!mark) return {};
  const text = site.words(mark.isBreaking ? "site.changed-breaking" : "site.changed-since", { version: site.changes.since });
  return { changed: { href: site.routes.relative(path, CHANGES_PATH, mark.anchor), text, bad: mark.isBreaking } };
}
