import { dirname, extname, resolve } from "node:path";
import type { Limits } from "#config";
import type { Documents } from "#documents";
import { shapedStrings } from "#documents";
import type { Routes } from "#model";
import { createRoutes } from "#model";
import { createSchemaHomes } from "#pages";
import type { FileTarget, GuidePage, GuideSet, Prose, ProseContext, RenderText } from "#prose";
import { asWritten, createProse, findTexts, GUIDE_PREFIX, mayBreak, prepareMarkdown, prepareRender, readGuides } from "#prose";
import type { Diagnostic, InputFile, StringNode, TextFile, OpenFile } from "#text";
import {
  asOnDisk,
  isInside,
  isUrl,
  nameFromRoot,
  placeWithin,
  SOURCE_BYTES,
  withFile,
  decodeText,
  entryOf,
  isPicture,
  parseText,
  readLimits,
} from "#text";
import { stopwatch } from "#verdicts";
import { holdsSchemas, isLikelyAvro, isLikelyProtobuf } from "#format";
import type { RunContext, TextMemo, Checked, Goal } from "./load.ts";
import { folderOf } from "./load.ts";

/** Larger data files are not read to find out what they are. */
const LARGEST = 10_000_000;

/** How many bytes of an archive are checked. */
const BEGINNING = 65_536;

const roots = ["asyncapi", "msgapi", "openapi", "swagger"];

/** Whether a text file has the content of its kind: a description of an API, or a schema. */
function holdsApi(kind: string, { path, size, read }: OpenFile): boolean {
  if (size > LARGEST) return false;
  const language = kind === "proto" ? "protobuf" : kind === "avsc" || kind === "json" ? "json" : "yaml";
  const report = (): void => undefined;
  const file: TextFile | undefined = decodeText({ id: path, name: path, language }, read(), report);
  const root = file && parseText(file, { limits: readLimits, report });
  if (!root) return false;
  if (kind === "proto") return isLikelyProtobuf(root);
  if (kind === "avsc") return isLikelyAvro(root);
  if (root.kind !== "map") return false;
  return roots.some((name) => entryOf(root, name)) || holdsSchemas(root) || isLikelyAvro(root);
}

/** Whether a text is a table: its first rows have the same number of columns and nothing quoted. */
function isTable(text: string, separator: string): boolean {
  const [first = 0, ...others] = text
    .split(/\r?\n/, 20)
    .filter((line) => line !== "" && !line.includes('"'))
    .map((line) => line.split(separator).length);
  return first > 1 && others.slice(0, -1).every((count) => count === first);
}

const schemas = new Set(["avsc", "json", "proto", "yaml", "yml"]);

const pictures = new Set(["apng", "avif", "gif", "ico", "jpeg", "jpg", "png", "svg", "webp"]);

/** The first bytes of other kinds of files. */
const beginnings: ReadonlyMap<string, RegExp> = new Map([
  ["gz", /^[^ -\xff]\x8b/],
  ["ics", /^(?:\xef\xbb\xbf)?BEGIN:VCALENDAR/i],
  ["pdf", /^.{0,1019}%PDF-/s],
  ["tar", /^.{257}ustar/s],
  ["zip", /^PK[^ -\xff]{2}/],
]);

/**
 * Whether a file that a text links to is meant for readers. A link publishes the file, and the extension alone does not prove the
 * intention: a file of keys may be JSON or text, or be called a picture.
 */
export function isForReaders(extension: string, file: OpenFile): boolean {
  const kind = extension.toLowerCase();
  if (kind === "csv" || kind === "tsv") return isTable(file.read(10_000).toString("latin1"), kind === "csv" ? "," : "\t");
  if (pictures.has(kind)) return isPicture(kind, file);
  const beginning = beginnings.get(kind);
  if (beginning) return beginning.test(file.read(BEGINNING).toString("latin1"));
  return !schemas.has(kind) || holdsApi(kind, file);
}

/**
 * A time limit for judging all texts of a run. It is a backstop: the costs counted for each text are checked first, so the limit only
 * stops what nobody foresaw.
 */
interface MarkdownClock {
  /** Renders a text. A text that exceeded the limit while problems were searched is always shown as written from then on. */
  readonly render: RenderText;
  /** Runs the search for problems. Texts can exceed the limit only now, so each one is reported. */
  during<T>(work: () => T): T;
}

/** The clocks, which tests replace. */
interface Clocks {
  /** Returns the time in milliseconds. */
  readonly now: () => number;
  /** Starts a stopwatch for the milliseconds worked. It is slower, so it is only read if too much time has passed. */
  readonly stopwatch: () => () => number;
}

const CLOCKS: Clocks = { now: () => performance.now(), stopwatch };

/**
 * Creates the clock.
 *
 * @param milliseconds the limit, which both the time that passed and the time worked must exceed. A text that was started is finished.
 */
