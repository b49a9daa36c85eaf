import { hash } from "node:crypto";
import { causesOf, headlineOf } from "#changes";
import { escapeHtml, publicUrl } from "#pages";
import { MOST_ON_PAGE } from "#text";
import type { ApiHistory, PublishedVersion } from "./api-history.ts";
import { emptyText, versionAnchor } from "./api-history.ts";
import type { PortalContext } from "./portal-context.ts";

/** An id that stays the same when the site moves: a UUID of a text (RFC 9562, version 8). */
function idOf(text: string): string {
  const digits = hash("sha256", text, "hex");
  return `urn:uuid:${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}

/** The text of an XML element or attribute. Characters that XML does not have are shown as escapes. */
function xml(text: string): string {
  return escapeHtml(text.toWellFormed());
}

/** What an entry says: the counts, then the changes, first those that break somebody. */
function contentOf({ words }: PortalContext, version: PublishedVersion): string {
  const empty = emptyText(words, version);
  if (empty !== "") return `<p>${escapeHtml(empty)}</p>`;
  const causes = causesOf(version.step?.changes ?? []);
  const items = causes.slice(0, MOST_ON_PAGE).map((cause) => {
    const { verdict, accepted, message } = cause.changes[0];
    const kind = words(`site.change-${accepted ? "accepted" : verdict}`);
    const said = cause.changes.length > 1 ? headlineOf(cause, words) : message;
    return `<li><b>${escapeHtml(kind)}</b>: ${escapeHtml(said.toWellFormed())}</li>`;
  });
  const more =
    causes.length > MOST_ON_PAGE ? `<p>${escapeHtml(words("site.change-more", { count: causes.length - MOST_ON_PAGE }))}</p>` : "";
  return `<ul>${items.join("")}</ul>${more}`;
}

/**
 * The Atom feed (RFC 4287) of an API: an entry for each version with a known day of release that can be compared with an earlier one.
 * Without the URL of the site, links are relative to the feed.
 */
export function feedOf(context: PortalContext, api: string, history: ApiHistory): string {
  const { settings, words, portal } = context;
  const own = `apis/${api}/`;
  const link = (file: string, anchor = ""): string =>
    xml((settings.siteUrl === undefined ? file : publicUrl(settings.siteUrl, own + file)) + anchor);
  const dated = history.flatMap((version) => (version.released === undefined ? [] : [{ ...version, released: version.released }]));
  const sorted = [...dated].sort((a, b) => (a.released < b.released ? 1 : a.released > b.released ? -1 : 0));
  const [newest] = sorted;
  const entries = sorted.flatMap((version) => {
    if (version.before === undefined) return [];
    const since = history[version.before]?.version ?? "";
    const breaking = version.step?.summary.breaking ?? 0;
    const title = `${api} ${version.version}${breaking > 0 ? `: ${words("portal.n-breaking", { count: breaking })}` : ""}`;
    return [
      `<entry>`,
      `<id>${idOf(JSON.stringify([portal.title, api, version.version]))}</id>`,
      `<title>${xml(title)}</title>`,
      `<updated>${version.released}T00:00:00Z</updated>`,
      `<link rel="alternate" type="text/html" href="${link("changes.html", `#${versionAnchor(version.version)}`)}"/>`,
      `<summary>${xml(words("portal.since", { version: since }))}</summary>`,
      `<content type="html">${escapeHtml(contentOf(context, version))}</content>`,
      `</entry>`,
    ];
  });
  return `${[
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${xml(settings.language)}">`,
    `<id>${idOf(JSON.stringify([portal.title, api]))}</id>`,
    `<title>${xml(words("portal.changes-of", { api }))}</title>`,
    `<updated>${newest?.released ?? "1970-01-01"}T00:00:00Z</updated>`,
    `<author><name>${xml(portal.title)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${link("changes.xml")}"/>`,
    `<link rel="alternate" type="text/html" href="${link("changes.html")}"/>`,
    ...entries,
    `</feed>`,
  ].join("\n")}\n`;
}
