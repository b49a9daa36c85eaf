import type { Entity } from "#model";
import type { ReportedChange } from "#report";
import { printChangesInPieces } from "#report";
import type { Place, Words } from "#text";
import { lineColumn, printJson } from "#text";
import type { PageContext, SiteChanges, SiteContext } from "./context.ts";
import { entityLink } from "./entity-link.ts";
import { frameView } from "./frame.ts";
import type { Page } from "./page.ts";
import { createPageContext } from "./page.ts";
import type { SiteFile } from "./publishing-files.ts";
import { changeAnchor, CHANGES_PATH } from "./site-changes.ts";
import { valueHtml } from "./value-html.ts";
import { visible } from "./visible.ts";
import { witnessHtml } from "./witness.ts";

const REPORT_PATH = "changes.json";

/** The most changes of one kind on the page; the JSON file has all. */
const MOST = 300;
const MOST_WITNESS = 2_000;

/** The entities that changes can be about, by kind and id. */
function entities({ api }: SiteContext): ReadonlyMap<string, Entity> {
  const all: readonly Entity[] = [...api.servers, ...api.channels, ...api.operations, ...api.messages];
  return new Map(all.map((entity) => [`${entity.kind} ${entity.id}`, entity]));
}

export function lineOf({ file, start }: Place): string {
  return `${visible(file.name)}:${lineColumn(file, start).line}`;
}

/** The texts of a change that the pages of an API and of a portal share. */
export function changeTexts(words: Words, { affects, message, accepted }: Pick<ReportedChange, "affects" | "message" | "accepted">) {
  return {
    whom: affects === "nobody" ? "" : words(`site.change-for-${affects}`),
    message: visible(message),
    accepted: accepted ? [accepted.until ?? "", accepted.reason].filter((part) => part !== "").map(visible).join(": ") : "",
    isAccepted: accepted !== undefined,
  };
}

function changeView(context: PageContext, change: ReportedChange, at: number) {
  const { site } = context;
  const { words } = site;
  const { subject, affects, verdict, witness, at: refused, missing, accepted } = change;
  const marked = witness && witnessHtml({ witness: printJson(witness), at: refused, missing }, words);
  const shown = witness && (marked ?? { ...valueHtml(witness, MOST_WITNESS), text: printJson(witness, { most: MOST_WITNESS }) });
  const entity = site.memo.of(entities, site).get(`${subject.kind} ${subject.id}`);
  const label = change.new ? context.sourceLabel(change.new) : "";
  return {
    anchor: changeAnchor(at),
    bad: verdict === "breaking" && !accepted,
    open: verdict === "unknown" && !accepted,
    ...changeTexts(words, change),
    was: change.old ? lineOf(change.old) : "",
    ...(entity ? { of: { kind: words(`site.kind-${entity.kind}`), link: entityLink(context, entity) } } : {}),
    ...(change.new && label !== "" ? { now: { href: context.sourceHref(change.new), label } } : {}),
    ...(shown ? { witness: shown, shows: words(affects === "receivers" ? "site.change-witness-sent" : "site.change-witness") } : {}),
  };
}

function viewOf(site: SiteContext, { report, since }: SiteChanges) {
  const { words } = site;
  const context = createPageContext(site, CHANGES_PATH);
  const numbered = report.changes.map((change, at) => ({ change, at }));
  const isOpen = (verdict: ReportedChange["verdict"]) => (each: ReportedChange) => each.verdict === verdict && !each.accepted;
  const kinds = [
    ["breaking", isOpen("breaking")],
    ["unknown", isOpen("unknown")],
    ["accepted", (each: ReportedChange) => each.accepted !== undefined],
    ["compatible", isOpen("compatible")],
    ["annotation", isOpen("annotation")],
  ] as const;
  const sections = kinds.flatMap(([kind, isOfKind]) => {
    const all = numbered.filter(({ change }) => isOfKind(change));
    if (all.length === 0) return [];
    const items = all.slice(0, MOST).map(({ change, at }) => changeView(context, change, at));
    const more = all.length > MOST ? words("site.change-more", { count: all.length - MOST }) : "";
    return [{ anchor: kind, title: words(`site.change-${kind}`), count: all.length, items, more, folded: kind !== "breaking" && kind !== "unknown" }];
  });
  const title = words("site.changes");
  const lead = words("site.changes-lead", { version: visible(since) });
  const contents = sections.map(({ anchor, title: text }) => [anchor, text] as const);
  return {
    ...frameView(context, { kind: "list", title, summary: lead, contents }),
    lead,
    nothing: sections.length === 0 ? words("site.change-nothing") : "",
    report: site.routes.relative(CHANGES_PATH, REPORT_PATH),
    changeSections: sections,
  };
}

/** The page that says what changed since an earlier version. */
export function* changesPages(site: SiteContext): Generator<Page> {
  const { changes, words } = site;
  if (!changes) return;
  yield { path: CHANGES_PATH, kind: "list", id: "changes", title: words("site.changes"), template: "pages/changes", view: () => viewOf(site, changes) };
}

/** The same data as JSON, as `msgdocs diff --format json` prints it. */
export function* changesFiles({ changes }: SiteContext): Generator<SiteFile> {
  if (!changes) return;
  yield { path: REPORT_PATH, contents: [...printChangesInPieces([changes.report], { format: "json", version: "", colour: false })].join("") };
}

