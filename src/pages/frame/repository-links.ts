import type { Node, Place } from "#text";
import { isUrl, MOST_LISTED } from "#text";
import type { Entity } from "#model";
import type { PageContext } from "./context.ts";
import { fileLabel, lineIndex } from "./sources.ts";
import { safeUrl } from "./singletons.ts";

/** A URL pattern of the settings with `{path}` and `{line}` filled in. Filled-in text is not filled again. */
function filled(context: PageContext, pattern: string | undefined, place: Place): string {
  // A file from another host is not in the repository.
  if (pattern === undefined || isUrl(place.file.id) || isUrl(context.site.documents.main.id)) return "";
  const blanks: Readonly<Record<string, () => string>> = {
    path: () => fileLabel(context.site.documents.main, place.file).split("/").map(encodeURIComponent).join("/"),
    line: () => String(lineIndex(place.file).lineAt(place.start)),
  };
  const url = pattern.replace(/\{(path|line)\}/g, (_, name: string) => blanks[name]?.() ?? "");
  return safeUrl(url) ?? "";
}

/** The URL of a place in the repository; empty if the settings have no pattern. */
export function repositoryHref(context: PageContext, place: Place): string {
  return filled(context, context.site.settings.sourceUrl, place);
}

/** The URL to say what one thinks of a page of a site or portal; empty if the settings have no pattern. */
export function feedbackHref(pattern: string | undefined, page: { readonly path: string; readonly title: string }): string {
  const url = pattern?.replace(/\{(path|title)\}/g, (_, name: "path" | "title") => encodeURIComponent(page[name]));
  return url === undefined ? "" : (safeUrl(url) ?? "");
}

/** The URLs to edit the other files in which things that live on a page are written. */
export function furtherEdits(context: PageContext, page: Node | undefined, things: readonly Entity[]) {
  const { documents, routes, sources, words } = context.site;
  const known = new Set(page ? [sources.standing(page).file] : []);
  return things.flatMap((thing) => {
    const { file } = sources.standing(thing.node);
    if (known.has(file) || known.size > MOST_LISTED || routes.pageOf(thing) !== context.path) return [];
    known.add(file);
    const href = editHref(context, thing.node);
    return href === "" ? [] : [{ href, text: words("site.edit-file", { file: fileLabel(documents.main, file) }) }];
  });
}

/** The URL to edit a page; empty if the settings have no pattern, or the page has no single source. */
export function editHref(context: PageContext, node: Node | undefined): string {
  return node ? filled(context, context.site.settings.editUrl, context.site.sources.standing(node)) : "";
}
