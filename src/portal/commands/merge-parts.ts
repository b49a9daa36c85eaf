import { relative, resolve, sep, basename } from "node:path";
import { readAcceptedChanges } from "#changes";
import type { Settings } from "#config";
import type { OutputFile } from "#output";
import { readCopy } from "#output";
import type { PageFailure, SearchSlice, SiteFile } from "#pages";
import { brandAssets, isSearchSlice, madeFile, portalShards, publishingFiles, SearchIndex } from "#pages";
import type { CopiedText, Theme } from "#render";
import type { JsonDiagnostic, JsonLocation } from "#report";
import { recordedProblem, sortRecorded } from "#report";
import type { ApiFile, Fault, PortalFile } from "#run";
import { portalFilesOf, readAsset, UsageError } from "#run";
import type { Words } from "#text";
import { matchingPaths, parsedJson, wordsOf, groupBy, isUrl } from "#text";
import type { AssembledApi, PartSummary, Portal } from "../match/index.ts";
import { assemble, createPortal, nameProblems, pathOfApi, printPortal, apiName, startOf } from "../match/index.ts";
import type { PortalChanges, PortalSite } from "../pages/index.ts";
import { createPortalSite } from "../pages/index.ts";
import type { PartLists } from "./api-files.ts";
import { ApiFiles, contained } from "./api-files.ts";
import type { PartSource } from "./part-source.ts";
import { pairFaults, portalOf } from "./part-source.ts";
import type { FoundGuides } from "./portal-findings.ts";
import { findGuides, toldFrom, triedProblems } from "./portal-findings.ts";
import type { Histories, HistoryContext, KnownSteps } from "./version-history.ts";
import { historiesOf, withParties } from "./version-history.ts";

export interface MergeContext {
  readonly settings: Settings;
  readonly theme: Theme;
  /** The footer of every page. */
  readonly footer?: { readonly html: string } | undefined;
  /** The folder of the settings. */
  readonly folder: string;
  /** Changes of all documents since an earlier version. */
  readonly changes?: PortalChanges | undefined;
  /** The documents whose changes since then msgdocs itself failed to find. */
  readonly faults?: readonly (Fault & { readonly file: string })[] | undefined;
  /** Verdicts and comparisons of an earlier merge, to be reused. */
  readonly known?: Pick<MergedPortal, "fits" | "steps"> | undefined;
}

/** A portal that is ready to be written. */
export interface MergedPortal {
  readonly portal: Portal;
  /** The verdicts on pairs of schemas, and the comparisons of versions, for the next merge. */
  readonly fits: Portal["fits"];
  readonly steps: KnownSteps;
  /** The problems of all documents and between them, with files relative to the folder of the settings. */
  readonly problems: readonly JsonDiagnostic[];
  /** Those problems that prevent documents from being built. */
  readonly unbuilt: readonly JsonDiagnostic[];
  readonly documents: readonly string[];
  readonly examples: { readonly passed: number; readonly failed: number; readonly notChecked: number };
  /** How many parts are damaged. Each costs its API. */
  readonly damaged: number;
  /** The files that its own guides are made from. */
  readonly inputs: FoundGuides["inputs"];
  /** The pages on which msgdocs itself failed, once the files were made. */
  readonly failures: PageFailure[];
  contents(): PortalContents;
}

/** What the files of a portal are made from. */
interface ContentParts extends Pick<MergedPortal, "portal" | "problems" | "failures"> {
  readonly histories: Histories["histories"];
  readonly found: FoundGuides;
  readonly apis: readonly AssembledApi<PartSource>[];
}

/** A page in the portal's manifest. */
interface ListedPage {
  readonly path: string;
  readonly kind: string;
  readonly id: string | null;
  readonly title: string;
  readonly api?: string;
}

function recorded(problems: Portal["problems"], { rules }: Settings): JsonDiagnostic[] {
  return problems.flatMap((problem) => recordedProblem(problem, rules) ?? []);
}

