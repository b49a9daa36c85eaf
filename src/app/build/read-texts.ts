import type { Routes } from "#model";
import { createRoutes } from "#model";
import type { GuidePage, Prose } from "#prose";
import type { Diagnostic, InputFile } from "#text";
import { guidePages, guidesOf } from "./guide-pages.ts";
import { doubtfulTexts, makeProse, textProblems } from "./make-prose.ts";
import type { Setting } from "./setting.ts";
import { folderOf } from "./setting.ts";
import type { Checked, Goal } from "./subject.ts";

/** The texts of a document and its guides, and the routes for their links. */
export interface Texts {
  readonly routes: Routes;
  readonly guides: readonly GuidePage[];
  readonly prose: Prose;
  readonly problems: readonly Diagnostic[];
  /** The guides, and the files that texts link to. */
  readonly inputs: readonly InputFile[];
}

/** Reads the texts. If only problems are needed, texts that can have none are not prepared for pages. */
export async function readTexts({ documents, api }: Checked, setting: Setting, goal: Goal): Promise<Texts> {
  const { limits, root = folderOf(documents, setting.cwd) } = setting.settings;
  const routes = createRoutes(api);
  const read = await guidesOf(documents, setting);
  const guides = guidePages(read, routes);
  const inputs = new Map(read.inputs.map((input) => [input.path, input]));
  const doubtful = doubtfulTexts(documents, limits);
  const only = goal === "problems" ? doubtful : undefined;
  const tell = (input: InputFile): unknown => inputs.set(`${input.path}\0${input.access.root ?? ""}`, input);
  const { prose, clock } = await makeProse({ api, documents, routes, guides }, { root, limits, texts: setting.texts, only, tell });
  const problems = [...read.problems, ...textProblems({ doubtful, guides, prose, clock })];
  return { routes, guides, prose, problems, inputs: [...inputs.values()] };
}
