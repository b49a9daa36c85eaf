import type { Entity } from "#model";
import { anchorFor } from "#model";
import type { Block, FrameView, PageContext, SiteChanges, SiteContext } from "#pages";
import { CHANGES_PATH, createPageContext, entityLink, framedBlocks, frameView, madeFile, onlyFields, sentence } from "#pages";
import type { Words } from "#text";
import type { ChangeReport, ReportedChange } from "../report/index.ts";
import { printChangesInPieces } from "../report/index.ts";
import type { ChangeSurroundings } from "./change-sections.ts";
import { changeBlocks, changeSections, lineOf } from "./change-sections.ts";

const REPORT_PATH = "changes.json";

const changeAnchor = (at: number): string => anchorFor("change", String(at + 1));

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

function viewOf(site: SiteContext, { report, since }: Pick<ComparedSite, "report" | "since">) {
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

/** What is compared, and what changed. */
interface ComparedSite extends Pick<SiteChanges, "since" | "fields"> {
  readonly report: ChangeReport;
}

/** For each entity, by kind and id, its first change. The report lists breaking changes first. */
function entitiesOf({ changes }: ChangeReport): SiteChanges["entities"] {
  const first = new Map<string, { readonly anchor: string; readonly isBreaking: boolean }>();
  for (const [at, { subject, verdict, accepted }] of changes.entries()) {
    const key = `${subject.kind} ${subject.id}`;
    if (!first.has(key)) first.set(key, { anchor: changeAnchor(at), isBreaking: verdict === "breaking" && !accepted });
  }
  return first;
}

/** What a site shows of changes: marks on pages, a page that says what changed, and the same for programs as `msgdocs diff` prints it. */
export function siteChanges(compared: ComparedSite): SiteChanges {
  const { report, since, fields } = compared;
  return {
    since,
    fields,
    entities: entitiesOf(report),
    page: (site) => ({
      path: CHANGES_PATH,
      kind: "list",
      id: "changes",
      title: site.words("site.changes"),
      template: "pages/changes",
      view: () => viewOf(site, compared),
      blocks: (view: ReturnType<typeof viewOf>) => blocksOf(view, site.words),
    }),
    file: () => madeFile(REPORT_PATH, () => [...printChangesInPieces([report], { format: "json", version: "", colour: false })].join("")),
  };
}