export function markdownClock(render: RenderText, milliseconds: number, clocks: Clocks = CLOCKS): MarkdownClock {
  const late = new Set<string>();
  const seen = new Set<string>();
  const over = {
    reason: `all Markdown took longer than ${milliseconds} ms`,
    hint: "Shorten what is long, or raise limits.markdownMs in the settings.",
  };
  let running = false;
  let used = 0;
  let worked = (): number => 0;
  const comesLate = (text: string): boolean => {
    if (running && used > milliseconds && !seen.has(text) && worked() > milliseconds) late.add(text);
    return late.has(text);
  };
  return {
    render(text, options) {
      if (comesLate(text)) return asWritten(text, over);
      if (!running) return render(text, options);
      seen.add(text);
      const since = clocks.now();
      const rendered = render(text, options);
      used += clocks.now() - since;
      return rendered;
    },
    during(work) {
      running = true;
      worked = clocks.stopwatch();
      try {
        return work();
      } finally {
        running = false;
      }
    },
  };
}

/** All strings of the documents that the format defines as Markdown, each once, including those of other files. */
function markdownTexts(documents: Documents): StringNode[] {
  const found = [...shapedStrings(documents, { wants: ({ markdown }) => markdown === true })];
  return [...new Set(found.map(({ node }) => node))];
}

interface ProseParts extends Pick<ProseContext, "api" | "routes"> {
  readonly documents: Pick<Documents, "files" | "rootOf">;
  readonly guides: readonly GuidePage[];
}

interface ProseOptions {
  /** The folder that links may lead into. */
  readonly root: string;
  readonly limits: Limits;
  /** Texts rendered by earlier builds, for `watch`. */
  readonly texts?: TextMemo | undefined;
  /** If given, only these texts are prepared, because no pages will be made. */
  readonly only?: readonly StringNode[] | undefined;
  /** Called with every file that a link leads to. */
  readonly tell: (input: InputFile) => void;
  /** Finds what a link leads to before files are looked for. */
  readonly find?: ((from: TextFile, path: string) => FileTarget | undefined) | undefined;
}

function written(documents: ProseParts["documents"]): readonly StringNode[] {
  return findTexts(documents.files.flatMap((file) => documents.rootOf(file) ?? []));
}

/** Prose, and the clock that limits the search for its problems. */
interface ClockedProse {
  readonly prose: Prose;
  readonly clock: MarkdownClock;
}

/** Makes the prose of an API, and loads what its texts need. */
export async function makeProse(parts: ProseParts, { root, limits, texts, only, tell, find }: ProseOptions): Promise<ClockedProse> {
  const { api, documents, routes, guides } = parts;
  const own = guides.flatMap(({ heading, body }) => [...(heading ? [heading.value, `# ${heading.value}`] : []), body.value]);
  const values = [...(only ?? written(documents)).map(({ value }) => value), ...own];
  const render = await (texts ? texts.prepare(values) : prepareRender(values));
  const printMarkdown = only ? undefined : await prepareMarkdown(values);
  const clock = markdownClock(render, limits.markdownMs);
  const findFile = findTargets({ guides, prose: () => prose, root, tell });
  const prose = createProse({
    api,
    routes,
    render: (text, options) => clock.render(text, { limitBytes: limits.descriptionBytes, ...options }),
    printMarkdown,
    placeWithin,
    findFile: (from, path) => find?.(from, path) ?? findFile(from, path),
  });
  return { prose, clock };
}

/** The Markdown texts of the documents that may have a problem, judged by their characters. Each text is looked at once. */
export function doubtfulTexts(documents: Documents, { descriptionBytes }: Limits): readonly StringNode[] {
  const doubts = new Map<string, boolean>();
  const isDoubtful = ({ value }: StringNode): boolean => {
    const doubt = doubts.get(value) ?? mayBreak(value, { limitBytes: descriptionBytes });
    doubts.set(value, doubt);
    return doubt;
  };
  return markdownTexts(documents).filter(isDoubtful);
}

interface WrittenTexts extends ClockedProse {
  readonly doubtful: readonly StringNode[];
  readonly guides: readonly GuidePage[];
}

/** The problems in the Markdown of the documents and guides. */
export function textProblems({ doubtful, guides, prose, clock }: WrittenTexts): Diagnostic[] {
  return clock.during(() => {
    // The target of a link may change although the text does not.
    const judged = doubtful.filter((text) => !prose.isPlain(text));
    const own = guides.flatMap(({ heading, body }) => (heading ? [heading, body] : [body]));
    return [...judged, ...own].flatMap((node) => prose.problems(node));
  });
}

/** The texts of a document and its guides, and the routes for their links. */
interface Texts {
  readonly routes: Routes;
  readonly guides: readonly GuidePage[];
  readonly prose: Prose;
  readonly problems: readonly Diagnostic[];
  /** The guides, and the files that texts link to. */
  readonly inputs: readonly InputFile[];
}

