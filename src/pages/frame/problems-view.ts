import type { Entity, Message, NamedSchema, Operation, Channel } from "#model";
import { treeSource, wholeMessages } from "#model";
import type { Schema } from "#schema";
import type { Diagnostic, Words } from "#text";
import { getOrMake, LONGEST_TEXT_QUOTED, MOST_NAMED, MOST_ON_CARD, MOST_ON_PAGE } from "#text";
import type { Item } from "../blocks/index.ts";
import type { PageContext, SiteContext } from "./context.ts";

/** The page with all problems. */
export const PROBLEMS_PATH = "problems.html";

/** The problems that readers see, errors first. */
export function shownProblems(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  const of = (level: string) => problems.filter(({ severity }) => severity === level);
  return [...of("error"), ...of("warning")];
}

function numbers({ problems }: SiteContext): ReadonlyMap<Diagnostic, number> {
  return new Map(problems.map((each, at) => [each, at + 1]));
}

/** The number of a problem within the site, from which its anchors are made. */
function numberOf(site: SiteContext, problem: Diagnostic): number {
  return site.memo.of(numbers, site).get(problem) ?? 0;
}

/** A problem where it is shown: what is wrong, and a link to its line. */
export interface FieldProblem {
  /** Its number within the site. */
  readonly number: number;
  readonly error: boolean;
  readonly code: string;
  readonly message: string;
  readonly href: string;
  readonly label: string;
  /** Behind the last one that is shown: how many there are besides. */
  readonly besides?: string;
}

function problemView(context: PageContext, problem: Diagnostic): FieldProblem {
  const { severity, code, message, place } = problem;
  return {
    number: numberOf(context.site, problem),
    error: severity === "error",
    code,
    message,
    href: context.sourceHref(place),
    label: context.sourceLabel(place),
  };
}

/** Problems as a list. Their levels are words of the reports. A page's Markdown lists each once, at its end. */
export function problemItems(problems: readonly (FieldProblem & { readonly owner?: { readonly href: string } })[]): Item[] {
  return problems.map(({ error, code, message, label }) => ({
    line: [error ? "error " : "warning ", { code }, ": ", message, label === "" ? "" : [" (", { code: label }, ")"]],
  }));
}

/** The first problems with their anchors, and how many there are. */
export function problemList(context: PageContext, problems: readonly Diagnostic[], most: number) {
  const { words } = context.site;
  const shown = problems.slice(0, most);
  return {
    items: shown.map((problem) => ({ ...problemView(context, problem), anchor: `problem-${numberOf(context.site, problem)}` })),
    more: problems.length - shown.length,
    count: problems.length,
    ...sumsOf(problems, words),
    english: /^en\b/.test(context.site.settings.language) ? "" : words("site.problems-words"),
  };
}

/** How many problems of one level there are. Wherever a number is red it counts errors, and wherever it is amber warnings. */
export interface ProblemSum {
  readonly tone: "bad" | "warn";
  readonly count: number;
  readonly text: string;
}

/** Problems counted by level, and the same in words: "2 errors and 1 warning". */
export function sumsOf(
  problems: readonly Pick<Diagnostic, "severity">[],
  words: Words,
): { readonly sums: readonly ProblemSum[]; readonly counted: string } {
  const count = (level: string): number => problems.filter(({ severity }) => severity === level).length;
  const [errors, warnings] = [count("error"), count("warning")];
  const all: ProblemSum[] = [
    { tone: "bad", count: errors, text: words("site.number-of-errors", { count: errors }) },
    { tone: "warn", count: warnings, text: words("site.number-of-warnings", { count: warnings }) },
  ];
  const sums = all.filter((each) => each.count > 0);
  return { sums, counted: sums.map(({ text }) => text).join(` ${words("site.and")} `) };
}

function sumsOfAll({ problems, words }: SiteContext): ReturnType<typeof sumsOf> {
  return sumsOf(problems, words);
}

/** All problems of a site, counted. */
export function siteSums(site: SiteContext): ReturnType<typeof sumsOf> {
  return site.memo.of(sumsOfAll, site);
}

/** A mark that is not yet a link. */
interface NotedMark {
  readonly anchor: string;
  readonly text: string;
  /** The message that has the mark, shown if two marks have the same text. */
  readonly owner?: string | undefined;
}

/** The first mark of each problem on a page, collected while the page is made. */
class PageMarks {
  readonly #marks = new Map<number, NotedMark>();

