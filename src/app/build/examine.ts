import { dirname } from "node:path";
import { inspect, isForAll, publicDocuments, takeFingerprints } from "#documents";
import { checkRules, judgeExamples } from "#verdicts";
import type { Diagnostic, Report, TextFile } from "#text";
import { beginSearches } from "#text";
import type { Documents, Known } from "#documents";
import type { GuidePage, Prose } from "#prose";
import type { Api, Routes } from "#model";
import { checkStructure, createRoutes, linkModel, normalize } from "#model";
import type { Schemas } from "#schema";
import { createSchemas } from "#schema";
import type { Verdicts } from "#verdicts";
import { guidePages, guidesOf } from "./guide-pages.ts";
import { load } from "./load.ts";
import { doubtfulTexts, makeProse, textProblems } from "./make-prose.ts";
import type { Setting } from "./setting.ts";

/** A document that was read, and all that a site is made from. */
export interface Subject {
  readonly documents: Documents;
  readonly api: Api;
  readonly schemas: Schemas;
  readonly verdicts: Verdicts;
  readonly routes: Routes;
  readonly prose: Prose;
  readonly guides: readonly GuidePage[];
}

/** What is known of a document when it has been checked. */
type Checked = Pick<Subject, "documents" | "api" | "schemas" | "verdicts">;

/** What checking a document gave. */
export interface Inspected {
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly TextFile[];
  /** Absolute paths that the result depends on. */
  readonly paths: readonly string[];
  /** Absent where there is nothing to document. */
  readonly subject?: Checked;
}

/** What checking a document gave, and what its site is made from. */
export interface Examined extends Inspected {
  readonly subject?: Subject;
}

/** Lets signals and timers have a turn between stages. */
async function turn(setting: Setting, what: string): Promise<void> {
  setting.progress?.(what);
  await new Promise((resolve) => setImmediate(resolve));
}

interface Finding {
  readonly report: Report;
  /** Paths that texts link to. */
  readonly linked: Set<string>;
  /** Whether no site is to be made of it. */
  readonly onlyProblems: boolean;
}

/** What earlier runs found, where there were any. */
function knownOf(documents: Documents, { memo, settings }: Setting): Known | undefined {
  if (!memo) return undefined;
  const conditions = JSON.stringify([documents.dialect, settings.limits]);
  return { fingerprints: takeFingerprints(documents, memo.tiles), faultless: memo.faultless.under(conditions) };
}

function structureOf(documents: Documents, known: Known | undefined, report: Report): void {
  if (!known) return checkStructure(documents, report);
  const { parts } = known.fingerprints;
  const inspection = inspect("structure", known, { lookups: false });
  const faults: Diagnostic[] = [];
  checkStructure(
    documents,
    (diagnostic) => faults.push(diagnostic),
    (node) => parts.has(node) && inspection.spares(node),
  );
  inspection.end(faults.map(({ place }) => place));
  faults.forEach(report);
}

async function understand(documents: Documents, setting: Setting, finding: Finding): Promise<Subject> {
  const { report } = finding;
  await turn(setting, "checking the structure");
  const known = knownOf(documents, setting);
  structureOf(documents, known, report);
  const description = normalize(documents, report);
  const api = linkModel(description, documents);
  const schemas = createSchemas(api, documents);
  await turn(setting, "checking examples");
  const verdicts = await judgeExamples({ api, documents, schemas, limits: setting.settings.limits, known });
  verdicts.diagnostics.forEach(report);
  await turn(setting, "checking rules");
  checkRules({ api, documents, schemas, known }, report);
  await turn(setting, "checking texts");
  const checked = { documents, api, schemas, verdicts, known };
  return withTexts(isForAll(setting.settings) ? checked : await publicPart(checked, setting), setting, finding);
}

type Judged = Checked & { readonly known?: Known | undefined };

/** What the readers of the site may see of a document that was checked whole. */
async function publicPart({ documents: whole }: Checked, { settings }: Setting): Promise<Judged> {
  const documents = publicDocuments(whole, settings);
  const api = linkModel(
    normalize(documents, () => undefined),
    documents,
  );
  const schemas = createSchemas(api, documents);
  return { documents, api, schemas, verdicts: await judgeExamples({ api, documents, schemas, limits: settings.limits }) };
}

/** The texts of a document and of its guides, with the routes that their links take. */
async function withTexts(checked: Judged, setting: Setting, { report, linked, onlyProblems }: Finding): Promise<Subject> {
  const { documents, api, known } = checked;
  const routes = createRoutes(api);
  const root = setting.settings.root ?? dirname(documents.main.id);
  const tell = (path: string): unknown => linked.add(path);
  const read = await guidesOf(documents, setting);
  read.problems.forEach(report);
  read.paths.forEach(tell);
  const guides = guidePages(read, routes);
  const { limits } = setting.settings;
  const doubtful = doubtfulTexts(documents, limits, known);
  const { prose, clock } = await makeProse(
    { api, documents, routes, guides },
    { root, limits, texts: setting.memo?.texts, known, only: onlyProblems ? doubtful.texts : undefined, tell },
  );
  textProblems({ doubtful, guides, prose, clock }).forEach(report);
  const { schemas, verdicts } = checked;
  return { documents, api, schemas, verdicts, routes, prose, guides };
}

async function run(document: string, setting: Setting, onlyProblems: boolean): Promise<Examined> {
  beginSearches();
  await turn(setting, "reading");
  const loaded = await load(document, setting);
  const diagnostics: Diagnostic[] = [...loaded.problems];
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  const linked = new Set<string>();
  const subject = loaded.documents && (await understand(loaded.documents, setting, { report, linked, onlyProblems }));
  return {
    diagnostics,
    files: [...loaded.files, ...(subject?.guides ?? []).map(({ file }) => file)],
    paths: [...loaded.paths, ...linked],
    ...(subject ? { subject } : {}),
  };
}

/**
 * The first half of the recipe: load → structure → normalize → model → examples → rules → texts.
 * Only a main document with nothing to document ends early; everything else is reported and carried on.
 */
export function examine(document: string, setting: Setting): Promise<Examined> {
  return run(document, setting, false);
}

/** The same for a check, which finds the same problems at less cost: no text is made ready for a page. */
export function findProblems(document: string, setting: Setting): Promise<Inspected> {
  return run(document, setting, true);
}
