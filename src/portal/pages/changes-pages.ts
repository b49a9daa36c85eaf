import type { ChangeParty, ChangeReport, ChangeSurroundings } from "#changes";
import { changeBlocks, changeSections, printChangesInPieces } from "#changes";
import { relativeUrl } from "#model";
import type { Block, Item, Page, SiteFile } from "#pages";
import { framedBlocks, htmlOnly, joinLines, listOf, madeFile, onlyFields, said, sentence } from "#pages";
import type { Words } from "#text";
import type { PublishedChange } from "./api-history.ts";
import { pagesOfObjects, published } from "./api-history.ts";
import type { PortalChanges, PortalContext, PortalPage } from "./portal-context.ts";
import { apiLink, firstOf, pageInApi, partiesLine, verdictView } from "./portal-context.ts";
import type { PortalFrameView } from "./portal-frame.ts";
import { portalFrame, portalPage } from "./portal-frame.ts";

export const CHANGES = "changes.html";
const REPORT = "changes.json";

/** The most APIs that a row names. */
const NAMED = 6;

/** The APIs that changed, first those whose changes break others. */
export function changedReports({ reports }: PortalChanges): readonly ChangeReport[] {
  const weight = ({ summary, presence }: ChangeReport): number =>
    summary.breaking > 0 ? 0 : summary.unknown > 0 ? 1 : presence === "both" ? 3 : 2;
  const changed = reports.filter(({ presence, changes }) => presence !== "both" || changes.length > 0);
  return [...changed].sort((a, b) => weight(a) - weight(b) || ((a.api ?? "") < (b.api ?? "") ? -1 : 1));
}

/** The page of the changes of one API. */
export function changesPath({ api = "" }: ChangeReport): string {
  return `changes/${api}.html`;
}

/** The other APIs that unaccepted changes concern, first those that they break. */
function partiesOf(context: PortalPage, { changes, meets = [] }: ChangeReport) {
  const found = new Map<string, boolean>();
  for (const { api, verdict, before } of [...meets, ...changes.flatMap(({ parties = [], accepted }) => (accepted ? [] : parties))])
    found.set(api, (verdict === "clash" && before === undefined) || found.get(api) === true);
  const names = [...found].sort(([a, isBad], [b, isOtherBad]) => Number(isOtherBad) - Number(isBad) || (a < b ? -1 : 1));
  return {
    ...firstOf(names, NAMED, ([name, bad]) => ({ ...apiLink(context, name), bad })),
    none: context.words("portal.nobody"),
  };
}

function rowOf(context: PortalPage, report: ChangeReport) {
  const { words, path } = context;
  const { api = "", presence, old, new: now, told } = report;
  const said = presence === "added" ? words("portal.api-new") : presence === "removed" ? words("portal.api-gone") : "";
  return {
    text: api,
    href: relativeUrl(path, changesPath(report)),
    said,
    version: [
      presence === "added" || (presence === "both" && old.version === now.version) ? "" : old.version,
      presence === "removed" ? "" : now.version,
    ]
      .filter((version) => version !== "")
      .join(" → "),
    ...told,
    parties: partiesOf(context, report),
  };
}

function listView(context: PortalPage, changes: PortalChanges) {
  const { path, words } = context;
  const rows = changedReports(changes).map((report) => rowOf(context, report));
  const lead = words("portal.changes-lead", { since: changes.since });
  return {
    ...portalFrame(context, { kind: "list", title: words("site.changes"), summary: lead }),
    lead,
    count: rows.length,
    report: relativeUrl(path, REPORT),
    nothing: rows.length === 0 ? words("site.change-nothing") : "",
    rows,
  };
}

/** Another API that a change concerns, with its owner. */
function partyView(context: PortalPage, { api, owner, verdict, before }: ChangeParty) {
  const view = verdictView(context, verdict);
  const isOld = before !== undefined && verdict !== "fits";
  return {
    ...apiLink(context, api),
    ...(owner === undefined ? {} : { owner }),
    verdict: isOld && view ? { ...view, text: context.words("portal.verdict-as-before") } : view,
  };
}

