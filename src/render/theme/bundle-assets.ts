import { createHash } from "node:crypto";
import { join, relative, resolve, sep } from "node:path";
import { themeFiles } from "#config";
import type { TextFile, Diagnostic } from "#text";
import { decodeText, problem, readFile, SOURCE_BYTES } from "#text";
import type { ThemeFile } from "./direct-templates.ts";
import type { Precompiled } from "./precompiled.ts";
import { precompiled } from "./precompiled.ts";

/** Files that are read as text: templates, styles and scripts. Others are copied byte by byte. */
const TEXT = /^(?:.*\.hbs|css\/.*\.css|js\/.*\.js)$/;

const NOTHING = new Uint8Array();

/** The style sheet with the tokens that all others use. */
const TOKENS = "css/tokens.css";

/** A file of the theme for diagnostics, with its path relative to the working folder. */
function textFile(path: string, name: string): TextFile {
  return { id: path, name, text: "", language: "yaml" };
}

/** A path below a folder with `/`. */
function below(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/");
}

/**
 * Whether an error means that a folder does not exist or is not accessible. Other errors, such as too many open files, are not the
 * theme's fault.
 */
function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && ["ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP"].includes(String(error.code));
}

/** The files of a theme's folder; `undefined` if it cannot be read. */
function filesOf(folder: string): string[] | undefined {
  try {
    return themeFiles(folder);
  } catch (error) {
    if (!isAbsent(error)) throw error;
    return undefined;
  }
}

function missing(path: string, what: string, hint?: string): Diagnostic {
  const file = textFile(path, below(process.cwd(), path));
  return problem("theme/not-found", { file, start: 0, end: 0 }, { what, path: file.name, hint });
}

/** The bytes of one file, or its problem. A file that is too large is not read. */
function readOne(path: string, root: string): Uint8Array | Diagnostic {
  const bytes = readFile(path, { root, largest: SOURCE_BYTES });
  if (!("problem" in bytes)) return bytes;
  return bytes.problem === "too-large"
    ? missing(path, "theme file of at most 64 MB", "Larger files are not copied into a site.")
    : missing(path, "theme file that can be read", "Look at its name and its permissions.");
}

/** The built-in templates, whose texts the bundle holds. */
function builtFiles(folder: string, { templates }: Precompiled): readonly ThemeFile[] {
  const home = below(process.cwd(), folder);
  return Object.entries(templates).map(([path, { text }]) => {
    const source = { ...textFile(join(folder, path), `${home}/${path}`), text };
    return { path, layer: 0, overrides: false, bytes: NOTHING, source };
  });
}

/**
 * Reads the folders of a theme, the built-in templates first. Those of the bundle are not read again. Of files with the same path, that of the last folder is used, but token
 * files add up. A folder or file that cannot be read gives a `theme/not-found`. Reading is synchronous: for some hundred small files it
 * takes a tenth of the time.
 */
export function readLayers(folders: readonly string[]): { files: ReadonlyMap<string, ThemeFile>; problems: Diagnostic[] } {
  const files = new Map<string, ThemeFile>();
  const problems: Diagnostic[] = [];
  for (const [layer, name] of folders.entries()) {
    if (layer === 0 && precompiled) {
      for (const file of builtFiles(resolve(name), precompiled)) files.set(file.path, file);
      continue;
    }
    const folder = resolve(name);
    const paths = filesOf(folder);
    const home = below(process.cwd(), folder);
    if (!paths) problems.push(missing(folder, "theme folder"));
    for (const path of paths ?? []) {
      const at = join(folder, path);
      const read = readOne(at, folder);
      if (!(read instanceof Uint8Array)) {
        problems.push(read);
        continue;
      }
      const named = textFile(at, home === "" ? path : `${home}/${path}`);
      const source = TEXT.test(path) ? (decodeText(named, read, (found) => problems.push(found)) ?? named) : named;
      const file = { path, layer, overrides: files.has(path), bytes: read, source };
      // Tokens are added to those of earlier layers, so a file with three colours is enough for a brand.
      files.set(path === TOKENS && file.overrides ? `${layer} ${path}` : path, file);
    }
  }
  return { files, problems };
}

