import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import type { Flags, Settings } from "#config";
import { loadSettings, settingsFiles, settingsInputs } from "#config";
import type { Audience, Documents } from "#documents";
import { bundle, isForAll } from "#documents";
import { relativeUrl } from "#model";
import type { OutputFile } from "#output";
import type { PortalFrame, PortalSlot } from "#pages";
import { siteBase } from "#pages";
import type { Theme } from "#render";
import type { ProblemReport } from "#report";
import { exitCode, jsonReport, recordedProblem } from "#report";
import type { Examined, Fault, MadeSite, PartDocument, OutsideAccess, Subject } from "#run";
import {
  examine,
  findingsOf,
  linkFaultOf,
  makeSite,
  pageFault,
  partFilesOf,
  outsideAccess,
  readBaseline,
  reporterOf,
  siteKey,
  tooLargeSite,
  tooManyPages,
} from "#run";
import type { InputFile } from "#text";
import { isUrl, namedAccess, parseText, problem } from "#text";
import type { ApiIndex, PartFile, PartIndex } from "../match/index.ts";
import { apiName, indexApi, ownerOf, pathOfApi, printPartIndex, SITE, SlotMarks, startOf } from "../match/index.ts";
import { folderGroup, namedBy, portalOf, portalPath } from "./part-source.ts";

/** What all parts of one portal are made with. */
export interface PartContext {
  readonly flags: Flags;
  readonly settings: Settings;
  readonly theme: Theme;
  /** The folder of the settings, to which names of files are relative. */
  readonly folder: string;
  /** The version of msgdocs. */
  readonly version: string;
  /** See {@link programKey}. It is computed once, because it reads the whole program. */
  readonly program: string;
  /** See {@link lookOf}. It is computed once, because it reads the whole theme. */
  readonly look: PartIndex["look"];
}

/** A part that is ready to be made. */
export interface Part {
  /** A key that is the same for two parts with the same bytes. It is known before the files are made. */
  readonly key: string;
  readonly examined: Examined;
  readonly reach: OutsideAccess;
  /** Other files that the part depends on, including missing ones. */
  readonly inputs: readonly InputFile[];
  /** The globs of its own guides, as absolute paths. */
  readonly globs: readonly string[];
  /** Makes its files, `part.json` last. */
  files(): Iterable<OutputFile> | AsyncIterable<OutputFile>;
  /** Returns the result, after all files were made. */
  made(): PartResult;
}

/** A part that was made, and the report of its document. */
export interface PartResult {
  readonly index: PartIndex;
  readonly report: ProblemReport;
  /** Whether msgdocs itself failed on a page. */
  readonly isFaulty?: boolean;
}

/** The keys that a settings file beside a document may set. */
const OWN = [
  "root",
  "reader",
  "perspective",
  "generatedExamples",
  "code",
  "navigation",
  "show",
  "sourceUrl",
  "editUrl",
  "feedbackUrl",
  "guides",
  "hideInternal",
  "onlyTags",
] as const;

/**
 * Reads the settings of one API, and returns the files that were read: shared settings come from the portal, the others from the settings file
 * beside the document, if there is one.
 */
export function settingsOf(
  { path, entry }: PartDocument,
  { flags, settings: shared, folder }: Pick<PartContext, "flags" | "settings" | "folder">,
) {
  const perspective = entry?.perspective;
  const listed: Partial<Settings> = perspective === undefined ? {} : { perspective };
  const settings: Settings = { ...shared, guides: [], redirects: {}, ...listed };
  if (isUrl(path)) return { settings, problems: [], inputs: [], globs: [] };
  const beside = settingsFiles.map((name) => join(dirname(path), name));
  const own = dirname(path) === folder ? undefined : beside.find((each) => existsSync(each));
  const looked = beside.flatMap((config) => settingsInputs({ config }, folder));
  if (own === undefined) return { settings, problems: [], inputs: looked, globs: [] };
  const { settings: found, problems, reads = [], globs = [] } = loadSettings({ trustSettings: flags.trustSettings, config: own }, folder);
  const chosen = Object.fromEntries(OWN.flatMap((key) => (found?.[key] === undefined ? [] : [[key, found[key]]])));
  return { settings: { ...settings, ...(chosen as Partial<Settings>), ...listed }, problems, inputs: [...looked, ...reads], globs };
}

function groupOf(
  { settings, folder }: PartContext,
  path: string,
  { owner, tag }: { owner: string | null; tag?: string | undefined },
): string {
  const { group } = portalOf(settings, folder);
  if (group === "folder") return folderGroup(path);
  if (group === "owner") return owner ?? "";
  return group === "tag" ? (tag ?? "") : "";
}

/**
 * The owner that a broken document names before its first syntax error. If settings hide parts of documents, the owner is not looked for:
 * what is hidden is only known once a document was read as a whole.
 */