/** What is around a change on a page of the portal. */
export function aroundChange(context: PortalPage, change: PublishedChange, links: ChangeSurroundings["links"]): ChangeSurroundings {
  const { verdict, affects, parties = [] } = change;
  const { words } = context;
  // Only breaking and unknown changes name receivers: a receiver that copes never softens the verdict.
  const others = verdict === "breaking" || verdict === "unknown" ? parties : [];
  const items = others.map((party) => partyView(context, party));
  return {
    was: { href: "", text: change.was },
    now: { href: "", text: change.now },
    links,
    ...(items.length > 0 ? { known: { title: words(`portal.known-${affects}`), items } } : {}),
  };
}

function apiView(context: PortalPage, report: ChangeReport, changes: PortalChanges) {
  const { path, words } = context;
  const { api = "", old, new: now, presence, changes: all } = report;
  const pages = pagesOfObjects(presence === "removed" ? undefined : context.facts.apis.get(api)?.index);
  const sections = changeSections(all.map(published), {
    words,
    sides: { old: changes.since, new: words("site.change-now") },
    aroundOf(change) {
      const { kind, id } = change.subject;
      const page = pages.get(`${kind} ${id}`);
      const links = page === undefined ? [] : [{ href: pageInApi(path, { name: api }, page), text: `${words(`site.kind-${kind}`)} ${id}` }];
      return aroundChange(context, change, links);
    },
  });
  const { href } = presence === "removed" ? { href: "" } : apiLink(context, api);
  return {
    ...portalFrame(context, {
      kind: "list",
      title: words("portal.changes-of", { api }),
      crumbs: [{ text: words("site.changes"), href: relativeUrl(path, CHANGES) }],
    }),
    lead:
      presence === "both"
        ? words("portal.changes-lead-of", { since: changes.since }) +
          (old.version === now.version ? "" : ` ${old.version} → ${now.version}`)
        : words(presence === "added" ? "portal.api-new-lead" : "portal.api-gone-lead", { since: changes.since }),
    home: { text: api, href },
    reading: words("site.change-reading"),
    changeSections: sections,
  };
}

/** The changes that there are of each kind, with their names. */
function countItems(counts: Readonly<Record<"breaking" | "unknown" | "compatible" | "annotation", number>>, words: Words): string[] {
  return (["breaking", "unknown", "compatible", "annotation"] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${words(`site.change-${kind}`)}: ${words("site.number", { number: counts[kind] })}`);
}

function rowItem({ text, href, said: presence, version, parties, ...counts }: ReturnType<typeof rowOf>, words: Words): Item {
  const concerned = [`${words("portal.concerns")}: `, partiesLine(parties, words)];
  const facts = [presence, said(version), ...countItems(counts, words), concerned];
  return { line: joinLines([{ text, href }, joinLines(facts, " — ")], ": ") };
}

function listBlocks({ lead, report, nothing, rows, ...rest }: ReturnType<typeof listView>, words: Words): Block[] {
  htmlOnly<Omit<typeof rest, keyof PortalFrameView>>(rest, { count: "the items say it" });
  const parts = [...sentence(nothing), ...listOf(rows.map((row) => rowItem(row, words)))];
  return framedBlocks(rest, words, { facts: [{ line: { text: words("site.change-report"), href: report } }], lead: sentence(lead), parts });
}

function apiBlocks({ lead, home, reading, changeSections: sections, ...frame }: ReturnType<typeof apiView>, words: Words): Block[] {
  onlyFields<keyof PortalFrameView>()(frame);
  return framedBlocks(frame, words, { facts: [{ line: home }], lead: [lead, reading].flatMap(sentence), parts: changeBlocks(sections) });
}

/** The pages of what changed in all documents since a git ref: an overview, and for each API a page that says whom its changes break. */
export function* changesPages(context: PortalContext): Generator<Page> {
  const { changes, words } = context;
  if (!changes) return;
  yield portalPage(context, {
    path: CHANGES,
    id: "changes",
    title: words("site.changes"),
    template: "changes",
    view: (page) => listView(page, changes),
    blocks: listBlocks,
  });
  for (const report of changedReports(changes)) {
    const title = words("portal.changes-of", { api: report.api ?? "" });
    const view = (page: PortalPage) => apiView(page, report, changes);
    yield portalPage(context, { path: changesPath(report), title, template: "api-changes", view, blocks: apiBlocks });
  }
}

/** The same data as JSON, as `msgdocs diff --format json` prints it. */
export function changesFile({ changes }: PortalContext): SiteFile[] {
  if (!changes) return [];
  const print = (): string => [...printChangesInPieces(changes.reports, { format: "json", version: "", colour: false })].join("");
  return [madeFile(REPORT, print)];
}
