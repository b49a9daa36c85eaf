import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Diagnostic, Node, StringNode } from "#text";
import { asOnDisk, expandPaths, findFile, globFolder, hiddenName, isInside, problem, realPathOf, valueOf } from "#text";
import { languageProblem } from "./check-settings.ts";
import { isBuiltIn } from "./make-settings.ts";
import type { Settings } from "./settings.ts";

/** Where a settings file stands, where the run was started, and whether whoever started it trusts the file. */
export interface Standing {
  readonly path: string;
  readonly cwd: string;
  readonly isTrusted: boolean;
}

const LARGEST = 16 * 1024 * 1024;

function textAt(root: Node, key: string): StringNode | undefined {
  const node = valueOf(root, key);
  return node?.kind === "string" ? node : undefined;
}

/**
 * A settings file may come with a document of strangers: what goes into pages must lie in the project, links followed.
 * Nothing of it may be hidden. A flag may name any folder.
 */
function projectOf(settings: Settings, { path, cwd, isTrusted }: Standing): (path: string) => boolean {
  const folders = [dirname(path), cwd, ...(settings.root === undefined ? [] : [settings.root])].map(realPathOf);
  const holds = (folder: string, wanted: string): boolean => isInside(folder, wanted) && hiddenName(folder, wanted) === undefined;
  return (wanted) => isTrusted || folders.some((folder) => holds(folder, realPathOf(wanted)));
}

function checkFolders(root: Node, inProject: (path: string) => boolean, { path }: Standing): Diagnostic[] {
  return (["theme", "templates"] as const).flatMap((key) => {
    const node = textAt(root, key);
    if (!node || (key === "theme" && isBuiltIn(node.value)) || inProject(resolve(dirname(path), node.value))) return [];
    const hint = `Name it on the command line instead: --${key} ${JSON.stringify(node.value)}.`;
    return [problem("config/wrong-type", node, { key, expected: "a folder inside of the project", hint })];
  });
}

const IMAGE = /\.(svg|png|jpe?g|gif|webp|avif|ico)$/i;

/** The real path of an image, or what it must be and is not. */
function findImage(path: string, inProject: (path: string) => boolean): { readonly path: string } | { readonly expected: string } {
  if (!IMAGE.test(path)) return { expected: "an image (.svg, .png, .jpg, .gif, .webp, .avif, .ico)" };
  if (!inProject(path)) return { expected: "an image inside of the project" };
  const found = findFile(path);
  if ("problem" in found) return { expected: `an image, and ${found.reason}` };
  if (!inProject(found.path)) return { expected: "an image inside of the project, links followed" };
  if (!IMAGE.test(found.path)) return { expected: "an image, links followed" };
  return found.size > LARGEST ? { expected: "an image of at most 16 MB" } : found;
}

/** The images that settings name, by their real paths. */
type Images = Pick<Settings, "logo" | "favicon">;

function checkImages(root: Node, inProject: (path: string) => boolean, { path }: Standing): { problems: Diagnostic[]; images: Images } {
  const problems: Diagnostic[] = [];
  const images: { -readonly [Key in keyof Images]: Images[Key] } = {};
  const folder = dirname(path);
  for (const key of ["logo", "favicon"] as const) {
    const node = textAt(root, key);
    if (!node) continue;
    const found = findImage(asOnDisk(resolve(folder, node.value), folder), inProject);
    if ("path" in found) images[key] = found.path;
    else problems.push(problem("config/wrong-type", node, { key, expected: found.expected }));
  }
  return { problems, images };
}

/** Guides are pages of the site: they lie in the project, and a pattern that names none is a slip. */
function checkGuides(root: Node, inProject: (path: string) => boolean, { path }: Standing): Diagnostic[] {
  const guides = valueOf(root, "guides");
  return (guides?.kind === "list" ? guides.items : []).flatMap((node, at) => {
    if (node.kind !== "string") return [];
    const pattern = resolve(dirname(path), node.value);
    const key = `guides[${at}]`;
    if (!inProject(globFolder(pattern)))
      return [problem("config/wrong-type", node, { key, expected: "Markdown files inside of the project" })];
    return expandPaths(pattern).paths.some((each) => /\.(?:md|markdown)$/i.test(each) && existsSync(each))
      ? []
      : [
          problem("config/wrong-type", node, {
            key,
            expected: "a Markdown file (.md, .markdown) that exists, or a glob that matches some",
          }),
        ];
  });
}

function checkLanguage(root: Node): Diagnostic[] {
  const node = textAt(root, "language");
  return node ? languageProblem(node.value, node, textAt(root, "words") !== undefined) : [];
}

function checkWords(root: Node, inProject: (path: string) => boolean, { path }: Standing): Diagnostic[] {
  const node = textAt(root, "words");
  if (!node || inProject(resolve(dirname(path), node.value))) return [];
  return [problem("config/wrong-type", node, { key: "words", expected: "a file inside of the project" })];
}

/** What mends or breaks settings without a change of their file. */
export interface Needs {
  /** Files that they are made of, right or wrong, there or not. */
  readonly reads: readonly string[];
  /** Globs that must match something, within the project: no other folder is ever looked through. */
  readonly globs: readonly string[];
}

/** What settings need beside their file. */
export function needsOf(settings: Settings, standing: Standing): Needs {
  const inProject = projectOf(settings, standing);
  const { logo, favicon, wordsFile, guides } = settings;
  const reads = [logo, favicon, wordsFile].filter((path) => path !== undefined);
  return { reads, globs: guides.filter((glob) => inProject(globFolder(glob))) };
}

/** What is wrong with the folders, images and language that checked settings name, and where the images really are. */
export function checkFiles(root: Node, settings: Settings, standing: Standing): { problems: Diagnostic[]; images: Images } {
  const inProject = projectOf(settings, standing);
  const { problems, images } = checkImages(root, inProject, standing);
  const all = [
    ...checkFolders(root, inProject, standing),
    ...problems,
    ...checkGuides(root, inProject, standing),
    ...checkLanguage(root),
    ...checkWords(root, inProject, standing),
  ];
  return { problems: all, images };
}