function ownerBefore({ files: [main], diagnostics }: Examined, { limits, ...audience }: Settings): string | null {
  if (!main || !isForAll(audience)) return null;
  const error = diagnostics.find(({ code, place }) => code === "document/syntax" && place.file.id === main.id);
  const text = error ? main.text.slice(0, main.text.lastIndexOf("\n", error.place.start - 1) + 1) : main.text;
  const root = parseText({ ...main, text }, { limits, report: () => undefined });
  return root ? ownerOf(root) : null;
}

/** The number of examples by place. It is the same on every machine. */
function examplesIn(examined: Examined, folder: string): PartIndex["examples"] {
  const { examples } = findingsOf(examined);
  const of = (state: string): string[] =>
    [...examples].flatMap(([place, verdict]) =>
      verdict === state ? [place.startsWith(folder + sep) ? place.slice(folder.length + 1) : place] : [],
    );
  return { passed: of("passed"), failed: of("failed"), notChecked: of("notChecked") };
}

/** The frame of the API's pages, and the files of the portal that they link to. */
function frameOf(
  { settings, folder }: PartContext,
  { name, owner, marks }: { readonly name: string; readonly owner: string | null; readonly marks: SlotMarks },
): { readonly frame: PortalFrame; readonly links: Set<string> } {
  const links = new Set<string>();
  const { siteUrl } = settings;
  const own = pathOfApi(name);
  const base = siteUrl === undefined ? undefined : siteBase(siteUrl) + own;
  const frame: PortalFrame = {
    title: portalOf(settings, folder).title,
    api: name,
    owner,
    folder: own,
    hasGuides: settings.guides.length > 0,
    href(page, file) {
      if (file !== "") links.add(file);
      return marks.mark("root") + relativeUrl(own + page, file);
    },
    slot: (slot: PortalSlot) => ({ slot: marks.mark(slot) }),
    field: (anchor) => ({ slot: marks.field(anchor) }),
    canonical: (page) => base && base + marks.mark("canonical") + "/" + relativeUrl("index.html", page).replace(/(^|\/)index\.html$/, "$1"),
  };
  return { frame, links };
}

/**
 * The whole description as one document; `undefined` if that would be too large. If some of it is hidden from readers, it is printed
 * again, because the text of the file holds what is hidden.
 */
function wholeDescription(documents: Documents, audience: Audience): { readonly path: string; readonly text: string } | undefined {
  const { language } = documents.main;
  const format = (language === "json") === isForAll(audience) ? "json" : "yaml";
  const { text } = bundle(documents, { format });
  return text === undefined ? undefined : { path: `document.${format}`, text };
}

/** Collects the files of a part as they are stored, without marks, each with its hash. */
class PartFiles {
  readonly files: Record<string, PartFile> = {};
  readonly #marks: SlotMarks;
  /** The pages whose fields can have marks. */
  readonly #marked: ReadonlySet<string>;

  constructor(marks: SlotMarks, { messages, operations }: ApiIndex) {
    this.#marks = marks;
    this.#marked = new Set([...messages, ...operations].map(({ page }) => SITE + page.replace(/#[^]*$/, "")));
  }

