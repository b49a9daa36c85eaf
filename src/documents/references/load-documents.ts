import { basename, dirname, resolve } from "node:path";
import { realpath } from "node:fs/promises";
import type { Diagnostic, FileAccess, MapNode, TextFile } from "#text";
import { describeKind, didYouMean, isAlias, isInside, isUrl, namedAccess, problem, realPathOf, repositoryOf } from "#text";
import { readDialect, tablesOf } from "#format";
import type { FileRequest } from "./parse-reference.ts";
import type { Documents, LoadResult, LoadOptions } from "./file-store.ts";
import { FileStore, languageOf, megabytesOf } from "./file-store.ts";
import { siblings } from "./failure-problems.ts";
import { linkReferences } from "./link-references.ts";
import type { Excess } from "./repeated-members.ts";
import { findExcess } from "./repeated-members.ts";

/** The main document, if it can be read and is an object. */
function mainOf(request: FileRequest, store: FileStore): { file: TextFile; root: MapNode } | undefined {
  const stored = store.get(request);
  const { at } = request;
  const name = request.kind === "url" ? at : store.nameOf(at);
  const file: TextFile = { id: at, name, text: "", language: languageOf(at) };
  const refuse = (reason: string, hint?: string): undefined => {
    store.problems.push(problem("document/not-found", { file, start: 0, end: 0 }, { name, reason, hint }));
    return undefined;
  };
  if (stored?.kind === "not-fetched") return refuse(stored.problem.reason, stored.problem.hint ?? "Download the file and use the copy.");
  if (stored?.kind === "no-file") {
    const { problem: why, reason } = stored.problem;
    return refuse(reason, why === "missing" ? didYouMean(basename(at), siblings(at, store)) : "Name a file that can be read.");
  }
  if (stored?.kind === "too-many") return refuse("no file may be read");
  if (stored?.kind !== "read") return undefined;
  const { root } = stored;
  if (root.kind === "map") return { file: stored.file, root };
  store.problems.push(problem("document/not-an-object", root, { found: describeKind(root) }));
  return undefined;
}

/** The request for the main document: the real path of a file, or a URL without its fragment. */
async function requestOf(path: string, written: string): Promise<FileRequest> {
  if (!isUrl(path)) return { kind: "file", at: await realpath(written).catch(() => written) };
  const url = new URL(path);
  url.hash = "";
  return { kind: "url", at: url.href };
}

function result(store: FileStore, documents?: Documents): LoadResult {
  const { files, inputs, problems } = store;
  return { ...(documents ? { documents } : {}), files, inputs, problems };
}

/**
 * The access to a document named by the settings or found by a usual name. What is in the repository of the working folder stays there,
 * also when a folder of it is exchanged with a link.
 */
function foundAccess(written: string, { root, cwd }: LoadOptions): FileAccess {
  const folder = dirname(written);
  const home = root ?? repositoryOf(cwd);
  if (root !== undefined || isInside(home, written)) return { root: home, named: [folder] };
  const real = realPathOf(folder);
  return { root: repositoryOf(real), named: [real] };
}

/** The overlay, with the main document also under its real path. */
function realOverlay({ overlay }: LoadOptions, written: string, main: string): LoadOptions["overlay"] {
  const given = overlay?.get(written);
  return overlay && given && written !== main ? new Map([...overlay, [main, given]]) : overlay;
}

/** What a document has, even one with errors, and other files do not. */
const VERSION_FIELD = /^[\s{,]*["']?(?:asyncapi|msgapi)["']?\s*:/im;

/** The names of documents that are found without being named. */
const USUAL_NAME = /^(?:asyncapi|msgapi)(?:[.-].*)?\.(?:ya?ml|json)$/i;

function tooMuchRepeated({ at, size }: Excess, most: number): Diagnostic {
  const what = "The number of values that references repeat";
  const hint = "Refer to less, or to smaller parts, or raise limits.repeatedMembers in the settings.";
  return problem("document/too-large", at, { what, size: `${size}`, limit: `${most}`, hint });
}

/**
 * Reads a document and all files that its references name, directly or indirectly. `path` is absolute, relative to `options.cwd`, or a
 * URL, which is fetched under the network policy. Never throws for bad input: problems are in the result.
 */
export async function loadDocuments(path: string, options: LoadOptions): Promise<LoadResult> {
  const { cwd } = options;
  const written = resolve(cwd, path);
  const request: FileRequest = options.snapshot ? { kind: "file", at: written } : await requestOf(path, written);
  const { kind, at: main } = request;
  const reach = options.named === true ? namedAccess(written, cwd) : foundAccess(written, options);
  const store = new FileStore(
    { ...options, cwd, overlay: realOverlay(options, written, main), main: { path: main, reach } },
    // A remote document cannot name local files.
    options.root ?? (kind === "url" ? cwd : dirname(main)),
  );
  await store.load([request]);
  const found = mainOf(request, store);
  const report = (each: Diagnostic): unknown => store.problems.push(each);
  const dialect = found && readDialect(found.root, report);
  if (!dialect) {
    // Only a user may have any file quoted. Settings and links can name what is no document, but no secret has the name of one.
    const mayBeQuoted = !isAlias(written) && (options.named === true || USUAL_NAME.test(basename(main)));
    if (!mayBeQuoted) store.withhold(({ text }) => !VERSION_FIELD.test(text));
    return result(store);
  }
  const tables = tablesOf(dialect);
  const { edges, follow, resources } = await linkReferences(found.root, store, tables);
  const most = options.limits.repeatedMembers * megabytesOf(store);
  const excess = findExcess(found.root, { tables, follow, most });
  if (excess) {
    report(tooMuchRepeated(excess, most));
    return result(store);
  }
  // Values of withheld files are not accessible.
  const left = new Set(store.files.map(({ id }) => id));
  const rootOf: Documents["rootOf"] = (file) => {
    if (!left.has(file.id)) return undefined;
    const stored = store.get({ kind: "file", at: file.id });
    return stored?.kind === "read" ? stored.root : undefined;
  };
  return result(store, { main: found.file, root: found.root, dialect, files: store.files, edges, follow, resources, rootOf });
}
