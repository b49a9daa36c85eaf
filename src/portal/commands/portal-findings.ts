import { resolve, dirname } from "node:path";
import type { Settings } from "#config";
import { fileNames, relativeUrl } from "#model";
import { tryProblems } from "#pages";
import type { AuthorFile, FileTarget } from "#prose";
import { readGuides } from "#prose";
import type { JsonDiagnostic } from "#report";
import { exitCode, jsonReport } from "#report";
import type { CheckedDocument, Examined, Fault, PortalFindings } from "#run";
import { documentFault, findingsOf, reportOf, guidePages, makeProse, textProblems } from "#run";
import type { Diagnostic, Node, Place, InputFile, TextFile } from "#text";
import { evaluatePointer, parsePointer, problem, nextStep } from "#text";
import type { ApiIndex, PortalProblem } from "../match/index.ts";
import { apiName, assemble, createPortal, indexApi, nameProblems, pathOfApi, startOf } from "../match/index.ts";
import type { PortalParts } from "../pages/index.ts";
import { pairFaults, namedBy, portalOf, portalPath } from "./part-source.ts";

/** The guides of a portal, and what reading them found. */
export interface FoundGuides {
  /** Absent if the settings name none. */
  readonly guides: PortalParts["guides"];
  readonly diagnostics: readonly Diagnostic[];
  /** The same with files relative to the folder of the settings, under its levels. */
  readonly problems: readonly JsonDiagnostic[];
  readonly inputs: readonly InputFile[];
  /** The files that they show or link to. */
  assets(): readonly AuthorFile[];
}

/** What a guide of a portal can name: nothing, because names belong to one API. */
const NO_THINGS = { channels: [], operations: [], messages: [], schemas: [], servers: [], securitySchemes: [], allTags: [] };

const HINT = "Correct the target: in a guide of a portal, an anchor of the text, a file beside the guide, or the document of an API.";

interface GuideSurroundings {
  /** The folder of the settings. */
  readonly folder: string;
  /** The folder that names in diagnostics are relative to. */
  readonly cwd?: string;
  /** The APIs that were built: a link to the document of one leads to its home. */
  readonly apis: readonly { readonly name: string; readonly document: string }[];
}

/** Problems of files that are the portal's own, under its levels, with files relative to its folder. */
export function toldFrom(
  folder: string,
  diagnostics: readonly Diagnostic[],
  { settings, files }: { readonly settings: Settings; readonly files: readonly TextFile[] },
): readonly JsonDiagnostic[] {
  const findings = { diagnostics, files, rootOf: () => undefined, examples: new Map<string, never>() };
  return jsonReport(reportOf([findings], { settings: { ...settings, remarks: undefined }, documents: [], cwd: folder })).diagnostics;
}

/** Reads the guides of a portal, and resolves their links. */
export async function findGuides(settings: Settings, { folder, cwd = folder, apis }: GuideSurroundings): Promise<FoundGuides> {
  const { guides: patterns, output, limits } = settings;
  if (patterns.length === 0) return { guides: undefined, diagnostics: [], problems: [], inputs: [], assets: () => [] };
  const homes = new Map(apis.map(({ name, document }) => [resolve(folder, document), `${pathOfApi(name)}index.html`]));
  const read = await readGuides({ patterns, folder, cwd, output });
  const pages = guidePages(read, { folder: fileNames });
  const inputs = new Map(read.inputs.map((input) => [input.path, input]));
  const find = (from: TextFile, path: string): FileTarget | undefined => {
    const page = path.includes("\0") ? undefined : homes.get(resolve(dirname(from.id), path));
    return page === undefined ? undefined : { kind: "page", page };
  };
  const { prose, clock } = await makeProse(
    { api: NO_THINGS, documents: { files: [], rootOf: () => undefined }, routes: { href: () => "", relative: relativeUrl }, guides: pages },
    { root: folder, limits, find, tell: (input) => inputs.set(input.path, input) },
  );
  const found = [...read.problems, ...textProblems({ doubtful: [], guides: pages, prose, clock })];
  const usual = nextStep("text/broken-link");
  // Names such as `message:lit` belong to one API.
  const diagnostics = found.map((each) =>
    each.code === "text/broken-link" && (each.hint ?? usual) === usual ? { ...each, hint: HINT } : each,
  );
  return {
    guides: { pages, prose },
    diagnostics,
    problems: toldFrom(folder, diagnostics, { settings, files: pages.map(({ file }) => file) }),
    inputs: [...inputs.values()],
    assets: () => prose.assets(),
  };
}

