import { createHash } from "node:crypto";
import type { Diagnostic } from "#text";
import { didYouMean, problem } from "#text";
import { bundleAssets } from "./bundle-assets.ts";
import { codeProblems, compileCode, isCode, type CodeWriting } from "./code-templates.ts";
import { checkTemplates } from "./check-templates.ts";
import { compileTemplates } from "./compile-templates.ts";
import type { TemplateSource, ThemeFile } from "./direct-templates.ts";
import { precompiled } from "./precompiled.ts";
import { readLayers } from "./read-layers.ts";
import { checkContrast } from "./token-contrast.ts";
import type { Theme } from "./compile-templates.ts";
import { isBuiltIn } from "./direct-templates.ts";

/** Comments are replaced by blanks of the same length, so that places stay correct. */
const withoutComments = (css: string): string => css.replaceAll(/\/\*[^]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, " "));

const DECLARED = /(?<![\w-])(--[\w-]+)\s*:/g;
const USED = /var\(\s*(--[\w-]+)/g;

/** Warns of colours that cannot be read, and of tokens that neither the default theme nor any style uses. Most are misspelt, and would have no effect. */
function checkTokens(files: Iterable<ThemeFile>): Diagnostic[] {
  const sheets = [...files].filter(({ path }) => /^(?:\d+ )?css\/.*\.css$/.test(path));
  if (sheets.every(isBuiltIn)) return [];
  const styles = sheets.map((file) => ({ file, text: withoutComments(file.source.text) }));
  const names = (pattern: RegExp, text: string): string[] => [...text.matchAll(pattern)].map(([, name = ""]) => name);
  const built = new Set(styles.flatMap(({ file, text }) => (isBuiltIn(file) ? names(DECLARED, text) : [])));
  const used = new Set(styles.flatMap(({ text }) => names(USED, text)));
  const unknown = styles
    .filter(({ file }) => !isBuiltIn(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(DECLARED)].flatMap(({ 1: name = "", index }) => {
        if (built.has(name) || used.has(name)) return [];
        const place = { file: file.source, start: index, end: index + name.length };
        return [problem("theme/unknown-token", place, { name, hint: didYouMean(name, built) })];
      }),
    );
  return [...unknown, ...checkContrast(styles)];
}

/** A theme, or the problems that prevent it. A theme may have warnings. */
export interface LoadedTheme {
  readonly theme?: Theme;
  readonly problems: readonly Diagnostic[];
}

/** The name of a template: `partials/schema-tree.hbs` is `schema-tree`, `pages/channel.hbs` is `pages/channel`. */
function templateName(path: string): string {
  return path.replace(/\.hbs$/, "").replace(/^partials\//, "");
}

/** All templates by name. A template has its function if its text is the one that the function was made from. */
function templatesOf(files: ReadonlyMap<string, ThemeFile>): Map<string, TemplateSource> {
  const templates = new Map<string, TemplateSource>();
  for (const file of files.values()) {
    if (!file.path.endsWith(".hbs") || isCode(file)) continue;
    const built = precompiled?.templates[file.path];
    const hash = built && file.layer === 0 ? built.hash : templateHash(file.source.text);
    templates.set(templateName(file.path), { file, hash, direct: built?.hash === hash ? built.direct : undefined });
  }
  return templates;
}

/** The versions of built-in templates. They come from the bundle, otherwise from the files of the first layer. */
function builtHashes(folders: readonly string[]): (path: string) => string | undefined {
  const built = precompiled?.templates;
  if (built) return (path) => built[path]?.hash;
  const { files } = readLayers(folders.slice(0, 1));
  return (path) => {
    const file = files.get(path);
    return file && templateHash(file.source.text);
  };
}

/**
 * Loads a theme from its folders: the built-in templates, the theme, and the user's own. For each path the last folder wins. Templates
 * are checked before compiling (`theme/*` codes, with line and column). Unchanged built-in ones are functions, so Handlebars is loaded
 * only if some were changed. Templates of code are left out unless `writing` says how languages write.
 */
export async function loadTheme(folders: readonly string[], writing?: CodeWriting): Promise<LoadedTheme> {
  const { files, problems } = readLayers(folders);
  const templates = templatesOf(files);
  problems.push(...(await checkTemplates(templates, builtHashes(folders))));
  const code = [...files.values()].filter(isCode);
  if (writing) problems.push(...(await codeProblems(code, writing)));
  problems.push(...checkTokens(files.values()));
  if (problems.some(({ severity }) => severity === "error")) return { problems };
  const compiled = await compileTemplates(templates);
  const assets = bundleAssets(files.values());
  const hasOwn = [...code, ...[...templates.values()].map(({ file }) => file)].some((file) => !isBuiltIn(file));
  const names = [...templates.keys()].sort();
  const hashes = names.map((name) => `${name} ${templates.get(name)?.hash ?? ""}`);
  hashes.push(...code.map(({ path, source }) => `${path} ${templateHash(source.text)}`));
  return {
    theme: {
      assets,
      templates: names,
      code: writing ? await compileCode(code, writing) : new Map(),
      templateHash: templateHash(hashes.join("\n")),
      hasOwn,
      ...compiled,
    },
    problems,
  };
}

/** The version of a template: eight hex digits of its text's SHA-256. */
export function templateHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
