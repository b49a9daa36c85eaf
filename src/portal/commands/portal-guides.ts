import { resolve, dirname } from "node:path";
import type { Settings } from "#config";
import { fileNames, relativeUrl } from "#model";
import type { AuthorFile, FileTarget } from "#prose";
import { readGuides } from "#prose";
import type { JsonDiagnostic } from "#report";
import { jsonReport } from "#report";
import { guidePages, makeProse, reportOf, textProblems } from "#run";
import type { Diagnostic, InputFile, TextFile } from "#text";
import { nextStep } from "#text";
import { pathOfApi } from "../match/index.ts";
import type { PortalParts } from "../pages/index.ts";

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
