import { numberedPages, relativeUrl } from "#model";
import type { Block, Item, Line, Page } from "#pages";
import { framedBlocks, htmlOnly, joinLines, listOf, named, onlyFields, sentence, sumsOf } from "#pages";
import type { JsonDiagnostic } from "#report";
import type { Words } from "#text";
import type { FitRow } from "../match/index.ts";
import { clashLine, pairItem } from "./clash-view.ts";
import type { FindingKind, Findings } from "./findings.ts";
import type { PortalContext, PortalPage } from "./portal-context.ts";
import { linkToHome, firstOf } from "./portal-context.ts";
import type { ListPart, PortalFrameView } from "./portal-frame.ts";
import { listPages, portalFrame, portalPage } from "./portal-frame.ts";

/** If there are more findings for information than this, they are folded. */
const OPEN = 10;

/** The most places of a problem that a page names. Its report has all. */
const PLACES = 4;

/** The places of a problem, each with the page of the thing there. */
function placesOf({ facts, path, words }: PortalPage, { file, pointer, start, related }: JsonDiagnostic) {
  const { items, more } = firstOf([{ file, pointer, start }, ...related], PLACES, (place) => {
    const page = facts.pageAt(place);
    const text = `${place.file}:${place.start.line}`;
    return { text, label: { name: text, isPath: true }, href: page === undefined ? "" : linkToHome(path, page) };
  });
  const left = words("site.more", { count: more });
  return more > 0 ? [...items, { text: left, label: { name: left, isPath: false }, href: "" }] : items;
}

/** A key made of all places of a problem, by which to find it among others of its kind. */
function placeKey(...places: readonly Pick<JsonDiagnostic, "file" | "pointer">[]): string {
  return places.map(({ file, pointer }) => `${file}#${pointer}`).join("\n");
}

/** The clashes by the key of their problem. */
function clashesByPlace({ portal }: PortalContext): ReadonlyMap<string, FitRow> {
  const clashes = portal.problems.flatMap(({ code, row, place, related }) =>
    code === "portal/clash" && row ? [[placeKey(place, ...related.map((each) => each.place)), row] as const] : [],
  );
  return new Map(clashes);
}

/** Who owns an API that could not be built, which is who can correct its document. */
function ownerView({ portal, words }: PortalPage, { code, file }: JsonDiagnostic) {
  if (code !== "portal/not-built" && code !== "portal/stale") return {};
  const api = portal.apis.find(({ document, broken = [] }) => document === file || broken.some((each) => each.document === file));
  const owner = api?.owner ?? null;
  return { owner: words("portal.owner-is", { owner: owner ?? words("portal.owner-unknown") }) };
}

function itemView(context: PortalPage, problem: JsonDiagnostic, rows: ReadonlyMap<string, FitRow>) {
  const { message, hint, code } = problem;
  const row = rows.get(placeKey(problem, ...problem.related));
  return {
    message,
    hint: hint ?? "",
    ...ownerView(context, problem),
    code,
    places: placesOf(context, problem),
    ...(row ? { clash: clashLine(context, row) } : {}),
  };
}

function groupView(context: PortalPage, kind: FindingKind, problems: readonly JsonDiagnostic[], shown: readonly JsonDiagnostic[]) {
  const { words } = context;
  const [first] = problems;
  const rows = kind === "clash" ? clashesByPlace(context) : new Map<string, FitRow>();
  const severity = problems.some((each) => each.severity === "error") ? "error" : (first?.severity ?? "info");
  const codes = new Set(problems.map(({ code }) => code));
  return {
    anchor: kind,
    // Said once where all have the same.
    oneCode: kind !== "other" && codes.size === 1 ? first?.code : undefined,
    title: words(`portal.kind-${kind}`),
    lead: kind === "other" ? "" : words(`portal.kind-${kind}-lead`),
    tone: severity === "error" ? "bad" : severity === "warning" ? "warn" : "",
    level: severity === "info" ? words("portal.info") : words(`site.${severity}`),
    count: problems.length,
    findings: shown.map((problem) => itemView(context, problem, rows)),
  };
}

type FindingGroup = ReturnType<typeof groupView> & {
  readonly folded?: string;
  readonly more?: { readonly text: string; readonly href: string };
};

/** The paths of the pages of one kind; empty if all its findings fit on the first page. */
function pagesOf({ settings }: PortalContext, kind: FindingKind, count: number): string[] {
  const { listRows } = settings.limits;
  return count <= listRows ? [] : numberedPages(`problems-${kind}`, count, listRows, ".");
}

