import { realpath } from "node:fs/promises";
import { relative, sep } from "node:path";
import type { Diagnostic, FileAccess, Node, Place, StringNode, TextFile, InputFile } from "#text";
import { decodeText, expandPaths, globFolder, isInside, parseText, problem, withFile, readLimits, stringOf, valueOf } from "#text";

/** Where to look for guides. */
export interface GuideSources {
  /** Absolute paths, or globs with `*` and `**`. */
  readonly patterns: readonly string[];
  /** The folder of the main document, to which ids are relative. */
  readonly folder: string;
  /** The folder that names in diagnostics are relative to. */
  readonly cwd: string;
  /** The output folder. Files in it are not guides. */
  readonly output?: string | undefined;
}

/** A Markdown page of the user. */
export interface Guide {
  /** A unique id: the path relative to the main document's folder, without extension. */
  readonly id: string;
  /** The base of the page's file name: the file's name without extension and leading number, with folders added if two guides share it. */
  readonly name: string;
  readonly file: TextFile;
  /** The heading with which the text begins, as Markdown, if it is the title. It is not part of {@link body}. */
  readonly heading?: StringNode;
  /** The title in the front matter, otherwise words made from the file name. A heading has precedence over the latter. */
  readonly title: string;
  readonly body: StringNode;
  /** The position from the front matter. Guides without one come last, by path. */
  readonly order?: number;
  /** The group in the sidebar, from the front matter. */
  readonly group?: string;
  /** The length of the front matter with its marks. */
  readonly matter: number;
  /** The template from the front matter. */
  readonly template?: StringNode;
  /** The real path of the folder in which it was found. Files that it shows must be in this folder or with the documents. */
  readonly root: string;
}

/** A guide with the path of its page. */
export interface GuidePage extends Guide {
  readonly path: string;
}

export interface GuideSet {
  /**
   * The guides in the order of the sidebar: those without a group, then groups in the order in which they occur, and within a group
   * by `order`, then by path in code-unit order.
   */
  readonly guides: readonly Guide[];
  readonly problems: readonly Diagnostic[];
  readonly inputs: readonly InputFile[];
}

/** The fields of a guide's front matter. */
interface FrontMatter {
  readonly title?: string;
  readonly order?: number;
  readonly group?: string;
  readonly template?: StringNode;
}

/** A guide's body, separated from its title. */
interface GuideText extends FrontMatter {
  readonly heading?: StringNode;
  readonly body: StringNode;
  /** The length of the front matter. */
  readonly matter: number;
}

