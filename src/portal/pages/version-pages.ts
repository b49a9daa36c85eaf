import { hash } from "node:crypto";
import type { ChangeSummary } from "#changes";
import { changeBlocks, changeSections, causesOf, headlineOf } from "#changes";
import { relativeUrl } from "#model";
import type { Block, Page, SiteFile } from "#pages";
import { fact, framedBlocks, htmlOnly, madeFile, named, said, sentence, tell, escapeHtml, publicUrl } from "#pages";
import type { Words } from "#text";
import { MOST_ON_PAGE, MOST_TOLD } from "#text";
import type { ApiHistory, PublishedChange, PublishedVersion } from "./api-history.ts";
import { emptyText, historyPath, versionAnchor } from "./api-history.ts";
import { aroundChange } from "./changes-pages.ts";
import type { PortalContext, PortalPage } from "./portal-context.ts";
import { homeOf, linkToHome } from "./portal-context.ts";
import type { PortalFrameView } from "./portal-frame.ts";
import { portalFrame, portalPage } from "./portal-frame.ts";

/** The files beside the page of changes. */
const REPORT = "changes.json";
const FEED = "changes.xml";

/** The most changes of all versions together on the page; the JSON file has all. */
const MOST_CHANGES = 1_000;

/** Links to the page of what changed, in the version itself and in the earlier one. */
function linksOf({ path, words }: PortalPage, history: ApiHistory, own: PublishedVersion, { subject: { kind, id } }: PublishedChange) {
  const before = own.before === undefined ? undefined : history[own.before];
  const link = (version: PublishedVersion, key: string) => {
    const page = version.pages.get(key);
    if (page === undefined) return [];
    return [{ href: linkToHome(path, version.path + page), text: words("portal.in-version", { version: version.version }) }];
  };
  const key = `${kind} ${id}`;
  const earlier = own.step?.earlier.get(key);
  return [...(before ? link(before, earlier === undefined ? key : `${kind} ${earlier}`) : []), ...link(own, key)];
}

function sectionsOf(context: PortalPage, history: ApiHistory, version: PublishedVersion, room: number) {
  const { step } = version;
  if (!step) return [];
  const before = version.before === undefined ? "" : (history[version.before]?.version ?? "");
  const most = Math.max(0, Math.min(MOST_TOLD, room));
  const prefix = `${versionAnchor(version.version)}:`;
  return changeSections(step.changes, {
    words: context.words,
    sides: { old: before, new: version.version },
    prefix,
    most,
    aroundOf: (change) => aroundChange(context, change, linksOf(context, history, version, change)),
  });
}

/** What a version's changes come to, as badges. */
function tallyOf(words: Words, summary: ChangeSummary) {
  const tones = { breaking: "bad", unknown: "warn", accepted: "", compatible: "", annotation: "" } as const;
  const badges = (["breaking", "unknown", "accepted", "compatible", "annotation"] as const)
    .filter((kind) => summary[kind] > 0)
    .map((kind) => ({ tone: tones[kind], text: words(`portal.count-${kind}`, { count: summary[kind] }) }));
  const isFine = summary.breaking + summary.unknown + summary.accepted === 0;
  return isFine ? [{ tone: "ok", text: `✓ ${words("portal.breaks-nobody")}` }, ...badges] : badges;
}

