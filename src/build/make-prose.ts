import type { Limits } from "#config";
import type { Diagnostic } from "#diagnostics";
import { prepareRender } from "#markdown";
import type { Api } from "#model";
import type { Prose } from "#prose";
import { createProse, findTexts } from "#prose";
import type { Documents } from "#reference";
import type { Routes } from "#routes";
import { placeWithin } from "#source";
import { fileFinder } from "./find-file.ts";
import { markdownTexts } from "./markdown-texts.ts";

interface ProseParts {
  readonly api: Api;
  readonly documents: Documents;
  readonly routes: Routes;
}

/** The prose of an API, with what its texts need loaded. `root` is the folder that their links may lead into. */
export async function makeProse(parts: ProseParts, { root, limits }: { root: string; limits: Limits }): Promise<Prose> {
  const { api, documents, routes } = parts;
  const roots = documents.files.flatMap((file) => documents.rootOf(file) ?? []);
  const render = await prepareRender(findTexts(roots).map((node) => node.value));
  return createProse({
    api,
    routes,
    render: (text, options) => render(text, { limitBytes: limits.descriptionBytes, ...options }),
    placeWithin,
    findFile: fileFinder(root),
  });
}

/** What is wrong inside of the Markdown of the documents. */
export function textProblems(documents: Documents, prose: Prose): Diagnostic[] {
  return markdownTexts(documents).flatMap((node) => prose.problems(node));
}