/** YAML between two lines `---` at the very beginning, as site generators have it. */
const FRONT_MATTER = /^\u{feff}?---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/mu;
/** CommonMark 0.31 § 4.2: an ATX heading as the first thing of a text. */
const ATX = /^(?:[ \t]*\r?\n)* {0,3}#{1,6}[ \t]+([^\r\n]*?)(?:[ \t]+#+)?[ \t]*(?:\r?\n|$)/;
/** § 4.3: a setext heading of one line. */
const SETEXT = /^(?:[ \t]*\r?\n)* {0,3}(?![#>*+=`~-]|\d+[.)])([^\s][^\r\n]*?)[ \t]*\r?\n {0,3}(?:=+|-{2,})[ \t]*(?:\r?\n|$)/;

function nodeOf(file: TextFile, start: number, end: number): StringNode {
  return { kind: "string", file, start, end, value: file.text.slice(start, end) };
}

function textIn(root: Node | undefined, key: string): string | undefined {
  const text = stringOf(root, key)?.trim();
  return text === "" ? undefined : text;
}

/** The fields of front matter at an offset of a file. */
function fieldsIn(matter: string, file: TextFile, offset: number): FrontMatter {
  const root = parseText({ ...file, text: matter, language: "yaml" }, { limits: readLimits, report: () => undefined });
  const order = valueOf(root, "order");
  const template = valueOf(root, "template");
  const [title, group] = [textIn(root, "title"), textIn(root, "group")];
  return {
    ...(title === undefined ? {} : { title }),
    ...(group === undefined ? {} : { group }),
    ...(order?.kind === "number" ? { order: order.value } : {}),
    ...(template?.kind === "string" ? { template: { ...template, file, start: template.start + offset, end: template.end + offset } } : {}),
  };
}

/** The front matter of a file and its length. */
function frontMatter(file: TextFile): FrontMatter & { readonly length: number } {
  const matter = FRONT_MATTER.exec(file.text);
  return matter?.index === 0
    ? { ...fieldsIn(matter[1] ?? "", file, matter[0].indexOf("\n") + 1), length: matter[0].length }
    : { length: 0 };
}

/** Separates front matter and leading heading from a guide's text. A heading that differs from the title stays in the text. */
export function splitGuide(file: TextFile): GuideText {
  const { text } = file;
  const { length: from, ...fields } = frontMatter(file);
  const titled = { ...fields, matter: from };
  const rest = text.slice(from);
  const found = ATX.exec(rest) ?? SETEXT.exec(rest);
  const words = found?.[1]?.trim() ?? "";
  const isTitle = words !== "" && (titled.title ?? words) === words;
  if (!found || !isTitle) return { ...titled, body: nodeOf(file, from, text.length) };
  const start = from + found[0].indexOf(words);
  return { ...titled, heading: nodeOf(file, start, start + words.length), body: nodeOf(file, from + found[0].length, text.length) };
}

/** The largest file in bytes. Nobody reads a larger text on one page. */
const LARGEST = 1024 * 1024;

const MARKDOWN = /\.(?:md|markdown)$/i;

const slashed = (path: string): string => path.split(sep).join("/");

function namePath(path: string): string {
  return slashed(path).replace(MARKDOWN, "");
}

/** `01-first-steps` → `first-steps`. */
function withoutNumber(name: string): string {
  return name.replace(/^\d+[-_. ]+(?=.)/, "");
}

/** The text of a guide, or the problem of reading it. */
function readGuide(path: string, access: FileAccess, { cwd }: GuideSources): TextFile | Diagnostic {
  const name = slashed(relative(cwd, path));
  const source = { id: path, name, language: "markdown" } as const;
  const start = { file: { ...source, text: "" }, start: 0, end: 0 };
  const refuse = (reason: string, place: Place = start): Diagnostic =>
    problem("reference/not-found", place, { ref: JSON.stringify(name), reason });
  const bytes = withFile(path, access, (file) => (MARKDOWN.test(file.path) ? file.read() : undefined));
  if (!bytes) return refuse("it is a link to a file that is not Markdown (.md, .markdown)");
  if ("problem" in bytes) return refuse(bytes.reason);
  let wrong: Place | undefined;
  const file = decodeText(source, bytes, ({ place }) => (wrong = place));
  return file ?? refuse("it is not UTF-8", wrong);
}

/** The names of pages: the file name, or the whole id if several guides share one. */
function pageNames(ids: readonly string[]): readonly string[] {
  const short = (id: string): string => withoutNumber(id.split("/").at(-1) ?? id);
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(short(id), (counts.get(short(id)) ?? 0) + 1);
  return ids.map((id) => (counts.get(short(id)) === 1 ? short(id) : id));
}

/** The ids: paths without extension, or with it if two files differ only by extension. */
function identities(paths: readonly string[], folder: string): readonly string[] {
  const plain = paths.map((path) => namePath(relative(folder, path)));
  return plain.map((id, at) => (plain.indexOf(id) === plain.lastIndexOf(id) ? id : slashed(relative(folder, paths[at] ?? ""))));
}

/** A title made from the file name, for a guide without one. */
function titleFrom(name: string): string {
  const words = name.replace(/[-_]+/g, " ").trim() || name;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The files that the patterns match, each once, with the folder out of which links must not lead. */
function filesOf({ patterns, output }: GuideSources): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const pattern of patterns) {
    const root = globFolder(pattern);
    const { paths } = expandPaths(pattern, "", root);
    for (const path of paths) {
      const isOwn = output !== undefined && isInside(output, path);
      if (MARKDOWN.test(path) && !isOwn && !found.has(path) && found.size < readLimits.files) found.set(path, root);
    }
  }
  return found;
}

/** Sorts guides, which are in the order of paths, for the sidebar. */
function inOrder(guides: readonly Guide[]): Guide[] {
  const sorted = guides.toSorted((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity) || 0);
  // Below the heading of a group, a guide without one would seem to belong to it.
  const groups = [...new Set([undefined, ...sorted.map(({ group }) => group)])];
  return groups.flatMap((name) => sorted.filter(({ group }) => group === name));
}

/** Reads the guides that settings name. Files that cannot be read are reported and left out. */
export async function readGuides(sources: GuideSources): Promise<GuideSet> {
  const files = filesOf(sources);
  const paths = [...files.keys()].sort((a, b) => (a < b ? -1 : 1));
  const problems: Diagnostic[] = [];
  const read: { readonly path: string; readonly file: TextFile }[] = [];
  const inputs = paths.map((path) => ({ path, access: { root: files.get(path) ?? path, largest: LARGEST } }));
  for (const { path, access } of inputs) {
    const file = readGuide(path, access, sources);
    if ("text" in file) read.push({ path, file });
    else problems.push(file);
  }
  const folder = await realpath(sources.folder).catch(() => sources.folder);
  const ids = identities(
    read.map(({ path }) => path),
    folder,
  );
  const names = pageNames(ids);
  const guides = read.map(({ file }, at): Guide => {
    const { title, ...split } = splitGuide(file);
    const name = names[at] ?? "";
    const root = files.get(file.id) ?? folder;
    return { id: ids[at] ?? "", name, file, root, title: title ?? titleFrom(withoutNumber(name.split("/").at(-1) ?? name)), ...split };
  });
  return { guides: inOrder(guides), problems, inputs };
}
