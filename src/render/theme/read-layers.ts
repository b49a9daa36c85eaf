import { join, relative, resolve, sep } from "node:path";
import { themeFiles } from "#config";
import type { Diagnostic, TextFile } from "#text";
import { decodeText, problem, readFile, SOURCE_BYTES } from "#text";
import type { Precompiled } from "./precompiled.ts";
import { precompiled } from "./precompiled.ts";
import type { ThemeFile } from "./direct-templates.ts";

/** Files that are read as text: templates, styles and scripts. Others are copied byte by byte. */
const TEXT = /^(?:.*\.hbs|css\/.*\.css|js\/.*\.js)$/;

const NOTHING = new Uint8Array();

/** The style sheet with the tokens that all others use. */
export const TOKENS = "css/tokens.css";

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