/** A file of the site that comes from the theme. */
export interface Asset {
  /** The path relative to the site. */
  readonly path: string;
  readonly contents: string | Uint8Array;
}

/** A file that is copied as it is. */
export interface CopiedAsset extends Asset {
  /** The file for diagnostics. */
  readonly source: TextFile;
}

/** The files of a theme besides templates: style sheets, scripts, and everything else unchanged. */
export interface Assets {
  readonly style: Asset;
  /** The script that runs before the page is drawn (`js/head.js`), so that a chosen colour scheme does not flash. */
  readonly headScript: Asset;
  /** All other scripts, which are deferred. */
  readonly script: Asset;
  /** The script of the page for addresses that do not exist (`js/not-found.js`). */
  readonly notFound: Asset;
  /** What finds (`js/search-find.js`), beside the index that it reads: loaded when one searches. */
  readonly finder: Asset;
  /** The style sheet that only pages of changes have (`css/changes.css`). */
  readonly changes: Asset;
  /** The style sheet that only the overview has (`css/overview.css`). */
  readonly overview: Asset;
  /** The style sheet of what holds many pages in one (`css/whole.css`): the page for printing, and the single file. */
  readonly whole: Asset;
  /**
   * Files for pages in a portal (`css/portal/`, `js/portal/`), `own` those of the portal's own pages. Scripts come after the others, a
   * style sheet holds what the page needs of the others.
   */
  readonly portal: { readonly style: Asset; readonly script: Asset; readonly own: { readonly style: Asset; readonly script: Asset } };
  /** All of these but the portal's. */
  readonly made: readonly Asset[];
  /** The default icon, one of {@link others}. It is used if the settings name none. */
  readonly icon?: Asset | undefined;
  readonly others: readonly CopiedAsset[];
}

const FIRST = [TOKENS, "css/base.css"];
const LAST = "css/print.css";
const HEAD = "js/head.js";
const NOT_FOUND = "js/not-found.js";
const CHANGES = "css/changes.css";
const OVERVIEW = "css/overview.css";
const WHOLE = "css/whole.css";
const FINDER = "js/search-find.js";
/** Files only for portals. */
const PORTAL = /^(?:css|js)\/portal\//;
/** Files only for a portal's own pages: its lists, channels, messages and findings, and its map. */
const PORTAL_OWN = ["channel.css", "findings.css", "home.css", "map.css"].map((name) => `css/portal/${name}`).concat("js/portal/apis.js");
/** Files only for pages of APIs: messages, their fields and examples, and code. */
const OF_APIS = ["css/entity.css", "css/example.css", "css/samples.css", "css/schema.css"];
/** The name is not `favicon`, which is the path of the icon from the settings. */
const ICON = /^assets\/icon\.(?:svg|png|ico)$/;

/** The order of style sheets: tokens and base first, print last, the others in code-unit order, in which the files come. */
function rank(path: string): number {
  const first = FIRST.indexOf(path);
  if (first >= 0) return first;
  return path === LAST ? FIRST.length + 1 : FIRST.length;
}

function hashed(name: string, extension: string, text: string): Asset {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 8);
  return { path: `assets/${name}-${hash}.${extension}`, contents: text };
}

