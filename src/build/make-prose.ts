import type { Limits } from "#config";
import type { Diagnostic } from "#diagnostics";
import type { Known } from "#fingerprint";
import { inspect } from "#fingerprint";
import type { StringNode } from "#json";
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
  readonly known?: Known | undefined;
  /** Told every path that a link leads to. */
  readonly tell: (path: string) => void;
}

function written(documents: Documents): string[] {
  return findTexts(documents.files.flatMap((file) => documents.rootOf(file) ?? [])).map(({ value }) => value);
}

/** The prose of an API, with what its texts need loaded. */
export async function makeProse(parts: ProseParts, { root, limits, texts, known, tell }: ProseOptions): Promise<Prose> {
  const { api, documents, routes, guides } = parts;
  const own = guides.flatMap(({ heading, body }) => [...(heading ? [heading.value, `# ${heading.value}`] : []), body.value]);
  const render =
    texts && known ? await texts.prepare(known.fingerprints.pieces, own) : await prepareRender([...written(documents), ...own]);
  const prose = createProse({
    api,
    routes,
    render: (text, options) => render(text, { limitBytes: limits.descriptionBytes, ...options }),
    placeWithin,
    findFile: findTargets({ guides, prose: () => prose, root, tell }),
  });
  return prose;
}

interface WrittenTexts {
  readonly documents: Documents;
  readonly guides: readonly GuidePage[];
  readonly prose: Prose;
  readonly known: Known | undefined;
}

/** The Markdown of the documents in which something can be wrong. */
function textsOf({ documents, prose, known }: WrittenTexts): StringNode[] {
  if (!known) return markdownTexts(documents, () => false);
  const { parts } = known.fingerprints;
  const inspection = inspect("markdown", known, { lookups: false });
  const texts = markdownTexts(documents, (node) => parts.has(node) && inspection.spares(node));
  // What is linked to may change though the text does not.
  const doubtful = texts.filter((text) => !prose.isPlain(text));
  inspection.end(doubtful);
  return doubtful;
}

/** What is wrong inside of the Markdown of the documents and of the guides. */
export function textProblems(written: WrittenTexts): Diagnostic[] {
  const own = written.guides.flatMap(({ heading, body }) => (heading ? [heading, body] : [body]));
  return [...textsOf(written), ...own].flatMap((node) => written.prose.problems(node));
}
