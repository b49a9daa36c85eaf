import type { Diagnostic } from "#text";
import { groupBy, MOST_ON_PAGE } from "#text";
import { htmlOnly, listOf, sentence } from "../blocks/index.ts";
import type { PageContext, SiteContext, Page } from "../frame/index.ts";
import {
  entityLink,
  framedBlocks,
  frameView,
  type FrameView,
  guideTitle,
  createPageContext,
  problemItems,
  problemList,
  PROBLEMS_PATH,
  sumsOf,
} from "../frame/index.ts";

/** The most problems listed; the report has all. */
const MOST_OF_ALL = 200;

/** Up to this many problems are shown unfolded. */
const FEW = 12;

const KINDS = {
  server: "server",
  channel: "channel",
  operation: "operation",
  message: "message",
  schema: "schema",
  "security-scheme": "security",
  tag: "tags",
} as const;

/** What a group of problems is about: its kind, name and page. `undefined` for a problem of the document as a whole. */
function subjectOf(context: PageContext, problem: Diagnostic | undefined) {
  const { site } = context;
  const entity = problem && site.placed.ownerOf(problem);
  if (entity)
    return { of: entity, kind: KINDS[entity.kind], label: entityLink(context, entity).label, page: site.routes.pageOf(entity) } as const;
  const guide = problem && site.guides.find(({ file }) => file === problem.place.file);
  return guide && ({ of: guide, kind: "kind-guide", label: { name: guideTitle(site, guide) }, page: guide.path } as const);
}

/** All problems of the documents by what they concern, with links to its page and to their lines. */
function problemsView(context: PageContext) {
  const { problems, routes, words } = context.site;
  const { items, more, count, sums, english } = problemList(context, problems, MOST_OF_ALL);
  const owned = items.map((item, at) => ({ item, problem: problems[at], subject: subjectOf(context, problems[at]) }));
  const groups = [...groupBy(owned, ({ subject }) => subject?.of).values()].map((of) => ({
    kind: words(`site.${of[0]?.subject?.kind ?? "document"}`),
    label: of[0]?.subject?.label,
    ...sumsOf(
      of.flatMap(({ problem }) => problem ?? []),
      words,
    ),
    open: count <= FEW,
    items: of.map(({ item, subject }) => {
      if (!subject) return item;
      // The page of the subject certainly lists the first problems of the site.
      const anchor = item.number > MOST_ON_PAGE ? "problems" : item.anchor;
      return { ...item, owner: { href: routes.relative(context.path, subject.page, anchor) } };
    }),
  }));
  return { sums, more, groups, english };
}

/** The page of all problems, if there are any and the settings show them. */
export function problemsPages(site: SiteContext): Page[] {
  if (site.problems.length === 0) return [];
  const { words } = site;
  const title = words("site.problems");
  return [
    {
      path: PROBLEMS_PATH,
      kind: "list",
      id: "problems",
      title,
      template: "pages/problems",
      view() {
        const context = createPageContext(site, PROBLEMS_PATH);
        return { ...frameView(context, { kind: "list", title }), ...problemsView(context) };
      },
      blocks({ sums, more, groups, english, ...frame }: FrameView & ReturnType<typeof problemsView>) {
        htmlOnly({ sums }, { sums: "the list itself" });
        const left = more > 0 ? [{ line: words("site.more", { count: more }) }] : [];
        const items = [...groups.flatMap((group) => problemItems(group.items)), ...left];
        return framedBlocks(frame, words, { lead: sentence(english), parts: listOf(items) });
      },
    },
  ];
}
