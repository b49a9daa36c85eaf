import { dirname, extname, resolve } from "node:path";
import type { Documents } from "#documents";
import type { Routes } from "#model";
import type { FileTarget, GuidePage, Prose, GuideSet } from "#prose";
import { GUIDE_PREFIX, readGuides } from "#prose";
import type { InputFile, TextFile } from "#text";
import { asOnDisk, isInside, isUrl, nameFromRoot, withFile, SOURCE_BYTES } from "#text";
import { isForReaders } from "./file-content.ts";
import type { Setting } from "./setting.ts";
import { folderOf } from "./setting.ts";

/**
 * Returns a function that finds the file for a relative path in a text: a regular file inside `root`, also through links. A path that
 * leads out of the root is not even looked up. Every other path is passed to `tell`, whether there is a file or not. `root` is a real path.
 */
export function fileFinder(root: string, tell: (input: InputFile) => void): (from: TextFile, path: string) => FileTarget | undefined {
  const access = { root, largest: SOURCE_BYTES };
  return (from, path) => {
    if (path.includes("\0") || isUrl(from.id)) return undefined;
    const wanted = resolve(dirname(from.id), path);
    if (!isInside(root, wanted)) return undefined;
    tell({ path: wanted, access });
    const spelled = asOnDisk(wanted, root);
    if (spelled !== wanted) tell({ path: spelled, access });
    const found = withFile(spelled, access, (file): FileTarget & { readonly kind: "file" } => {
      if (file.path !== spelled) tell({ path: file.path, access });
      const isPublic = isForReaders(extname(file.path).slice(1), file);
      return { kind: "file", source: file.path, name: nameFromRoot(file.path, root), isPublic };
    });
    if ("kind" in found) return found;
    // For any other reason, the text room reports at the link that there is nothing to link to.
    return found.problem === "too-large" ? { kind: "too-large", most: "64 MB" } : undefined;
  };
}

/** Reads the guides of a document. */
export async function guidesOf(documents: Documents, { settings, cwd }: Setting): Promise<GuideSet> {
  if (settings.guides.length === 0) return { guides: [], problems: [], inputs: [] };
  return readGuides({ patterns: settings.guides, folder: folderOf(documents, cwd), cwd, output: settings.output });
}

/** Guides with the paths of their pages. */
export function guidePages({ guides }: GuideSet, routes: Pick<Routes, "folder">): readonly GuidePage[] {
  const names = routes.folder(guides.map(({ name }) => name));
  return guides.map((guide) => ({ ...guide, path: `guides/${names.get(guide.name) ?? "x"}.html` }));
}

/** The anchors that links from other pages may name. The heading that became the title stands for the beginning of the page. */
function anchorsOf({ body, heading }: GuidePage, prose: Prose): ReadonlyMap<string, string> {
  const spot = { from: "", prefix: "", level: 2 };
  const title = heading ? prose.headings({ ...heading, value: `# ${heading.value}` }, spot) : [];
  const anchors = new Map(title.map(({ id }) => [id, ""]));
  for (const { id } of prose.headings(body, spot)) anchors.set(id, GUIDE_PREFIX + id);
  return anchors;
}

interface Finding {
  readonly guides: readonly GuidePage[];
  /** Returns the prose, which knows the headings of guides. It is made later. */
  readonly prose: () => Prose;
  /** The folder that relative paths of documents may lead into. */
  readonly root: string;
  readonly tell: (input: InputFile) => void;
}

/** Finds the targets of relative paths: the pages of guides, and from guides also files of their own folder. */
export function findTargets({ guides, prose, root, tell }: Finding): (from: TextFile, path: string) => FileTarget | undefined {
  const pages = new Map(guides.map((guide) => [guide.file.id, guide]));
  const find = fileFinder(root, tell);
  return (from, path) => {
    const guide = path.includes("\0") ? undefined : pages.get(resolve(dirname(from.id), path));
    if (guide) return { kind: "page", page: guide.path, anchors: () => anchorsOf(guide, prose()) };
    const own = pages.get(from.id);
    const found = find(from, path);
    if (found || !own) return found;
    const beside = fileFinder(own.root, tell)(from, path);
    // The name must not collide with a file in the documents' folder.
    return beside?.kind === "file" ? { ...beside, name: `/${own.name}/${beside.name}` } : beside;
  };
}