function examplesOf(indexes: readonly PartSummary[]): MergedPortal["examples"] {
  const count = (state: "passed" | "failed" | "notChecked"): number => new Set(indexes.flatMap(({ examples }) => examples[state])).size;
  return { passed: count("passed"), failed: count("failed"), notChecked: count("notChecked") };
}

/** Writes `manifest.json` of the portal: every thing and every page with its API. */
function manifest(
  title: string,
  { things, pages }: { things: readonly object[]; pages: readonly object[] },
  files: readonly string[],
): string {
  const lines = (all: readonly object[]): string => all.map((each) => JSON.stringify(each)).join(",\n");
  const sorted = [...files].sort().map((file) => JSON.stringify(file));
  return `{"format":"portal","title":${JSON.stringify(title)},"version":"","things":[\n${lines(things)}\n],"pages":[\n${lines(pages)}\n],"files":[\n${sorted.join(",\n")}\n]}\n`;
}

function searchSliceOf(part: PartSource): SearchSlice {
  const slice = parsedJson(part.read("search.json").toString("utf8"));
  if (!isSearchSlice(slice)) throw part.refusal('is damaged: its "search.json" is not of the shape or size that msgdocs writes');
  return slice;
}

/** Makes one search index for the current versions of all APIs. It is a separate function, so that the index is freed afterwards. */
function* searchFiles(apis: readonly AssembledApi<PartSource>[], site: PortalSite, words: Words): Generator<OutputFile> {
  const search = new SearchIndex(portalShards);
  // Of what is found as well, the first comes first.
  for (const entry of site.search()) search.add(entry);
  for (const { api, versions } of apis) {
    const [current] = versions;
    if (!current) continue;
    const { part, folder } = current;
    contained(site, `the search of ${folder}`, undefined, () => search.addSlice(searchSliceOf(part), { folder, of: api.title }));
  }
  search.groupFields(words);
  yield* search.files("search");
}

/** The content of a portal. Files are made when they are asked for. */
export class PortalContents {
  readonly #parts: ContentParts;
  readonly #context: MergeContext;
  readonly #words: Words;
  readonly #apis: ReadonlyMap<string, ApiFiles>;
  readonly site: PortalSite;

  constructor(parts: ContentParts, context: MergeContext) {
    const { settings, theme, footer, changes } = context;
    this.#parts = parts;
    this.#context = context;
    this.#words = wordsOf(settings.language, settings.words);
    this.site = createPortalSite(parts.portal, {
      settings,
      footer,
      words: this.#words,
      problems: parts.problems,
      changes,
      histories: parts.histories,
      guides: parts.found.guides,
      failures: parts.failures,
    });
    this.#apis = new Map(parts.apis.map((api) => [pathOfApi(api.api.name), new ApiFiles(api, this.site, theme)]));
  }