function rail(context: PortalPage, findings: Findings) {
  const { path, words } = context;
  const items = [...findings].map(([kind, problems]) => {
    const [own] = pagesOf(context, kind, problems.length);
    const isCurrent = own !== undefined && path.startsWith(own.replace(/\.html$/, ""));
    return {
      text: words(`portal.kind-${kind}`),
      count: problems.length,
      href: own === undefined ? relativeUrl(path, "problems.html", kind) : relativeUrl(path, own),
      current: isCurrent,
    };
  });
  return items.length > 0 ? [{ title: words("portal.by-kind"), items }] : [];
}

function overviewOf(context: PortalPage, findings: Findings) {
  const { path, words } = context;
  const all = [...findings.values()].flat();
  const infos = all.filter(({ severity }) => severity === "info").length;
  return {
    ...portalFrame(context, {
      kind: "list",
      title: words("portal.findings"),
      section: "findings",
      summary: words("portal.findings-lead"),
      rail: rail(context, findings),
    }),
    lead: words(all.length === 0 ? "portal.findings-none" : "portal.findings-lead"),
    sums: [...sumsOf(all, words).sums, ...(infos > 0 ? [{ tone: "", count: infos, text: words("portal.n-info", { number: infos }) }] : [])],
    groups: [...findings].map(([kind, problems]) => {
      const [own] = pagesOf(context, kind, problems.length);
      const shown = own === undefined ? problems : problems.slice(0, OPEN);
      const isFolded = own === undefined && problems.length > OPEN && problems.every(({ severity }) => severity === "info");
      return {
        ...groupView(context, kind, problems, shown),
        ...(isFolded ? { folded: words("portal.show", { count: problems.length }) } : {}),
        ...(own === undefined ? {} : { more: { href: relativeUrl(path, own), text: words("portal.all-of", { count: problems.length }) } }),
      };
    }),
  };
}

function kindView(context: PortalPage, kind: FindingKind, findings: Findings, { rows, pages }: ListPart<JsonDiagnostic>) {
  const { path, words } = context;
  const title = words(`portal.kind-${kind}`);
  return {
    ...portalFrame(context, {
      kind: "list",
      title,
      section: "findings",
      crumbs: [{ text: words("portal.findings"), href: relativeUrl(path, "problems.html") }],
      rail: rail(context, findings),
      pages,
    }),
    lead: "",
    sums: [],
    groups: [groupView(context, kind, findings.get(kind) ?? [], rows)],
  };
}

/** A finding, with the pages of its places. */
function findingItem({ message, hint, owner, code, places, clash }: ReturnType<typeof itemView>, level: string): Item {
  const about = clash ? pairItem(clash).line : joinLines([message, hint, owner], " ");
  const at = places.map(({ href, text }): Line => (href === "" ? { code: text } : { text, href }));
  return { line: [`${level} `, { code }, ": ", about, " (", joinLines(at, ", "), ")"] };
}

function groupBlock({ title, lead, level, findings, more, ...rest }: FindingGroup): Block {
  htmlOnly(rest, {
    anchor: "the anchor",
    oneCode: "each finding has its code",
    tone: "a class",
    count: "the items say it",
    folded: "the words of a fold",
  });
  return named(title, [...sentence(lead), ...listOf(findings.map((each) => findingItem(each, level))), ...sentence(more)]);
}

function blocksOf(view: ReturnType<typeof overviewOf> | ReturnType<typeof kindView>, words: Words): Block[] {
  const { lead, sums, groups, ...frame } = view;
  const counts = sums.map(({ text }) => text).join(" · ");
  onlyFields<keyof PortalFrameView>()(frame);
  return framedBlocks(frame, words, { lead: [lead, counts].flatMap(sentence), parts: groups.map(groupBlock) });
}

/** The problems between APIs, by kind. */
export function* findingsPages(context: PortalContext): Generator<Page> {
  const { words, findings } = context;
  const [template, blocks] = ["findings", blocksOf];
  const title = words("portal.findings");
  yield portalPage(context, { path: "problems.html", title, template, view: (page) => overviewOf(page, findings), blocks });
  for (const [kind, rows] of findings) {
    const view = (page: PortalPage, part: ListPart<JsonDiagnostic>) => kindView(page, kind, findings, part);
    const list = { pages: pagesOf(context, kind, rows.length), rows };
    yield* listPages(context, list, { title: words(`portal.kind-${kind}`), template, view, blocks });
  }
}
