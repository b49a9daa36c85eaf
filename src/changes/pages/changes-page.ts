import type { Entity } from "#model";
import type { ReportedChange } from "../report/index.ts";
import { printChangesInPieces } from "../report/index.ts";
import type { Words } from "#text";
import type { Block } from "#pages";
import { sentence, onlyFields } from "#pages";
import type { ChangeSurroundings } from "./change-sections.ts";
import { changeBlocks, changeSections, lineOf } from "./change-sections.ts";
import type { PageContext, SiteChanges, SiteContext, Page, SiteFile } from "#pages";
import { entityLink, framedBlocks, frameView, type FrameView, createPageContext, madeFile, changeAnchor, CHANGES_PATH } from "#pages";

const REPORT_PATH = "changes.json";

/** The entities that changes can be about, by kind and id. */
function entities({ api }: SiteContext): ReadonlyMap<string, Entity> {
  const all: readonly Entity[] = [...api.servers, ...api.channels, ...api.operations, ...api.messages];
  return new Map(all.map((entity) => [`${entity.kind} ${entity.id}`, entity]));
}

function aroundOf(context: PageContext, { subject, old, new: now }: ReportedChange, at: number): ChangeSurroundings {
  const { site } = context;
  const entity = site.memo.of(entities, site).get(`${subject.kind} ${subject.id}`);
  const link = entity && entityLink(context, entity);
  return {
    anchor: changeAnchor(at),
    was: { href: "", text: old ? lineOf(old) : "" },
    now: now ? { href: context.sourceHref(now), text: context.sourceLabel(now) } : { href: "", text: "" },
    links: entity && link ? [{ href: link.href, text: `${site.words(`site.kind-${entity.kind}`)} ${link.text}` }] : [],
  };
}

function viewOf(site: SiteContext, { report, since }: SiteChanges) {
  const { words } = site;
  const context = createPageContext(site, CHANGES_PATH);
  const sides = { old: since, new: words("site.change-now") };
  const places = new Map(report.changes.map((change, at) => [change, at]));
  const sections = changeSections(report.changes, {
    words,
    sides,
    aroundOf: (change) => aroundOf(context, change, places.get(change) ?? 0),
  });
  const title = words("site.changes");
  const lead = words("site.changes-lead", { version: since });
  const contents = sections.map(({ anchor, title: text }) => [anchor, text] as const);
  return {
    ...frameView(context, { kind: "list", title, summary: lead, contents }),
    lead,
    reading: words("site.change-reading"),
    nothing: sections.length === 0 ? words("site.change-nothing") : "",
    report: site.routes.relative(CHANGES_PATH, REPORT_PATH),
    changeSections: sections,
  };
}

function blocksOf(
  { lead, reading, nothing, report, changeSections: sections, ...frame }: ReturnType<typeof viewOf>,
  words: Words,
): Block[] {
  const facts = [{ line: { text: words("site.change-report"), href: report } }];
  const parts = [...sentence(nothing), ...changeBlocks(sections)];
  onlyFields<keyof FrameView>()(frame);
  return framedBlocks(frame, words, { facts, lead: [lead, reading].flatMap(sentence), parts });
}

/** The page that says what changed since an earlier version. */
export function* changesPages(site: SiteContext): Generator<Page> {
  const { changes, words } = site;
  if (!changes) return;
  yield {
    path: CHANGES_PATH,
    kind: "list",
    id: "changes",
    title: words("site.changes"),
    template: "pages/changes",
    view: () => viewOf(site, changes),
    blocks: (view: ReturnType<typeof viewOf>) => blocksOf(view, words),
  };
}

/** The same data as JSON, as `msgdocs diff --format json` prints it. */
export function* changesFiles({ changes }: SiteContext): Generator<SiteFile> {
  if (!changes) return;
  const print = (): string => [...printChangesInPieces([changes.report], { format: "json", version: "", colour: false })].join("");
  yield madeFile(REPORT_PATH, print);
}
