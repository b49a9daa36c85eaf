import type { Settings } from "#config";
import { tryProblems } from "#pages";
import { exitCode } from "#report";
import type { CheckedDocument, Examined, Fault, PortalFindings } from "#run";
import { documentFault, findingsOf, reportOf } from "#run";
import type { Diagnostic, Node, Place } from "#text";
import { evaluatePointer, parsePointer, problem } from "#text";
import type { ApiIndex, PortalProblem } from "../match/index.ts";
import { apiName, assemble, createPortal, indexApi, nameProblems } from "../match/index.ts";
import { startOf } from "./make-part.ts";
import { pairFaults } from "./part-fault.ts";
import { findGuides } from "./portal-guides.ts";
import { namedBy, portalOf, portalPath } from "./portal-look.ts";

export { settingsOf } from "./make-part.ts";

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