/** Removes comments and needless space from CSS, except in strings. */
function smallerCss(css: string): string {
  return css
    .replace(/("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\/\*[^]*?\*\//g, "$1")
    .replace(/("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\s+/g, (_, string: string | undefined) => string ?? " ")
    .replace(
      /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')| ?;? ?(\}) ?| ?([{;,>/]) ?|(:) | ([+~]) (?=[:[]|\.[a-z])|(?<![\w.#-])0(?=\.\d)/g,
      "$1$2$3$4$5",
    )
    .trim();
}

/**
 * Removes indentation, and comments that have lines of their own, from a script. It stays readable. Strings, templates and other comments
 * are left as they are; only a regular expression with a lone backtick, or a template in a template, would mislead it.
 */
function smallerScript(script: string): string {
  const alone = /^[ \t]*(?:\/\/.*|\/\*(?:[^*]|\*(?!\/))*\*\/[ \t]*)\n|^[ \t]+/;
  const kept = /`(?:[^`\\]|\\.)*`|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/.*/;
  return script.replace(new RegExp(`${alone.source}|(${kept.source})`, "gm"), "$1").trim();
}

/**
 * Joins the style sheets and scripts of a theme, in code-unit order of their paths. Of files with one path, that of the last layer is
 * used.
 */
export function bundleAssets(files: Iterable<ThemeFile>): Assets {
  const all = [...files].sort((a, b) => rank(a.path) - rank(b.path) || a.layer - b.layer || (a.path < b.path ? -1 : 1));
  const under = (folder: string, extension: string) => all.filter(({ path }) => path.startsWith(folder) && path.endsWith(extension));
  const [styles, scripts] = [under("css/", ".css"), under("js/", ".js")];
  // The built-in scripts of the bundle are minified, file by file.
  const textOf = ({ path, layer, source }: ThemeFile): string => (layer === 1 ? precompiled?.scripts[path] : undefined) ?? source.text;
  const text = (chosen: readonly ThemeFile[]) => chosen.map((file) => textOf(file).trimEnd()).join("\n");
  const others = all
    .filter(({ path }) => path.startsWith("assets/") && !path.endsWith(".hbs"))
    .map(({ path, bytes, source }): CopiedAsset => ({ path, contents: bytes, source }));
  const style = (name: string, chosen: readonly ThemeFile[]): Asset => hashed(name, "css", `${smallerCss(text(chosen))}\n`);
  const script = (name: string, chosen: readonly ThemeFile[]): Asset => hashed(name, "js", `${smallerScript(text(chosen))}\n`);
  const ofPortal = ({ path }: ThemeFile): boolean => PORTAL.test(path);
  const ofSite = (file: ThemeFile): boolean => !ofPortal(file) && ![HEAD, NOT_FOUND, CHANGES, OVERVIEW, WHOLE, FINDER].includes(file.path);
  const at = (all: readonly ThemeFile[], wanted: string) => all.filter(({ path }) => path === wanted);
  const own = {
    style: style("site", styles.filter(ofSite)),
    changes: style("changes", at(styles, CHANGES)),
    overview: style("overview", at(styles, OVERVIEW)),
    whole: style("whole", at(styles, WHOLE)),
    headScript: script("head", at(scripts, HEAD)),
    script: script("site", scripts.filter(ofSite)),
    notFound: script("not-found", at(scripts, NOT_FOUND)),
    finder: { path: "search/find.js", contents: `${smallerScript(text(at(scripts, FINDER)))}\n` },
  };
  const isOwn = (file: ThemeFile): boolean => ofPortal(file) && PORTAL_OWN.includes(file.path);
  const ofAll = (file: ThemeFile): boolean => ofPortal(file) && !isOwn(file);
  const portal = {
    style: style("portal", [...styles.filter(ofSite), ...styles.filter(ofAll)]),
    script: script("portal", scripts.filter(ofAll)),
    own: {
      style: style("portal-own", [
        ...styles.filter((file) => ofSite(file) && !OF_APIS.includes(file.path)),
        ...styles.filter(ofAll),
        ...styles.filter(isOwn),
      ]),
      script: script("portal-own", scripts.filter(isOwn)),
    },
  };
  return { ...own, portal, made: Object.values(own), icon: others.findLast(({ path }) => ICON.test(path)), others };
}