/** Finds places in the documents by the file names that the portal uses. */
class PlaceIndex {
  readonly #roots = new Map<string, () => Node | undefined>();
  readonly #files = new Map<string, Place["file"]>();

  add({ files, subject }: Examined, folder: string): void {
    for (const file of files) {
      const name = portalPath(folder, file.id);
      this.#files.set(name, file);
      this.#roots.set(name, () => subject?.documents.rootOf(file));
    }
  }

  of({ file, pointer }: PortalProblem["place"]): Place {
    const root = this.#roots.get(file)?.();
    // A whole document is told at its first line, as it is where parts are merged.
    const node = root && pointer !== "" ? evaluatePointer(root, parsePointer(pointer) ?? []) : undefined;
    return node ?? { file: this.#files.get(file) ?? { id: file, name: file, text: "", language: "yaml" }, start: 0, end: 0 };
  }
}

/** The names in `tryIt` that no document of the portal has. A document that could not be read may have any. */
export function triedProblems(settings: Settings, indexes: readonly (ApiIndex | undefined)[]): Diagnostic[] {
  return indexes.includes(undefined)
    ? []
    : tryProblems(
        settings,
        indexes.flatMap((index) => index?.servers ?? []),
      );
}

/** Finds the problems between documents. A failure of msgdocs on one document, or on a pair of messages, costs what it would have said. */
export async function portalFindings(
  checked: readonly CheckedDocument[],
  settings: Settings,
  { folder, cwd }: { readonly folder: string; readonly cwd: string },
): Promise<PortalFindings> {
  const texts = new Map<string, string>();
  const places = new PlaceIndex();
  const failures: Diagnostic[] = [];
  const fail = (file: string, fault: Fault): unknown => failures.push(problem("run/failed", places.of(startOf(file)), { ...fault }));
  const trying = <T>(file: string, step: () => T): T | undefined => {
    try {
      return step();
    } catch (error) {
      fail(file, documentFault(error, file));
      return undefined;
    }
  };
  const sources = checked.map(({ document, examined, settings: own }) => {
    places.add(examined, folder);
    const { subject } = examined;
    const named = namedBy(document, { folder, settings: own }, subject);
    const name = apiName(named);
    const { title, path } = named;
    const unbuilt = { name, named, title, version: subject?.api.info.version ?? "", document: path, owner: null, group: "" };
    const { summary } = reportOf([findingsOf(examined)], { settings: own, documents: [document.path], cwd });
    if (!subject || (exitCode(summary, own) !== 0 && !own.allowErrors)) return { index: unbuilt };
    const { passed, failed, notChecked } = subject.verdicts.totals;
    const fileName = (file: Place["file"]): string => portalPath(folder, file.id);
    const indexed = trying(path, () => indexApi({ ...subject, examples: { passed, failed, notChecked } }, { name, fileName }));
    for (const [hash, text] of indexed?.schemas ?? []) texts.set(hash, text);
    return { index: { ...unbuilt, index: indexed?.index } };
  });
  const { title, brokers, takeAll } = portalOf(settings, folder);
  const assembly = assemble(sources);
  const apis = assembly.apis.map(({ api }) => api);
  const portal = createPortal(apis, { title, brokers, takeAll, schemaText: (hash) => texts.get(hash) });
  for (const { file, ...fault } of pairFaults(portal)) fail(file, fault);
  const found = [...nameProblems(assembly), ...portal.problems].map(({ code, blanks, hint, place, related }) => {
    const others = related.map(({ message, place: other }) => ({ message, place: places.of(other) }));
    return problem(code, places.of(place), { ...blanks, hint, related: others } as unknown as Parameters<typeof problem>[2]);
  });
  const built = portal.apis.flatMap(({ name, index }) => (index ? [{ name, document: index.place.file }] : []));
  const { diagnostics } = await findGuides(settings, { folder, cwd, apis: built });
  return {
    found: [
      ...triedProblems(
        settings,
        sources.map(({ index }) => ("index" in index ? index.index : undefined)),
      ),
      ...found,
      ...diagnostics,
    ],
    failures,
  };
}
