import type { Limits } from "#config";
import type { Diagnostic } from "#diagnostics";
import { prepareRender } from "#markdown";
import type { Api } from "#model";
import type { GuidePage } from "#guide";
import type { Prose } from "#prose";
import { createProse, findTexts } from "#prose";
import type { Documents } from "#reference";
import type { Routes } from "#routes";
import { placeWithin } from "#source";
import { findTargets } from "./guide-pages.ts";
import { markdownTexts } from "./markdown-texts.ts";
import type { TextMemo } from "./text-memo.ts";

interface ProseParts {
  readonly api: Api;
  readonly documents: Documents;
  readonly routes: Routes;
  readonly guides: readonly GuidePage[];
}

interface ProseOptions {
  /** The folder that links may lead into. */
  readonly root: string;
  readonly limits: Limits;
  /** What was rendered before, for watching. */
  readonly texts?: TextMemo | undefined;
  /** Told every path that a link leads to. */
  readonly tell: (path: string) => void;
}

/** The prose of an API, with what its texts need loaded. */
export async function makeProse(parts: ProseParts, { root, limits, texts, tell }: ProseOptions): Promise<Prose> {
  const { api, documents, routes, guides } = parts;
  const roots = documents.files.flatMap((file) => documents.rootOf(file) ?? []);
  const own = guides.flatMap(({ heading, body }) => [...(heading ? [heading.value, `# ${heading.value}`] : []), body.value]);
  const values = [...findTexts(roots).map((node) => node.value), ...own];
  const render = texts ? await texts.prepare(values) : await prepareRender(values);
  const prose = createProse({
    api,
    routes,
    render: (text, options) => render(text, { limitBytes: limits.descriptionBytes, ...options }),
    placeWithin,
    findFile: findTargets({ guides, prose: () => prose, root, tell }),
  });
  return prose;
}

/** What is wrong inside of the Markdown of the documents and of the guides. */
export function textProblems(documents: Documents, guides: readonly GuidePage[], prose: Prose): Diagnostic[] {
  const own = guides.flatMap(({ heading, body }) => (heading ? [heading, body] : [body]));
  return [...markdownTexts(documents), ...own].flatMap((node) => prose.problems(node));
}