function viewOf(context: PortalPage, api: string, history: ApiHistory) {
  const { path, words } = context;
  let room = MOST_CHANGES;
  const versions = history.map((version, at) => {
    const { step, released = "" } = version;
    const changes = sectionsOf(context, history, version, room);
    for (const { items } of changes.flatMap(({ groups }) => groups)) room -= items.length;
    const since = version.before === undefined ? "" : (history[version.before]?.version ?? "");
    return {
      anchor: versionAnchor(version.version),
      title: version.version,
      home: { href: relativeUrl(path, `${version.path}index.html`), text: `${words("portal.api")} ${version.version}` },
      current: at === 0,
      since,
      sinceText: since === "" ? "" : words("portal.since", { version: since }),
      released,
      tally: step ? tallyOf(words, step.summary) : [],
      compared: step !== undefined,
      ...step?.summary,
      nothing: emptyText(words, version),
      changeSections: changes,
    };
  });
  const lead = words("portal.history-lead", { api });
  return {
    ...portalFrame(context, {
      kind: "list",
      title: words("portal.changes-of", { api }),
      summary: lead,
      crumbs: [{ text: api, href: relativeUrl(path, homeOf(api)) }],
      rail: [{ title: words("portal.versions"), items: versions.map(({ anchor, title }) => ({ href: `#${anchor}`, text: title })) }],
    }),
    lead,
    reading: words("site.change-reading"),
    report: relativeUrl(path, `apis/${api}/${REPORT}`),
    ...(hasDates(history) ? { feed: relativeUrl(path, `apis/${api}/${FEED}`) } : {}),
    hasDates: hasDates(history),
    versions,
  };
}

function versionBlock(version: ReturnType<typeof viewOf>["versions"][number], words: Words): Block {
  const { title, home, current, since, released, tally, nothing, changeSections: sections, ...rest } = version;
  htmlOnly(rest, {
    anchor: "the anchor",
    sinceText: "as `since`",
    compared: "whether there are changes",
    breaking: "the tally says it",
    unknown: "the tally says it",
    accepted: "the tally says it",
    compatible: "the tally says it",
    annotation: "the tally says it",
  });
  const facts = [
    { line: home },
    ...(current ? [{ line: words("portal.current") }] : []),
    ...fact(words("portal.compared-with"), said(since)),
    ...fact(words("portal.released"), said(released)),
    ...(tally.length === 0 ? [] : [{ line: tally.map(({ text }) => text).join(", ") }]),
  ];
  return named(title, tell({ facts, parts: [...sentence(nothing), ...changeBlocks(sections)] }));
}

function blocksOf({ lead, reading, report, feed, versions, ...rest }: ReturnType<typeof viewOf>, words: Words): Block[] {
  htmlOnly<Omit<typeof rest, keyof PortalFrameView>>(rest, { hasDates: "whether there is a column" });
  const files = [{ line: { text: words("site.change-report"), href: report } }];
  if (feed !== undefined) files.push({ line: { text: words("portal.feed"), href: feed } });
  return framedBlocks(rest, words, {
    facts: files,
    lead: [lead, reading].flatMap(sentence),
    parts: versions.map((version) => versionBlock(version, words)),
  });
}

function hasDates(history: ApiHistory): boolean {
  return history.some(({ released }) => released !== undefined);
}

/** For each API with several versions, the page of what changed from version to version. */
export function* versionPages(context: PortalContext): Generator<Page> {
  const { histories, words } = context;
  for (const [api, history] of histories) {
    const title = words("portal.changes-of", { api });
    const view = (page: PortalPage) => viewOf(page, api, history);
    yield portalPage(context, { path: historyPath(api), title, template: "versions", view, blocks: blocksOf });
  }
}

/** The same as JSON: for each version the report of `msgdocs diff --format json`. */
function reportOf(api: string, history: ApiHistory): string {
  const versions = history.map(({ version, before, released = null, step }) => {
    const since = before === undefined ? null : (history[before]?.version ?? null);
    const report = step ? step.json.trimEnd().replaceAll("\n", "\n      ") : "null";
    const fields = { version, since, released };
    const facts = Object.entries(fields).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
    return `    {\n      ${facts.join(",\n      ")},\n      "report": ${report}\n    }`;
  });
  return `{\n  "api": ${JSON.stringify(api)},\n  "versions": [\n${versions.join(",\n")}\n  ]\n}\n`;
}

/** The report of each API with several versions, and its feed if days of releases are known. */
export function versionFiles(context: PortalContext): SiteFile[] {
  return [...context.histories].flatMap(([api, history]) => {
    const report = madeFile(`apis/${api}/${REPORT}`, () => reportOf(api, history));
    return hasDates(history) ? [report, madeFile(`apis/${api}/${FEED}`, () => feedOf(context, api, history))] : [report];
  });
}

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
function feedOf(context: PortalContext, api: string, history: ApiHistory): string {
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
