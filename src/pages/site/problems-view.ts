import type { Diagnostic } from "#text";
import type { Entity, Operation } from "#model";
import type { PageContext, SiteContext } from "./context.ts";
import { entityLink } from "./entity-link.ts";
import { visible } from "./visible.ts";

/** Problems that a page lists at most; the report has all. */
const MOST = 50;

/** Problems that stand at one field at most. */
const MOST_AT_FIELD = 5;

/** Those worth telling a reader, errors first. */
export function shownProblems(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  const of = (level: string) => problems.filter(({ severity }) => severity === level);
  return [...of("error"), ...of("warning")];
}

function numbers({ problems }: SiteContext): ReadonlyMap<Diagnostic, number> {
  return new Map(problems.map((each, at) => [each, at + 1]));
}

/** The number of a problem among those of the site, which its anchor on any page is made of. */
function numberOf(site: SiteContext, problem: Diagnostic): number {
  return site.memo.of(numbers, site).get(problem) ?? 0;
}

/** A problem where it is shown: what is wrong, and a link to its line. */
export interface FieldProblem {
  readonly error: boolean;
  readonly code: string;
  readonly message: string;
  readonly href: string;
  readonly label: string;
}

function problemView(context: PageContext, { severity, code, message, place }: Diagnostic): FieldProblem {
  return {
    error: severity === "error",
    code,
    message: visible(message),
    href: context.sourceHref(place),
    label: context.sourceLabel(place),
  };
}

function listOf(context: PageContext, problems: readonly Diagnostic[]) {
  const { words } = context.site;
  const shown = problems.slice(0, MOST);
  return {
    items: shown.map((problem) => ({ ...problemView(context, problem), anchor: `problem-${numberOf(context.site, problem)}`, problem })),
    more: problems.length - shown.length,
    count: problems.length,
    lead: words("site.problems-here", { count: problems.length }),
  };
}

/** The problems of the documents, each with links to its line and to the page of what it is in; `undefined` where there are none. */
export function problemsView(context: PageContext) {
  const { problems, placed, routes } = context.site;
  if (problems.length === 0) return undefined;
  const { items, ...list } = listOf(context, problems);
  return {
    ...list,
    items: items.map(({ problem, ...item }) => {
      const owner = placed.ownerOf(problem);
      if (!owner) return item;
      return { ...item, owner: { ...entityLink(context, owner), href: routes.relative(context.path, routes.pageOf(owner), item.anchor) } };
    }),
  };
}

/** The problems of what a page is about, each with links to its line and to the list of all; `undefined` where there are none. */
export function pageProblems(context: PageContext, entities: readonly Entity[]) {
  const { site } = context;
  // In the order of the overview: what it links to is listed here too.
  const problems = site.placed.of(entities).toSorted((a, b) => numberOf(site, a) - numberOf(site, b));
  if (problems.length === 0) return undefined;
  const all = site.routes.relative(context.path, "index.html", "problems");
  return { ...listOf(context, problems), all };
}

function noCounts(): Map<Entity, number> {
  return new Map();
}

/** How many errors the page of an operation, or of anything else, tells of. */
export function errorsIn(site: SiteContext, entity: Entity): number {
  if (site.problems.length === 0) return 0;
  const known = site.memo.of(noCounts, site);
  const count = known.get(entity);
  if (count !== undefined) return count;
  const told = [entity, ...(entity.kind === "operation" ? (entity as Operation).messages : [])];
  const errors = site.placed.of(told).filter(({ severity }) => severity === "error").length;
  known.set(entity, errors);
  return errors;
}

/** The problems that stand at one field. */
export function fieldProblems(context: PageContext, problems: readonly Diagnostic[]): FieldProblem[] {
  return problems.slice(0, MOST_AT_FIELD).map((problem) => problemView(context, problem));
}