  /** The files of the theme and the brand. */
  assets(): OutputFile[] {
    const { settings, theme } = this.#context;
    const { made, portal, others } = theme.assets;
    const own = [...brandAssets(settings), ...this.#parts.found.assets()];
    return [...made, portal.style, portal.script, portal.own.style, portal.own.script, ...others, ...own.map(readAsset)];
  }

  /** The file of an API at a path in the portal. */
  apiFile(path: string): ApiFile | undefined {
    const [folder = ""] = /^apis\/[^/]+\//.exec(path) ?? [];
    return this.#apis.get(folder)?.find(path);
  }

  /** Further files that span APIs, without the search index. */
  spanningFiles(): SiteFile[] {
    const { portal, problems } = this.#parts;
    return [...this.site.files(), madeFile("portal.json", () => [...printPortal(portal, problems)].join(""))];
  }

  /** The search index for the current versions of all APIs. */
  searchFiles(): Generator<OutputFile> {
    return searchFiles(this.#parts.apis, this.site, this.#words);
  }

  /** All files, one at a time. Those of each API come first. */
  async *files(): AsyncGenerator<PortalFile> {
    const { apis, histories, portal } = this.#parts;
    const { settings, theme } = this.#context;
    const { site } = this;
    const files: string[] = [];
    const pages: ListedPage[] = [];
    const things: (PartLists["things"][number] & { readonly api: string })[] = [];
    const told = <File extends PortalFile>(file: File): File => {
      files.push(file.path);
      return file;
    };
    for (const file of this.assets()) yield told(file);
    const links = new Map<string, PartSource>();
    const { CopiedTexts, readable } = await import("#render");
    const copied = new CopiedTexts();
    // The portal has pages of its own between those of an API with a history, and after all others.
    const later = new Map<string, CopiedText[]>([...histories.keys()].map((name) => [pathOfApi(name), []]));
    const last: CopiedText[] = [];
    for (const api of apis) {
      const own = new ApiFiles(api, site, theme);
      const texts = later.get(pathOfApi(api.api.name)) ?? [];
      for (const placed of api.versions) {
        const { part, folder } = placed;
        for (const file of own.files(placed)) {
          if (file.path.endsWith(".md")) texts.push({ path: file.path, read: () => readCopy(file.copy).toString() });
          yield told(file);
        }
        const lists = own.lists(placed);
        for (const { path, ...page } of lists.pages) pages.push({ path: folder + path, api: api.api.name, ...page });
        for (const thing of lists.things) things.push({ ...thing, path: folder + thing.path, api: api.api.name });
        for (const link of part.index.links) links.set(link, part);
      }
      if (!histories.has(api.api.name)) for (const file of copied.scripts(texts)) yield told(file);
    }
    const spanning: ListedPage[] = [];
    const known = function* (): Generator<string> {
      yield* files;
      for (const { path, anchor } of things) if (anchor !== "") yield `${path}#${anchor}`;
    };
    const own = function* () {
      for (const page of site.pages()) {
        const { path, kind, id, title } = page;
        spanning.push({ path, kind, id, title });
        yield page;
      }
    };
    const { failures } = site;
    for (const file of readable({ failures, files: () => this.spanningFiles() })) yield told(file);
    for (const file of this.searchFiles()) yield told(file);
    const spread = await portalFilesOf({ pages: own(), failures, theme, known: known() });
    for (const file of spread) {
      const [folder = ""] = /^apis\/[^/]+\//.exec(file.path) ?? [];
      if (file.path.endsWith(".md")) (later.get(folder) ?? last).push({ path: file.path, read: () => String(file.contents) });
      yield told(file);
    }
    for (const texts of [...later.values(), last]) for (const file of copied.scripts(texts)) yield told(file);
    for (const file of copied.list()) yield told(file);
    for (const file of publishingFiles({ settings, words: this.#words }, [...spanning, ...pages])) yield told(file);
    const there = new Set(files);
    for (const [link, part] of links)
      if (!there.has(link)) throw part.refusal(`is damaged: its pages link to ${JSON.stringify(link)}, which the portal does not have`);
    yield {
      path: "manifest.json",
      contents: manifest(portal.title, { things, pages: [...spanning, ...pages] }, [...files, "manifest.json"]),
    };
  }
}

export function faultProblems(faults: readonly (Fault & { readonly place: JsonLocation })[]): JsonDiagnostic[] {
  return faults.flatMap(({ reason, hint, place }) => {
    return recordedProblem({ code: "run/failed", blanks: { reason }, hint, place, related: [] }, {}) ?? [];
  });
}

/** The parts that the portal goes without, each at its document. */
function damagedParts(sources: readonly PartSource[]): (Fault & { readonly place: JsonLocation })[] {
  return sources.flatMap(({ damage, index }) =>
    damage ? [{ reason: damage.message, hint: damage.hint ?? "", place: startOf(index.document) }] : [],
  );
}

/** The days of releases: those of the settings, and for current versions without one the day that the command names. */
function releasedIn({ released, date }: Settings): HistoryContext["released"] {
  return (api, version, isCurrent) => {
    const own = Object.hasOwn(released, api) ? released[api] : undefined;
    return own && Object.hasOwn(own, version) ? own[version] : isCurrent ? date : undefined;
  };
}

/**
 * Merges parts into a portal. Of documents, only those of APIs with several versions are read, to compare them. The order of the parts
 * has no effect.
 */
export async function mergeParts(given: readonly PartSource[], context: MergeContext): Promise<MergedPortal> {
  const { settings, folder, known } = context;
  const { title, brokers, takeAll, documents } = portalOf(settings, folder);
  const sources = tellApart(given);
  const assembly = assemble(sources);
  const { apis } = assembly;
  const paths = apis.map(({ api }) => resolve(folder, api.document));
  const ranks = new Map<string, number>();
  for (const [rank, { path }] of documents.entries()) {
    // Matching a glob starts a script of its own: all paths share one.
    const matched = /[*?[{(!]/.test(path) ? matchingPaths(path, paths) : [];
    for (const each of [path, ...matched]) if (!ranks.has(each)) ranks.set(each, rank);
  }
  const withSchema = new Map<string, PartSource>();
  for (const source of sources) for (const schema of source.schemas) withSchema.set(schema, source);
  const schemaText = (schema: string): string | undefined => withSchema.get(schema)?.read(`schemas/${schema}.json`).toString("utf8");
  const portal = createPortal(
    apis.map(({ api }, at) => ({ ...api, rank: ranks.get(paths[at] ?? "") ?? documents.length })),
    { title, brokers, takeAll, schemaText, fits: known?.fits },
  );
  const accepted = readAcceptedChanges({ folder, cwd: folder });
  const found = await historiesOf(apis, { settings, folder, accepted, released: releasedIn(settings), steps: known?.steps });
  const histories = withParties(found, { portal, apis, options: { title, brokers, takeAll, schemaText, fits: portal.fits } });
  const failed = new Set(sources.flatMap(({ index }) => (index.index ? [] : [index.document])));
  // If a document has changed since, statements of its earlier part no longer hold.
  const now = sources.map(({ index }) => index).filter(({ index, document }) => !index || !failed.has(document));
  const named = recorded(nameProblems(assembly), settings);
  const damaged = faultProblems(damagedParts(sources));
  const problems = sortRecorded([
    ...now.flatMap((index) => index.problems),
    ...named,
    ...recorded(portal.problems, settings),
    ...damaged,
    ...faultProblems([
      ...found.faults,
      ...[...pairFaults(portal), ...(context.faults ?? [])].map((fault) => ({ ...fault, place: startOf(fault.file) })),
    ]),
  ]);
  const failures: PageFailure[] = [];
  const own = apis.flatMap(({ api: { name }, versions }) =>
    versions.slice(0, 1).map(({ part }) => ({ name, document: part.index.document })),
  );
  const guides = await findGuides(settings, { folder, apis: own });
  // The names are of the file of the settings, which the run may have found elsewhere.
  const tried = triedProblems(
    settings,
    sources.map(({ index }) => index.index),
  ).map((each) => {
    const file = { ...each.place.file, name: relative(folder, each.place.file.id).split(sep).join("/") };
    return { ...each, place: { ...each.place, file } };
  });
  const all = sortRecorded([...problems, ...guides.problems, ...toldFrom(folder, tried, { settings, files: [] })]);
  return {
    portal,
    failures,
    fits: portal.fits,
    steps: found.steps,
    problems: all,
    inputs: guides.inputs,
    unbuilt: [
      ...now.flatMap(({ index, problems: own }) => (index ? [] : own)),
      ...named.filter(({ code }) => code === "portal/same-name"),
      ...damaged,
    ],
    damaged: damaged.length,
    documents: [...new Set(sources.map(({ index }) => index.document))].sort(),
    examples: examplesOf(now),
    contents: () => new PortalContents({ apis, portal, problems: all, histories, found: guides, failures }, context),
  };
}

/**
 * The name that a document gives itself, by its id or title: in many repositories all documents have one path. `undefined` for one that
 * could not be read.
 */
function ownName({ index: { named } }: PartSource): string | undefined {
  const isRead = named.id !== undefined || named.name !== undefined || named.title !== basename(named.path);
  return isRead ? apiName({ ...named, path: "" }) : undefined;
}

/** A path below a folder. A URL stays as it is. */
function below(folder: string, path: string): string {
  return isUrl(path) ? path : `${folder}/${path}`;
}

/** A value of a part with its files below a folder. */
function inFolder(value: unknown, folder: string): unknown {
  if (Array.isArray(value)) return value.map((each) => inFolder(each, folder));
  if (typeof value !== "object" || value === null) return value;
  const moved = Object.entries(value).map(([key, each]) => {
    const isFile = typeof each === "string" && (key === "file" || key === "document");
    return [key, isFile ? below(folder, each) : inFolder(each, folder)];
  });
  return Object.fromEntries(moved) as unknown;
}

/** A part whose files have names of their own in the portal. */
function withOwnFiles(source: PartSource, folder: string): PartSource {
  const { examples } = source.index;
  const moved = inFolder(source.index, folder) as PartSource["index"];
  const places = Object.entries(examples).map(([state, all]) => [state, all.map((each) => below(folder, each))]);
  return { ...source, index: { ...moved, named: source.index.named, examples: Object.fromEntries(places) as typeof examples } };
}

/** The parts of one document. It is unclear which of two different ones counts; a failed one beside one that was built is its newer state. */
function onlyOnce(sources: readonly PartSource[]): readonly PartSource[] {
  const known = new Map<boolean, PartSource>();
  for (const source of sources) {
    const isBuilt = source.index.index !== undefined;
    const other = known.get(isBuilt);
    if (other && other.seal !== source.seal) {
      const [first, second] = [other.part, source.part].sort().map((each) => JSON.stringify(each));
      const { document, name } = source.index;
      throw new UsageError(
        `The parts ${first ?? ""} and ${second ?? ""} differ, and both are of the document ${JSON.stringify(document)} of the API ${JSON.stringify(name)}.`,
        "Give merge the newer one alone. If they are different services, give each document an id of its own, and make both parts anew.",
      );
    }
    known.set(isBuilt, source);
  }
  return [...known.values()];
}

/**
 * What each of several parts of one path is the part of. One that could not be read is the newer state of what its repository has there;
 * without a repository it may be that of any of them.
 */
function subjectsOf(parts: readonly PartSource[]): ReadonlyMap<PartSource, string | undefined> {
  const byRepository = groupBy(parts, ({ index }) => index.named.repository);
  const subjectOf = (part: PartSource): string | undefined => {
    const { repository } = part.index.named;
    const [name, another] = new Set(byRepository.get(repository)?.flatMap((each) => ownName(each) ?? []));
    // Repositories that share all settings are not told apart by them.
    return ownName(part) ?? (repository === undefined || another !== undefined ? undefined : (name ?? repository));
  };
  return new Map(parts.map((part) => [part, subjectOf(part)]));
}

/** A part of a document that could not be read, and of which nothing else is known, under the name of its folder. */
function calledByFolder(source: PartSource): PartSource {
  const named = { ...source.index.named, id: basename(source.part) };
  return { ...source, index: { ...source.index, named, name: apiName(named), title: apiName(named) } };
}

/**
 * The parts to merge, each once. Parts of several repositories may have documents with one path: they are told apart by what the
 * documents call themselves, and those that could not be read by their repositories. Their files get a folder of that name.
 */
export function tellApart(sources: readonly PartSource[]): readonly PartSource[] {
  return [...groupBy(sources, ({ index }) => index.document).values()].flatMap((samePath) => {
    const subjects = subjectsOf(samePath);
    if (new Set([...subjects.values()].filter((each) => each !== undefined)).size < 2) return onlyOnce(samePath);
    const bySubject = groupBy(samePath, (source) => subjects.get(source) ?? basename(source.part));
    return [...bySubject.values()].flatMap((own) => {
      const [name] = own.flatMap((source) => ownName(source) ?? []);
      return onlyOnce(own).map((source) =>
        name === undefined ? withOwnFiles(calledByFolder(source), basename(source.part)) : withOwnFiles(source, name),
      );
    });
  });
}