  note(number: number, mark: NotedMark): void {
    if (!this.#marks.has(number)) this.#marks.set(number, mark);
  }

  /** Links to the marks of some problems, each once, in the order of the page. */
  linksTo(problems: ReadonlySet<number>) {
    const marks = new Map<string, NotedMark>();
    for (const [number, mark] of this.#marks) if (problems.has(number) && !marks.has(mark.anchor)) marks.set(mark.anchor, mark);
    const shown = [...marks.values()].slice(0, MOST_NAMED);
    const isRepeated = (mark: NotedMark): boolean => shown.some((other) => other !== mark && other.text === mark.text);
    return shown.map((mark) => {
      const { anchor, text, owner } = mark;
      return { href: `#${anchor}`, text: owner !== undefined && isRepeated(mark) ? `${owner}: ${text}` : text };
    });
  }
}

function noMarks(): PageMarks {
  return new PageMarks();
}

function marksOn(context: PageContext): PageMarks {
  return context.site.memo.of(noMarks, context);
}

/** Records that a page marks problems at an anchor. The anchor must exist on the page. */
export function noteMarks(context: PageContext, problems: readonly Pick<FieldProblem, "number">[], mark: NotedMark): void {
  const marks = marksOn(context);
  for (const { number } of problems) marks.note(number, mark);
}

/** Like {@link noteMarks}, for diagnostics. */
export function noteMarksOf(context: PageContext, problems: readonly Diagnostic[], at: NotedMark): void {
  noteMarks(
    context,
    problems.map((problem) => ({ number: numberOf(context.site, problem) })),
    at,
  );
}

/** The problems of a page's subject, with links to their lines and to the full list; `undefined` if there are none. */
export function pageProblems(context: PageContext, entities: readonly Entity[], further: readonly Diagnostic[] = []) {
  const { site } = context;
  // In the order of the page of all problems, to which the list links.
  const problems = [...new Set([...site.placed.of(entities), ...further])].toSorted((a, b) => numberOf(site, a) - numberOf(site, b));
  if (problems.length === 0) return undefined;
  const all = site.routes.relative(context.path, PROBLEMS_PATH);
  const numbers = new Set(problems.map((problem) => numberOf(site, problem)));
  const list = problemList(context, problems, MOST_ON_PAGE);
  return {
    ...list,
    lead: site.words("site.problems-here", { counted: list.counted }),
    // Errors leave something out; warnings alone are milder.
    mild: list.sums.every(({ tone }) => tone !== "bad"),
    all,
    // A getter, because marks are complete only when the whole page is made.
    get marks() {
      return marksOn(context).linksTo(numbers);
    },
  };
}

function noSums(): Map<Entity, readonly ProblemSum[]> {
  return new Map();
}

/** Problems about some references. */
export function problemsAbout(site: SiteContext, refs: readonly string[]): readonly Diagnostic[] {
  const isAbout = ({ message, place }: Diagnostic): boolean => {
    const written = place.end - place.start > LONGEST_TEXT_QUOTED ? "" : place.file.text.slice(place.start, place.end);
    return refs.some((ref) => message.includes(`"${ref}"`) || written.includes(ref));
  };
  return refs.length === 0 ? [] : site.problems.filter(isAbout);
}

/** References of the channel to messages that could not be found, if the operation misses messages: its own may lead to these. */
export function lostByChannel({ unresolved, channel }: Operation): readonly string[] {
  return unresolved.messages.length > 0 ? (channel?.unresolved.messages ?? []) : [];
}

/** The problems of its channel that the page of an operation lists, too: about servers and messages that could not be found. */
export function problemsOfChannel(site: SiteContext, operation: Operation): readonly Diagnostic[] {
  return problemsAbout(site, [...(operation.channel?.unresolved.servers ?? []), ...lostByChannel(operation)]);
}

/** The errors that the page of a channel or operation lists, counted; `undefined` if there are none. */
export function errorsIn(site: SiteContext, entity: Channel | Operation): ProblemSum | undefined {
  if (site.problems.length === 0) return undefined;
  const sums = getOrMake(site.memo.of(noSums, site), entity, () => {
    if (entity.kind === "channel") return sumsOf(site.placed.of([entity]), site.words).sums;
    return sumsOf([...new Set([...site.placed.of(shownWith(site, entity)), ...problemsOfChannel(site, entity)])], site.words).sums;
  });
  return sums.find(({ tone }) => tone === "bad");
}

/** The problems of one field. */
export function fieldProblems(context: PageContext, problems: readonly Diagnostic[]): FieldProblem[] {
  const shown = problems.slice(0, MOST_ON_CARD).map((problem) => problemView(context, problem));
  const last = shown.at(-1);
  const count = problems.length - shown.length;
  return last && count > 0 ? [...shown.slice(0, -1), { ...last, besides: context.site.words("schema.value.more", { count }) }] : shown;
}

/** The channel of an operation, if it lives on the operation's page. */
export function channelAt({ routes }: Pick<SiteContext, "routes">, operation: Operation): Channel | undefined {
  const { channel } = operation;
  return channel && routes.pageOf(channel) === routes.pageOf(operation) ? channel : undefined;
}

/** The named schemas that live at a message as its headers or payload. */
export function schemasAt({ schemas }: Pick<SiteContext, "schemas">, message: Message) {
  return (["headers", "payload"] as const).flatMap((part): { part: typeof part; named: NamedSchema }[] => {
    const source = message[part];
    const { named } = source ? schemas.of(source) : {};
    return named && schemas.homeOf(named)?.by === message ? [{ part, named }] : [];
  });
}

/** The schemas that live on a page of something else, and the trees in which some of them have rows. */
interface Residents {
  readonly schemas: NamedSchema[];
  readonly trees: Set<Schema>;
}

function residents({ api, routes, schemas }: SiteContext): ReadonlyMap<string, Residents> {
  const all = new Map<string, Residents>();
  for (const named of api.schemas) {
    const home = routes.homeOf(named);
    if (!home) continue;
    const page = routes.pageOf(named);
    const here = getOrMake(all, page, (): Residents => ({ schemas: [], trees: new Set() }));
    here.schemas.push(named);
    const source = treeSource(home);
    if (source && home.row !== undefined) here.trees.add(schemas.of(source));
  }
  return all;
}

/** Whether a tree has rows in which other schemas live. It is small, and a page shows all of it. */
export function hasResidents({ site, path }: PageContext, root: Schema): boolean {
  return site.memo.of(residents, site).get(path)?.trees.has(root) === true;
}

/** What the page of an operation or message shows in full: itself, and what lives there or is shown whole there. */
export function shownWith(site: SiteContext, thing: Message | NamedSchema | Operation): Entity[] {
  const things: Entity[] = [thing];
  if (thing.kind === "operation") things.push(...[channelAt(site, thing) ?? [], wholeMessages(thing), thing.reply?.messages ?? []].flat());
  const pages = new Set(things.map((each) => site.routes.pageOf(each)));
  const known = site.memo.of(residents, site);
  return [...things, ...[...pages].flatMap((page) => known.get(page)?.schemas ?? [])];
}
