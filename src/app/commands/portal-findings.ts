import type { Settings } from "#config";
import type { PortalProblem } from "#portal";
import { apiName, assemble, createPortal, indexApi } from "#portal";
import { exitCode } from "#report";
import type { Diagnostic, Node, Place } from "#text";
import { evaluatePointer, parsePointer, problem } from "#text";
import type { Examined } from "../build/index.ts";
import type { PartDocument } from "./listed-apis.ts";
import { namedBy } from "./listed-apis.ts";
import { portalOf, portalPath } from "./portal-look.ts";
import { findingsOf, reportOf } from "./report-problems.ts";

export { settingsOf } from "./make-part.ts";

/** A document of a portal after checking. */
export interface CheckedDocument {
  readonly document: PartDocument;
  readonly examined: Examined;
  readonly settings: Settings;
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
    const node = root && evaluatePointer(root, parsePointer(pointer) ?? []);
    return node ?? { file: this.#files.get(file) ?? { id: file, name: file, text: "", language: "yaml" }, start: 0, end: 0 };
  }
}

/** The problems between documents that building the portal would report. */
export function portalFindings(
  checked: readonly CheckedDocument[],
  settings: Settings,
  { folder, cwd }: { readonly folder: string; readonly cwd: string },
): Diagnostic[] {
  const texts = new Map<string, string>();
  const places = new PlaceIndex();
  const sources = checked.map(({ document, examined, settings: own }) => {
    places.add(examined, folder);
    const { subject } = examined;
    const named = namedBy(document, folder, subject);
    const name = apiName(named);
    const { title, path } = named;
    const unbuilt = { name, named, title, version: subject?.api.info.version ?? "", document: path, owner: null, group: "" };
    const { summary } = reportOf([findingsOf(examined)], { settings: own, documents: [document.path], cwd });
    if (!subject || (exitCode(summary, own) !== 0 && !own.allowErrors)) return { index: unbuilt };
    const { passed, failed, notChecked } = subject.verdicts.totals;
    const { index, schemas } = indexApi(
      { ...subject, examples: { passed, failed, notChecked } },
      { name, fileName: (file) => portalPath(folder, file.id) },
    );
    for (const [hash, text] of schemas) texts.set(hash, text);
    return { index: { ...unbuilt, index } };
  });
  const { title, brokers, takeAll } = portalOf(settings, folder);
  const apis = assemble(sources).apis.map(({ api }) => api);
  const { problems } = createPortal(apis, { title, brokers, takeAll, schemaText: (hash) => texts.get(hash) });
  return problems.map(({ code, blanks, place, related }) => {
    const others = related.map(({ message, place: other }) => ({ message, place: places.of(other) }));
    return problem(code, places.of(place), { ...blanks, related: others } as unknown as Parameters<typeof problem>[2]);
  });
}
