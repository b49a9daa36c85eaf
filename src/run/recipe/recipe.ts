import type { LoadResult } from "#documents";
import { isForAll, publicDocuments } from "#documents";
import { checkStructure, linkModel, normalize } from "#model";
import { createSchemas } from "#schema";
import type { Diagnostic } from "#text";
import { listSome, problem, withSearchBudget } from "#text";
import { checkRules, judgeExamples } from "#verdicts";
import type { Contact, Checked, Examined, Goal, Subject, RunContext } from "./load.ts";
import { load } from "./load.ts";
import { readTexts } from "./make-prose.ts";

/**
 * Limits a document that was completely checked to what readers of the site may see: everything, unless `hideInternal` or `onlyTags` is
 * set.
 */
async function limitToAudience(checked: Checked, { settings }: RunContext): Promise<Checked> {
  if (isForAll(settings)) return checked;
  const documents = publicDocuments(checked.documents, settings);
  const api = linkModel(
    normalize(documents, () => undefined, settings),
    documents,
  );
  const schemas = createSchemas(api, documents);
  return {
    documents,
    api,
    schemas,
    verdicts: await judgeExamples({ api, documents, schemas, limits: settings.limits, refused: checked.verdicts.refused }),
  };
}

/** Codes of problems because of which a schema is not read as its author meant, so nothing may be held against it. */
const UNREAD: ReadonlySet<string> = new Set(["schema/keyword", "structure/moved-field", "reference/wrong-target"]);

/** Lets signals and timers have a turn between stages. */
async function begin(stage: string, { progress }: RunContext): Promise<void> {
  progress?.(stage);
  await new Promise((resolve) => setImmediate(resolve));
}

/**
 * The recipe: load → structure → normalize → model → schemas → examples → rules → texts. `check` and `bundle` end
 * here; `build`, `watch` and `part` go on with pages → files (build-site.ts). Problems are reported and do not end the run; only a main
 * document that cannot be read does. With the goal `problems`, no text is prepared for a page.
 */
async function followRecipe(document: string, context: RunContext, goal: Goal): Promise<Examined> {
  const { limits, rules: levels } = context.settings;
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic): unknown => diagnostics.push(diagnostic);

  await begin("reading", context);
  const { documents, problems, files, inputs, contacts } = await load(document, context);
  problems.forEach(report);
  if (!documents) return { diagnostics, files, inputs, contacts };

  await begin("checking the structure", context);
  checkStructure(documents, report);
  const api = linkModel(normalize(documents, report, context.settings), documents);
  const schemas = createSchemas(api, documents);

  await begin("checking examples", context);
  const refused = diagnostics.filter(({ code }) => UNREAD.has(code)).map(({ place }) => place);
  const verdicts = await judgeExamples({ api, documents, schemas, limits, refused });
  verdicts.diagnostics.forEach(report);

  await begin("checking rules", context);
  const failures = checkRules({ api, documents, schemas, levels }, report).map(({ codes, reason }) =>
    problem(
      "run/failed",
      { file: documents.main, start: 0, end: 0 },
      {
        reason: `msgdocs failed to check ${listSome(codes, 5)}: ${reason}.`,
        hint: "The rest was checked. This is a bug of msgdocs, not of your document: please report it.",
      },
    ),
  );

  await begin("checking texts", context);
  const readable = await limitToAudience({ documents, api, schemas, verdicts }, context);
  const texts = await readTexts(readable, context, goal);
  texts.problems.forEach(report);

  const { guides, prose, routes } = texts;
  const subject = { ...readable, routes, prose, guides };
  const read = [...files, ...guides.map(({ file }) => file)];
  return { diagnostics, files: read, inputs: [...inputs, ...texts.inputs], contacts, subject, failures };
}

/** Follows the recipe for one document. Runs may overlap, because they share nothing. */
export async function examine(document: string, context: RunContext, goal: Goal = "site"): Promise<Examined> {
  return withSearchBudget(() => followRecipe(document, context, goal));
}

/** A document for a comparison: read and linked, but not checked. */
export interface ReadVersion extends Pick<LoadResult, "files" | "problems" | "inputs"> {
  readonly contacts: readonly Contact[];
  /** Absent if the main document cannot be read. */
  readonly version?: Pick<Subject, "documents" | "api" | "schemas"> | undefined;
}

export async function readVersion(document: string, context: RunContext): Promise<ReadVersion> {
  context.progress?.("reading");
  const { documents, ...read } = await load(document, context);
  if (!documents) return read;
  // Problems of the structure are reported by `check`.
  const api = linkModel(
    normalize(documents, () => undefined, context.settings),
    documents,
  );
  return { ...read, version: { documents, api, schemas: createSchemas(api, documents) } };
}