  add(path: string, contents: string | Uint8Array): OutputFile {
    const { bytes, slots, fields } = typeof contents === "string" ? this.#marks.cut(contents) : { bytes: contents, slots: [], fields: "" };
    this.files[path] = {
      sha256: hash("sha256", bytes, "hex"),
      ...(slots.length > 0 ? { slots } : {}),
      // Other pages show fields too, but only those of messages and operations belong to one version of a message.
      ...(fields !== "" && this.#marked.has(path.replace(/\.md$/, ".html")) ? { fields } : {}),
    };
    return { path, contents: bytes };
  }
}

/** What is known about a document without a site. */
type UnbuiltDocument = Pick<PartIndex, "named" | "version" | "owner" | "group" | "perspective" | "problems" | "examples">;

function unbuiltIndex({ path }: PartDocument, { folder, version: msgdocs, look }: PartContext, unbuilt: UnbuiltDocument): PartIndex {
  const { named } = unbuilt;
  const name = apiName(named);
  // Instead of the name of a file that could not be read.
  const title = named.title === basename(path) ? name : named.title;
  const nothing = { asWritten: false, pages: [], things: [], links: [], files: {} };
  return { part: 1, msgdocs, look, name, title, document: portalPath(folder, path), ...unbuilt, ...nothing };
}

/** The part for a document on which msgdocs itself failed. The portal shows its API as one that could not be built. */
export function faultyPart(document: PartDocument, context: PartContext, { reason, hint }: Fault): Pick<Part, "key" | "files"> {
  const { folder } = context;
  const file = portalPath(folder, document.path);
  const blanks = { reason: `msgdocs failed on this document: ${reason.replaceAll(folder + sep, "")}.` };
  const found = recordedProblem(
    { code: "run/failed", blanks, hint: hint.replace("FILE", () => file), place: startOf(file), related: [] },
    {},
  );
  const examples = { passed: [], failed: [], notChecked: [] };
  const index = unbuiltIndex(document, context, {
    named: namedBy(document, context, undefined),
    version: "",
    owner: null,
    group: groupOf(context, file, { owner: null }),
    perspective: context.settings.perspective,
    examples,
    problems: found ? [found] : [],
  });
  const text = printPartIndex(index);
  return { key: hash("sha256", text, "hex"), files: () => [{ path: "part.json", contents: text }] };
}

/** Examines a document for a portal. The result depends only on the document and the settings. */
export async function examinePart(document: PartDocument, context: PartContext): Promise<Part> {
  const { theme, folder, program } = context;
  const own = settingsOf(document, context);
  const baseline = readBaseline(own.settings, folder);
  const examined = await examine(document.path, { settings: own.settings, cwd: folder });
  // A part holds all problems: how many are listed is up to the run that merges.
  const unlimited = { ...own.settings, maxProblems: undefined };
  const reported = reporterOf(examined, { settings: unlimited, document: document.path, cwd: folder, baseline });
  const { subject } = examined;
  const excess = subject && tooManyPages(subject, own.settings);
  const report = reported([...own.problems, ...(excess ? [excess] : [])]);
  const isGood = !excess && own.problems.length === 0 && (own.settings.allowErrors || exitCode(report.summary, own.settings) === 0);
  const named = namedBy(document, { folder, settings: own.settings }, subject);
  const key = hash(
    "sha256",
    JSON.stringify([siteKey(examined, { settings: own.settings, folder, problems: report.allDiagnostics, program }), named, context.look]),
    "hex",
  );
  const name = apiName(named);
  const owner = subject ? ownerOf(subject.api.node) : ownerBefore(examined, own.settings);
  const group = groupOf(context, portalPath(folder, document.path), { owner, tag: subject?.api.tags[0]?.name });
  const failed = (found: ProblemReport): PartIndex => {
    const { perspective } = own.settings;
    const info = { named, version: subject?.api.info.version ?? "", owner, group, perspective, examples: examplesIn(examined, folder) };
    return unbuiltIndex(document, context, { ...info, problems: jsonReport(found).diagnostics });
  };
  let result: PartResult = { index: failed(report), report };

  async function* built(of: Subject): AsyncGenerator<OutputFile> {
    const marks = new SlotMarks(key.slice(0, 24));
    const { passed, failed: wrong, notChecked } = of.verdicts.totals;
    const { index, schemas } = indexApi(
      { ...of, examples: { passed, failed: wrong, notChecked } },
      { name, fileName: (file) => portalPath(folder, file.id) },
    );
    const { frame, links } = frameOf(context, { name, owner, marks });
    const { siteUrl } = own.settings;
    const base = siteUrl === undefined ? undefined : siteBase(siteUrl) + pathOfApi(name) + marks.mark("folder");
    const settings = { ...own.settings, siteUrl: base };
    const made: MadeSite = await makeSite(of, { settings, theme, problems: report.allDiagnostics, portal: frame });
    if (made.site.problems.length > 0) {
      const found = reported(made.site.problems);
      result = { index: failed(found), report: found };
      return;
    }
    const files = new PartFiles(marks, index);
    let lists: Pick<PartIndex, "pages" | "things"> = { pages: [], things: [] };
    for (const file of await partFilesOf(made)) {
      if (file.path === "manifest.json") lists = JSON.parse(String(file.contents)) as typeof lists;
      else yield files.add(file.path === "search.json" ? file.path : SITE + file.path, file.contents);
    }
    for (const [digest, text] of schemas) yield files.add(`schemas/${digest}.json`, text);
    const description = wholeDescription(of.documents, own.settings);
    if (description) yield files.add(description.path, description.text);
    const asWritten = description?.text === of.documents.main.text;
    const place = { file: of.documents.main, start: 0, end: 0 };
    const faults = [...(examined.failures ?? []), ...made.site.failures.map((failure) => problem("run/failed", place, pageFault(failure)))];
    const told = faults.length > 0 ? reported([...own.problems, ...faults]) : report;
    const whole: PartIndex = {
      ...failed(told),
      title: index.title,
      asWritten,
      index,
      pages: lists.pages,
      things: lists.things,
      links: [...links].sort(),
      files: files.files,
    };
    result = { index: whole, report: told, isFaulty: faults.length > 0 };
  }

  async function* files(): AsyncGenerator<OutputFile> {
    try {
      if (subject && isGood) yield* built(subject);
    } catch (error) {
      const tooLarge = subject && tooLargeSite(subject, error);
      if (!tooLarge) throw linkFaultOf(error, theme);
      const found = reported([tooLarge]);
      result = { index: failed(found), report: found };
    }
    yield { path: "part.json", contents: printPartIndex(result.index) };
  }
  const reach = outsideAccess({ ...examined, document: document.path }, { cwd: folder, settings: own.settings });
  const { baseline: known } = own.settings;
  const inputs = [...own.inputs, ...(known === undefined ? [] : [{ path: known, access: namedAccess(known, folder) }])];
  return { key, examined, reach, inputs, globs: own.globs, files, made: () => result };
}