/** Reads the texts. If only problems are needed, texts that can have none are not prepared for pages. */
export async function readTexts({ documents, api, schemas }: Checked, context: RunContext, goal: Goal): Promise<Texts> {
  const { limits, root = folderOf(documents, context.cwd) } = context.settings;
  const routes = createRoutes(api, createSchemaHomes(schemas, limits));
  const read = await guidesOf(documents, context);
  const guides = guidePages(read, routes);
  const inputs = new Map(read.inputs.map((input) => [input.path, input]));
  const doubtful = doubtfulTexts(documents, limits);
  const only = goal === "problems" ? doubtful : undefined;
  const tell = (input: InputFile): unknown => inputs.set(`${input.path}\0${input.access.root ?? ""}`, input);
  const { prose, clock } = await makeProse({ api, documents, routes, guides }, { root, limits, texts: context.texts, only, tell });
  const problems = [...read.problems, ...textProblems({ doubtful, guides, prose, clock })];
  return { routes, guides, prose, problems, inputs: [...inputs.values()] };
}

/**
 * Returns a function that finds the file for a relative path in a text: a regular file inside `root`, also through links. A path that
 * leads out of the root is not even looked up. Every other path is passed to `tell`, whether there is a file or not. `root` is a real path.
 */
export function fileFinder(root: string, tell: (input: InputFile) => void): (from: TextFile, path: string) => FileTarget | undefined {
  const access = { root, largest: SOURCE_BYTES };
  return (from, path) => {
    if (path.includes("\0") || isUrl(from.id)) return undefined;
    const wanted = resolve(dirname(from.id), path);
    if (!isInside(root, wanted)) return undefined;
    tell({ path: wanted, access });
    const spelled = asOnDisk(wanted, root);
    if (spelled !== wanted) tell({ path: spelled, access });
    const found = withFile(spelled, access, (file): FileTarget & { readonly kind: "file" } => {
      if (file.path !== spelled) tell({ path: file.path, access });
      const isPublic = isForReaders(extname(file.path).slice(1), file);
      return { kind: "file", source: file.path, name: nameFromRoot(file.path, root), isPublic };
    });
    if ("kind" in found) return found;
    // For any other reason, the text room reports at the link that there is nothing to link to.
    return found.problem === "too-large" ? { kind: "too-large", most: "64 MB" } : undefined;
  };
}

/** Reads the guides of a document. */
export async function guidesOf(documents: Documents, { settings, cwd }: RunContext): Promise<GuideSet> {
  if (settings.guides.length === 0) return { guides: [], problems: [], inputs: [] };
  return readGuides({ patterns: settings.guides, folder: folderOf(documents, cwd), cwd, output: settings.output });
}

/** Guides with the paths of their pages. */
export function guidePages({ guides }: GuideSet, routes: Pick<Routes, "folder">): readonly GuidePage[] {
  const names = routes.folder(guides.map(({ name }) => name));
  return guides.map((guide) => ({ ...guide, path: `guides/${names.get(guide.name) ?? "x"}.html` }));
}

/** The anchors that links from other pages may name. The heading that became the title stands for the beginning of the page. */
function anchorsOf({ body, heading }: GuidePage, prose: Prose): ReadonlyMap<string, string> {
  const spot = { from: "", prefix: "", level: 2 };
  const title = heading ? prose.headings({ ...heading, value: `# ${heading.value}` }, spot) : [];
  const anchors = new Map(title.map(({ id }) => [id, ""]));
  for (const { id } of prose.headings(body, spot)) anchors.set(id, GUIDE_PREFIX + id);
  return anchors;
}

interface Finding {
  readonly guides: readonly GuidePage[];
  /** Returns the prose, which knows the headings of guides. It is made later. */
  readonly prose: () => Prose;
  /** The folder that relative paths of documents may lead into. */
  readonly root: string;
  readonly tell: (input: InputFile) => void;
}

/** Finds the targets of relative paths: the pages of guides, and from guides also files of their own folder. */
export function findTargets({ guides, prose, root, tell }: Finding): (from: TextFile, path: string) => FileTarget | undefined {
  const pages = new Map(guides.map((guide) => [guide.file.id, guide]));
  const find = fileFinder(root, tell);
  return (from, path) => {
    const guide = path.includes("\0") ? undefined : pages.get(resolve(dirname(from.id), path));
    if (guide) return { kind: "page", page: guide.path, anchors: () => anchorsOf(guide, prose()) };
    const own = pages.get(from.id);
    const found = find(from, path);
    if (found || !own) return found;
    const beside = fileFinder(own.root, tell)(from, path);
    // The name must not collide with a file in the documents' folder.
    return beside?.kind === "file" ? { ...beside, name: `/${own.name}/${beside.name}` } : beside;
  };
}
